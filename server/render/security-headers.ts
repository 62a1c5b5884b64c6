import { createHash } from 'node:crypto';
import { presenceScript } from '../../shared/presence-script.ts';
import type { ForeignSources } from './foreign-sources.ts';

/** Headers as a flat list (name, value, name, value), which is the form that `res.writeHead` processes fastest. */
export type RawHeaders = readonly string[];

const presenceHash = createHash('sha256').update(presenceScript).digest('base64');

/**
 * Returns the security headers of every response. The content security policy allows only one inline script, by its
 * hash: the presence script, which shows a logged-in player's menu before the first paint. The policy allows inline
 * styles only if `foreign` does.
 * @param siteUrl the public origin, or null if none is configured; if it is an https origin, browsers must use https
 * for a year
 * @param foreign sources that the configuration adds to directives
 */
export function securityHeaders(
  siteUrl: string | null,
  hstsSubdomains = false,
  foreign: ForeignSources = {},
): RawHeaders {
  const own: Record<string, string> = {
    'default-src': "'none'",
    'script-src': `'self' 'sha256-${presenceHash}'`,
    'style-src': "'self'",
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'manifest-src': "'self'",
    'worker-src': "'self'",
    'form-action': "'self'",
    'base-uri': "'none'",
    'frame-ancestors': "'none'",
  };
  const policy = [...new Set([...Object.keys(own), ...Object.keys(foreign)])]
    .map((name) => [name, own[name], ...(foreign[name] ?? [])].filter(Boolean).join(' '))
    .join('; ');
  return [
    'Content-Security-Policy',
    policy,
    'X-Content-Type-Options',
    'nosniff',
    'X-Frame-Options',
    'DENY',
    // Do not use `no-referrer`. Browsers would then send `Origin: null` with form posts to this site, and
    // `isSameOrigin` would reject them.
    'Referrer-Policy',
    'strict-origin-when-cross-origin',
    'Permissions-Policy',
    'camera=(), geolocation=(), microphone=(), payment=(), usb=()',
    'Cross-Origin-Opener-Policy',
    'same-origin',
    'Cross-Origin-Resource-Policy',
    'same-origin',
    ...(siteUrl?.startsWith('https:')
      ? ['Strict-Transport-Security', `max-age=31536000${hstsSubdomains ? '; includeSubDomains' : ''}`]
      : []),
  ];
}

/**
 * Returns the security headers of one private page. Their policy contains a nonce, which allows the page's streamed
 * scripts.
 */
export function headersWithNonce(headers: RawHeaders, nonce: string): RawHeaders {
  return headers.map((value, at) =>
    headers[at - 1] === 'Content-Security-Policy'
      ? value.replace("script-src 'self'", `script-src 'self' 'nonce-${nonce}'`)
      : value,
  );
}
