import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';

type Parsed = ReturnType<typeof ipaddr.process>;

/** Replaces every address that cannot be parsed, so that rate limits count all clients with such addresses together. */
export const unreadableAddress = 'unreadable';

const bracketed = /^\[([^[\]]*)\](?::\d{1,5})?$/;
const ipv4WithPort = /^([\d.]+):\d{1,5}$/;

/** Some proxies add a port to the address, for example `192.0.2.1:4711` or `[2001:db8::1]:4711`. */
function withoutPort(text: string): string {
  return (bracketed.exec(text) ?? ipv4WithPort.exec(text))?.[1] ?? text;
}

interface AddressFacts {
  parsed: Parsed | null;
  range: string | null;
  plain: string;
  countingKey: string;
}

/**
 * Caches the facts of the most recently used addresses. Each request needs the facts of one address several times, and
 * ipaddr.js takes up to 50 µs to parse an IPv6 address.
 */
const recent = new LRUCache<string, AddressFacts>({ max: 5000 });
/**
 * Maximum length of a cached text. No address is longer, but a client could fill the memory with long texts in
 * X-Forwarded-For.
 */
const longestCached = 64;

function parse(text: string): Parsed | null {
  const address = withoutPort(text.trim());
  // `ipaddr.process` also accepts `127.1` and octal parts. This check rejects them.
  const isIpv4 = ipaddr.IPv4.isValidFourPartDecimal(address);
  return isIpv4 || ipaddr.IPv6.isValid(address) ? ipaddr.process(address) : null;
}

function readFacts(text: string): AddressFacts {
  const parsed = parse(text);
  const range = parsed?.range() ?? null;
  if (!(parsed instanceof ipaddr.IPv6)) {
    const plain = parsed?.toString() ?? unreadableAddress;
    return { parsed, range, plain, countingKey: plain };
  }
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  const plain = new ipaddr.IPv6(parsed.parts).toString();
  return { parsed, range, plain, countingKey: `${network.join(':')}::/64` };
}

function factsOf(text: string): AddressFacts {
  const known = recent.get(text);
  if (known !== undefined) return known;
  const facts = readFacts(text);
  if (text.length <= longestCached) recent.set(text, facts);
  return facts;
}

/**
 * Parses the address of a client or a proxy: an IPv4 address, or an IPv6 address with or without brackets and zone. A
 * port is ignored, and an IPv4-mapped IPv6 address becomes its IPv4 address. Returns null for any other text.
 */
export function parseAddress(text: string): Parsed | null {
  return factsOf(text).parsed;
}

/** Returns the name that ipaddr.js gives to the address's range, such as `private`; null for unreadable text. */
export function rangeOf(text: string): string | null {
  return factsOf(text).range;
}

/** Returns the address without port, brackets and zone, or `unreadableAddress` if it cannot be parsed. */
export function plainAddressOf(text: string): string {
  return factsOf(text).plain;
}

/**
 * Returns the key under which rate limits count a client. For IPv4, the key is the whole address. For IPv6, the key is
 * the /64 network, because one household can use every address of its /64. All addresses that cannot be parsed share
 * one key.
 */
export function countingKeyOf(text: string): string {
  return factsOf(text).countingKey;
}

/** Private networks. An address of such a network belongs to a proxy or an operator, and may represent many clients. */
const ownNetworks: ReadonlySet<string> = new Set(['loopback', 'private', 'linkLocal', 'uniqueLocal']);

/**
 * Returns the key under which an address is counted. Returns null for an address of a private network, so that callers
 * can leave out such addresses.
 */
export function countedAs(address: string): string | null {
  const range = rangeOf(address);
  return range !== null && ownNetworks.has(range) ? null : countingKeyOf(address);
}
