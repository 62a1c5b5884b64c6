import { describe, expect, it } from 'vitest';
import { isForEveryone } from '../../../../server/cache/for-everyone.ts';

const page = 'public, max-age=0, s-maxage=60';

describe('an answer may be kept for others', () => {
  it.each([
    ['a page', { 'cache-control': page }],
    ['a file that is revalidated', { 'cache-control': 'no-cache', etag: '"1"' }],
  ])('where it says so: %s', (_name, headers) => {
    expect(isForEveryone(headers, false)).toBe(true);
  });

  it.each([
    ['it says nothing', {}],
    ['it says private', { 'cache-control': 'private, max-age=60' }],
    ['it says no-store, however written', { 'cache-control': 'Max-Age=60, No-Store' }],
    ['it sets a cookie', { 'cache-control': page, 'set-cookie': 'a=1' }],
    ['it sets several', { 'cache-control': page, 'set-cookie': ['a=1', 'b=2'] }],
    ['two rules stand side by side', { 'cache-control': [page, 'no-store'] }],
  ])('but not where %s', (_name, headers) => {
    expect(isForEveryone(headers, false)).toBe(false);
  });

  it('but not on players’ ground, whatever it says', () => {
    expect(isForEveryone({ 'cache-control': page }, true)).toBe(false);
  });
});
