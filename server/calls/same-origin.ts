import type { IncomingHttpHeaders } from 'node:http';

/**
 * Matches localhost, 127.0.0.0/8 and ::1, with or without a port. No other site can make these names resolve to its own
 * server.
 */
const loopbackHost = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i;

/**
 * Returns whether a POST comes from a page of this site. Browsers send `Origin` with every POST, and newer browsers
 * also send `Sec-Fetch-Site`. If a request has one of these headers or both, each header must name this site. A client
 * that sends neither header is not a browser, so no page of another site caused the request.
 * @param siteUrl the public origin; null for a site on loopback, where `Origin` must name the same host as `Host`
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
 * Returns whether the body is JSON, which no HTML form can send. If a script of another site sends JSON, the browser
 * first sends a preflight request (Fetch §3.2.2), which this site never allows.
 */
export const isJson = ({ 'content-type': type }: IncomingHttpHeaders): boolean =>
  type !== undefined && jsonType.test(type);
