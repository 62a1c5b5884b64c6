import ipaddr from 'ipaddr.js';
import { parseAddress, rangeOf } from '../../shared/domain/client-address.ts';

/** Names of networks that TRUST_PROXY accepts, with the ranges that ipaddr.js defines. */
const rangesOf: Readonly<Record<string, readonly string[]>> = {
  loopback: ['loopback'],
  linklocal: ['linkLocal'],
  uniquelocal: ['private', 'uniqueLocal'],
};

type TrustsAddress = (address: string, hop: number) => boolean;

/** @param network an address, with or without a prefix length */
function containsAddress(network: string): (address: string) => boolean {
  const [text = '', length] = network.split('/');
  const base = ipaddr.parse(text);
  const bits = length === undefined ? (base.kind() === 'ipv4' ? 32 : 128) : Number(length);
  return (address) => {
    const parsed = parseAddress(address);
    return parsed !== null && parsed.kind() === base.kind() && parsed.match([base, bits]);
  };
}

function containsNamed(ranges: readonly string[]): (address: string) => boolean {
  return (address) => ranges.includes(rangeOf(address) ?? '');
}

/**
 * Returns a function that decides which hops of X-Forwarded-For are trusted proxies. It replaces Fastify's own check,
 * which does not recognise the address of a proxy if a port follows.
 * @param trusted the value of TRUST_PROXY: none, a number of hops, or addresses, networks and names of networks
 */
export function trustedProxies(trusted: false | number | readonly string[]): false | TrustsAddress {
  if (trusted === false) return false;
  // Count the hops here, because Fastify trusts no proxy if `trustProxy` is a number. Counting is safe only if clients
  // cannot bypass the proxies.
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted;
  const contains = trusted.map((one) => {
    const ranges = rangesOf[one];
    return ranges ? containsNamed(ranges) : containsAddress(one);
  });
  return (address) => contains.some((matches) => matches(address));
}
