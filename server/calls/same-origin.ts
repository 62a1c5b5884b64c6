import type { IncomingHttpHeaders } from 'node:http';

/** localhost, 127.0.0.0/8, ::1, with or without a port: what another site cannot make its own name mean. */
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether a request that changes something comes from a page of this site, as far as its browser says. Browsers send
 * `Origin` with every POST and the newer ones `Sec-Fetch-Site` too; both have to agree. Who sends neither is no
 * browser, and nobody's cookies travel with it unasked.
 * @param siteUrl the public origin; null: pages are seen under any loopback name, and must be of the one that is asked
 */
export function isSameOrigin(headers: IncomingHttpHeaders, siteUrl: string | null): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const { origin, host = '' } = headers;
  if (origin === undefined) return siteUrl !== null || site === undefined || loopbackHost.test(host);
  if (siteUrl !== null) return origin === siteUrl;
  return loopbackHost.test(host) && origin.toLowerCase() === `http://${host.toLowerCase()}`;
}

const jsonType = /^application\/json(?:[ \t]*;[ \t]*charset=(?:utf-8|"utf-8"))?[ \t]*$/i;

/**
 * JSON and nothing that a form can send: for this type a browser asks first before it sends it to another site
 * (Fetch §3.2.2), and this site never says yes.
 */
export const isJson = ({ 'content-type': type }: IncomingHttpHeaders): boolean =>
  type !== undefined && jsonType.test(type);
