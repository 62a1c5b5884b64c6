import { BlockList, isIPv4, isIPv6 } from 'node:net';

/** Private networks: an address there is a proxy or an operator, and may stand for many clients. */
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

/** An IPv4 address, or the /64 of an IPv6 one, which is one household; null for an address that is not counted. */
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
 * How many streams are open from each public address.
 * @param most for one address; 0: no bound, and nothing is kept
 */
export function createAddressCounts(most: number) {
  const counts = new Map<string, number>();
  return {
    mayCome(address: string): boolean {
      const counted = most === 0 ? null : countedAs(address);
      return counted === null || (counts.get(counted) ?? 0) < most;
    },
    /** @returns a function to call when the stream has closed */
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
