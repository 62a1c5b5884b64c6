import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Private networks. An address in them belongs to a proxy or an operator, and may represent many clients. */
const ownNetworks = new BlockList();
for (const [network, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  ownNetworks.addSubnet(network, bits, 'ipv4');
for (const [network, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  ownNetworks.addSubnet(network, bits, 'ipv6');

const groupsOf = (text: string): string[] => (text === '' ? [] : text.split(':'));

/**
 * Returns the key under which an address is counted: an IPv4 address, or the /64 prefix of an IPv6 address, which one
 * household shares. Addresses of private networks are not counted and return null.
 */
export function countedAs(address: string): string | null {
  const text = address.replace(/^::ffff:(?=\d+\.)/i, '').replace(/%.*$/, '');
  if (isIPv4(text)) return ownNetworks.check(text, 'ipv4') ? null : text;
  if (!isIPv6(text) || ownNetworks.check(text, 'ipv6')) return null;
  const [head = '', tail] = text.split('::');
  const before = groupsOf(head);
  const after = tail === undefined ? [] : groupsOf(tail);
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

const nothing = (): void => undefined;

/**
 * Counts the open streams of each public address.
 * @param most the number of streams that one address may open; with 0 there is no limit and nothing is counted
 */
export function createAddressCounts(most: number) {
  const counts = new Map<string, number>();
  return {
    mayCome(address: string): boolean {
      const counted = most === 0 ? null : countedAs(address);
      return counted === null || (counts.get(counted) ?? 0) < most;
    },
    /**
     * Counts a stream that has opened.
     * @returns a function to call when the stream has closed
     */
    come(address: string): () => void {
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
