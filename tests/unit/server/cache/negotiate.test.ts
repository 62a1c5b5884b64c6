import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createNegotiator, negotiateEncoding } from '../../../../server/cache/negotiate.ts';

describe('negotiateEncoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip, deflate', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['deflate, zstd', 'identity'],
    ['br;q=0.5, gzip;q=0.9', 'gzip'],
    ['br;q=0.5,gzip;q=0.5', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br ; q=0 , gzip ; q=0', 'identity'],
    ['*', 'br'],
    ['br;q=0, *', 'gzip'],
    ['*;q=0', 'identity'],
    ['*;q=0, gzip', 'gzip'],
    ['identity', 'identity'],
    ['identity, br;q=0.5', 'identity'],
    ['identity;q=0.5, br', 'br'],
    ['identity;q=0, *', 'br'],
    ['identity;q=0', 'identity'],
    ['identity, br', 'br'],
    ['br;q=1.000', 'br'],
    ['br;q=yes, gzip;q=0.1', 'gzip'],
    ['br;q=', 'identity'],
    [', ,br,', 'br'],
  ] as const)('for Accept-Encoding %j returns %s', (header, expected) => {
    expect(negotiateEncoding(header)).toBe(expected);
  });

  it('returns the same content coding with and without memoisation', () => {
    const negotiate = createNegotiator();
    const header = fc.array(fc.constantFrom('br', 'gzip', 'identity', '*', ';q=0', ';q=0.5', ', ', ' '));
    fc.assert(
      fc.property(header, (parts) => {
        const text = parts.join('');
        expect(negotiate(text)).toBe(negotiateEncoding(text));
        expect(negotiate(text)).toBe(negotiateEncoding(text));
      }),
      { numRuns: 500 },
    );
  });
});
