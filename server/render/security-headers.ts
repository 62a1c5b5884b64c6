import { createHash } from 'node:crypto';
import { presenceScript } from '../../shared/presence-script.ts';

/** Flat list of name, value, name, value: what `res.writeHead` takes fastest. */
export type RawHeaders = readonly string[];

const presenceHash = createHash('sha256').update(presenceScript).digest('base64');

/**
 * Headers that every answer carries. The presence script is the one inline script, allowed by its hash; no inline
 * style is allowed.
 * @param siteUrl the public origin where it is configured: https there means https for good
 * @param contentOrigin where the CMS keeps its pictures, or null
 */
export function securityHeaders(siteUrl: string | null, contentOrigin: string | null): RawHeaders {
  const images = ["'self'", 'data:', ...(contentOrigin?.startsWith('https:') ? [contentOrigin] : [])].join(
    ' ',
  );
  const policy = [
    "default-src 'none'",
    `script-src 'self' 'sha256-${presenceHash}'`,
    "style-src 'self'",
    `img-src ${images}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
  return [
    'Content-Security-Policy',
    policy,
    'X-Content-Type-Options',
    'nosniff',
    'X-Frame-Options',
    'DENY',
    // With no-referrer the site's own form posts would say `Origin: null`.
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
    'Permissions-Policy',
    'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy',
    'same-origin',
    'Cross-Origin-Resource-Policy',
    'same-origin',
    ...(siteUrl?.startsWith('https:')
      ? ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains']
      : []),
  ];
}

/** The same headers for one private page, whose streamed scripts carry a nonce. */
export function headersWithNonce(headers: RawHeaders, nonce: string): RawHeaders {
  return headers.map((value, at) =>
    headers[at - 1] === 'Content-Security-Policy'
      ? value.replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`)
      : value,
  );
}
