import type { IncomingHttpHeaders } from 'node:http';

/** localhost, 127.0.0.0/8, ::1, with or without a port: names that another site cannot point at itself. */
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Whether a POST comes from a page of this site, by the browser's own headers. Browsers send `Origin` with every POST,
 * newer ones also `Sec-Fetch-Site`; both must agree. A client that sends neither is not a browser, so no cookies are
 * attached without its knowledge.
 * @param siteUrl the public origin; null: any loopback host, if `Origin` names the same one
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
 * Whether the body is JSON, which no HTML form can send. Another site's script needs a preflight for this type
 * (Fetch §3.2.2), and this site never allows one.
 */
export const isJson = ({ 'content-type': type }: IncomingHttpHeaders): boolean =>
  type !== undefined && jsonType.test(type);
