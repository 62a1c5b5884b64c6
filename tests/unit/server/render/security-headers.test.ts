import { describe, expect, it } from 'vitest';
import { headersWithNonce, securityHeaders } from '../../../../server/render/security-headers.ts';

const policyOf = (headers: readonly string[]): string =>
  headers[headers.indexOf('Content-Security-Policy') + 1] ?? '';

const hstsOf = (headers: readonly string[]): string | undefined =>
  headers[headers.indexOf('Strict-Transport-Security') + 1];

describe('headersWithNonce', () => {
  it('allows scripts with the nonce and changes no other directive', () => {
    const headers = securityHeaders('https://site.example');
    const own = headersWithNonce(headers, 'n0nce');
    expect(policyOf(own)).toContain("script-src 'self' 'nonce-n0nce' 'sha256-");
    expect(policyOf(own).replace(" 'nonce-n0nce'", '')).toBe(policyOf(headers));
    expect(own.filter((_, at) => own[at - 1] !== 'Content-Security-Policy')).toEqual(
      headers.filter((_, at) => headers[at - 1] !== 'Content-Security-Policy'),
    );
  });
});

describe('securityHeaders', () => {
  it('requires HTTPS for subdomains only if configured', () => {
    expect(hstsOf(securityHeaders('https://site.example'))).toBe('max-age=31536000');
    expect(hstsOf(securityHeaders('https://site.example', true))).toBe('max-age=31536000; includeSubDomains');
    expect(securityHeaders('http://site.example', true)).not.toContain('Strict-Transport-Security');
  });
});
