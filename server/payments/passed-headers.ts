import type { IncomingHttpHeaders, OutgoingHttpHeaders } from 'node:http';

/** What both the page and webhooks may say upstream. Cookies, credentials and what proxies add are not among it. */
const plain = new Set(['accept', 'accept-language', 'content-length', 'content-type', 'user-agent']);

/**
 * How payment providers sign: `Stripe-Signature`, `X-Razorpay-Signature`, `CKO-Signature` …, Standard Webhooks
 * (`webhook-id`, `webhook-timestamp`, `webhook-signature`), PayPal (`paypal-transmission-sig` …), Adyen, PhonePe, and
 * HTTP message signatures (RFC 9421) with their digest (RFC 9530).
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

/** Of an answer's headers, those that come down as they are; how it may be kept is said here, and always the same. */
const down = new Set([
  'content-length',
  'content-security-policy',
  'content-type',
  'location',
  'retry-after',
]);
export const downFromPlatform = (headers: IncomingHttpHeaders): OutgoingHttpHeaders & IncomingHttpHeaders =>
  only(headers, (name) => down.has(name));

/** A path of this site: no other origin, not even by `//` or by what browsers take for it. */
export const isOwnPath = (location: unknown): location is string =>
  typeof location === 'string' && /^\/(?![/\\])[\x21-\x5b\x5d-\x7e]{0,500}$/.test(location);

/**
 * Holds whatever the platform's page allows itself: a script there would run under this site's origin, with a player's
 * session at hand. A browser keeps to both policies (CSP level 3 §3.1).
 */
const floor =
  "script-src 'none'; connect-src 'none'; frame-src 'none'; object-src 'none'; worker-src 'none'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
export const narrowed = (policy: string | string[]): string => [policy, floor].flat().join(', ');
