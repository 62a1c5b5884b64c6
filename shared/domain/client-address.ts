import ipaddr from 'ipaddr.js';

type Parsed = ReturnType<typeof ipaddr.process>;

/** Used in place of any address that cannot be parsed, so that all clients with such addresses share one count. */
export const unreadableAddress = 'unreadable';

const bracketed = /^\[([^[\]]*)\](?::\d{1,5})?$/;
const ipv4WithPort = /^([\d.]+):\d{1,5}$/;

/** Proxies also write addresses with a port: `192.0.2.1:4711` and `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  return (bracketed.exec(text) ?? ipv4WithPort.exec(text))?.[1] ?? text;
}

/**
 * Parses the address of a client or a proxy: an IPv4 address, or an IPv6 address with or without brackets and zone. A
 * port is ignored, and an IPv4-mapped IPv6 address becomes its IPv4 address. Returns null for any other text.
 */
export function parseAddress(text: string): Parsed | null {
  const address = withoutPort(text.trim());
  // `ipaddr.process` also accepts `127.1` and octal parts. This check rejects them.
  const isIpv4 = ipaddr.IPv4.isValidFourPartDecimal(address);
  return isIpv4 || ipaddr.IPv6.isValid(address) ? ipaddr.process(address) : null;
}

/** Returns the address without port, brackets and zone, or `unreadableAddress` if it cannot be parsed. */
export function plainAddressOf(text: string): string {
  const parsed = parseAddress(text);
  const withoutZone = parsed instanceof ipaddr.IPv6 ? new ipaddr.IPv6(parsed.parts) : parsed;
  return withoutZone?.toString() ?? unreadableAddress;
}

/**
 * Returns the key by which limits count a client. It is a whole IPv4 address, or the /64 of an IPv6 address, because
 * one household can use every address of its /64. All addresses that cannot be parsed share one key.
 */
export function countingKeyOf(text: string): string {
  const parsed = parseAddress(text);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed?.toString() ?? unreadableAddress;
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${network.join(':')}::/64`;
}
