import { describe, expect, it } from 'vitest';
import { headersWithNonce, securityHeaders } from '../../../../server/render/security-headers.ts';

const policyOf = (headers: readonly string[]): string =>
  headers[headers.indexOf('Content-Security-Policy') + 1] ?? '';

describe('headersWithNonce', () => {
  it('allows scripts with the nonce and changes no other directive', () => {
    const headers = securityHeaders('https://site.example', null);
    const own = headersWithNonce(headers, 'n0nce');
    expect(policyOf(own)).toContain("script-src 'self' 'nonce-n0nce' 'sha256-");
    expect(policyOf(own).replace(" 'nonce-n0nce'", '')).toBe(policyOf(headers));
    expect(own.filter((_, at) => own[at - 1] !== 'Content-Security-Policy')).toEqual(
      headers.filter((_, at) => headers[at - 1] !== 'Content-Security-Policy'),
    );
  });
});
