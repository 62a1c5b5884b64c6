import { describe, expect, it } from 'vitest';
import { isForEveryone } from '../../../../server/cache/for-everyone.ts';

const page = 'public, max-age=0, s-maxage=60';

describe('storing a response in a shared cache', () => {
  it.each([
    ['a page', { 'cache-control': page }],
    ['a file that caches must revalidate', { 'cache-control': 'no-cache', etag: '"1"' }],
  ])('is allowed for %s', (_name, headers) => {
    expect(isForEveryone(headers, false)).toBe(true);
  });

  it.each([
    ['has no Cache-Control', {}],
    ['has Cache-Control: private', { 'cache-control': 'private, max-age=60' }],
    ['has Cache-Control: no-store in any letter case', { 'cache-control': 'Max-Age=60, No-Store' }],
    ['sets a cookie', { 'cache-control': page, 'set-cookie': 'a=1' }],
    ['sets several cookies', { 'cache-control': page, 'set-cookie': ['a=1', 'b=2'] }],
    ['has two Cache-Control lines', { 'cache-control': [page, 'no-store'] }],
  ])('is not allowed if the response %s', (_name, headers) => {
    expect(isForEveryone(headers, false)).toBe(false);
  });

  it('is never allowed in a private area, regardless of the headers', () => {
    expect(isForEveryone({ 'cache-control': page }, true)).toBe(false);
  });
});
