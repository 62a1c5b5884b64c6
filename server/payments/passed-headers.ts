import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/**
 * Headers that the site passes on from every client's request. It passes on no cookies, no credentials and no headers
 * that proxies add.
 */
const plain = new Set(['accept', 'accept-language', 'content-length', 'content-type', 'user-agent']);

/**
 * Signature headers of payment providers: `Stripe-Signature`, `X-Razorpay-Signature`, `CKO-Signature`, Standard
 * Webhooks (`webhook-id`, `webhook-timestamp`, `webhook-signature`), PayPal (`paypal-transmission-sig`), Adyen,
 * PhonePe, and HTTP message signatures (RFC 9421) with their digest (RFC 9530).
 */
const signing =
  /^(?:(?:[a-z0-9]+-){0,6}signature|(?:x-)?webhook-[a-z-]+|paypal-[a-z-]+|hmacsignature|x-verify|signature-input|content-digest|digest|date)$/;

const only = (
  headers: IncomingHttpHeaders,
  isPassed: (name: string) => boolean,
): Record<string, string | string[]> => {
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && isPassed(name)) passed[name] = value;
  return passed;
};

export const upFromBrowser = (headers: IncomingHttpHeaders) => only(headers, (name) => plain.has(name));
export const upFromProvider = (headers: IncomingHttpHeaders) =>
  only(headers, (name) => plain.has(name) || signing.test(name));

/**
 * Response headers that are passed on. The content security policy is narrowed first. Caching headers are excluded,
 * because the site sets its own.
 */
const down = new Set([
  'content-length',
  'content-security-policy',
  'content-type',
  'location',
  'retry-after',
]);
export const downFromPlatform = (headers: IncomingHttpHeaders): OutgoingHttpHeaders & IncomingHttpHeaders =>
  only(headers, (name) => down.has(name));

/**
 * Returns whether a value is a path of this site. Browsers read `//host` and `/\host` as another origin, so both are
 * excluded.
 */
export const isOwnPath = (location: unknown): location is string =>
  typeof location === 'string' && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,500}$/.test(location);

/**
 * The site adds this policy to the policy of the platform's page. Browsers enforce both policies (CSP level 3 §3.1).
 * The site's policy forbids scripts, because a script would run under this site's origin with the player's session
 * cookie.
 */
const sitePolicy =
  "script-src 'none'; connect-src 'none'; frame-src 'none'; object-src 'none'; worker-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
export const narrowed = (policy: string | string[]): string => [policy, sitePolicy].flat().join(', ');
