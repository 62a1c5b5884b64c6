import { isIP } from 'node:net';

/** Returns the host name in a Host header, without the port. Returns null if the header is missing or invalid. */
function hostnameOf(host: string | undefined): string | null {
  if (!host) return null;
  const url = URL.parse(`http://${host}`);
  return url ? url.hostname.replace(/^\[(.*)\]$/, '$1') : null;
}

/**
 * Returns a function that checks the Host header, to prevent DNS rebinding. In this attack, another site lets its own
 * domain name resolve to this machine. A page of that site, opened in an operator's browser, can then read the
 * operations port. The attack needs a domain name, so every IP address is accepted.
 * @param names the names under which this port may be requested, besides `localhost`
 */
export function createHostCheck(names: readonly string[]): (host: string | undefined) => boolean {
  const own = new Set(['localhost', ...names.map((name) => name.toLowerCase())]);
  return (host) => {
    const hostname = hostnameOf(host);
    return hostname !== null && (isIP(hostname) !== 0 || own.has(hostname));
  };
}
