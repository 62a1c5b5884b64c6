import { countedAs } from '../../shared/domain/client-address.ts';

const nothing = (): void => undefined;

/**
 * Counts the open event streams of each public IP address.
 * @param most the maximum number of open streams of one address; 0 means no limit, and nothing is counted
 */
export function createAddressCounts(most: number) {
  const counts = new Map<string, number>();
  return {
    mayOpen(address: string): boolean {
      const counted = most === 0 ? null : countedAs(address);
      return counted === null || (counts.get(counted) ?? 0) < most;
    },
    /**
     * Counts a stream that has opened.
     * @returns a function to call when the stream has closed
     */
    open(address: string): () => void {
      const counted = most === 0 ? null : countedAs(address);
      if (counted === null) return nothing;
      counts.set(counted, (counts.get(counted) ?? 0) + 1);
      return () => {
        const left = (counts.get(counted) ?? 0) - 1;
        if (left > 0) counts.set(counted, left);
        else counts.delete(counted);
      };
    },
  };
}
