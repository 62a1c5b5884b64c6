import { assert, property, string, webPath, webQueryParameters } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readAddress } from '../../../../server/pages/address.ts';
import { privateAreas, resourceEntries, resources } from '../../../../shared/resources.ts';

const read = (url: string) => readAddress(url, ['en', 'hi'], 'en');

/** Whether a request for this URL causes at most one redirect. */
function settles(url: string): boolean {
  const address = read(url);
  return address.kind !== 'moved' || read(address.location).kind !== 'moved';
}

const long = (piece: string): string => piece.repeat(Math.floor(4000 / piece.length));

describe('the parsed request URL', () => {
  it('contains the page, the language and the parameters', () => {
    expect(read('/hi/results?game=keno&utm_source=x&from=2026-11-01')).toEqual({
      kind: 'page',
      page: {
        name: 'results',
        lang: 'hi',
        path: '/results',
        params: {},
        query: { from: '2026-11-01', game: 'keno' },
      },
    });
    expect(read('/results/golden-keno/12')).toMatchObject({
      page: { name: 'draw', params: { slug: 'golden-keno', drawNumber: '12' } },
    });
    expect(read('/hi')).toMatchObject({ page: { name: 'home', lang: 'hi', path: '/' } });
  });

  it('ignores undeclared and repeated parameters', () => {
    const clean = read('/blogs?blog=a');
    expect(read('/blogs?x=1&blog=a&blog=b&y[]=2')).toEqual(clean);
    expect(read('/faq?blog=a')).toEqual(read('/faq'));
  });

  it.each([
    ['/results/', '/results'],
    ['//results', '/results'],
    ['/results//golden-keno///12/', '/results/golden-keno/12'],
    ['//evil.example/x', '/evil.example/x'],
    ['/en', '/'],
    ['/en/faq?a=1', '/faq?a=1'],
    ['/en/en//faq', '/faq'],
    ['/hi/', '/hi'],
    ['//', '/'],
  ])('redirects %s to %s in a single step', (url, location) => {
    expect(read(url)).toEqual({ kind: 'moved', location, isPrivate: false });
    expect(read(location).kind).not.toBe('moved');
  });

  it.each([
    '/a/../b',
    '/%2e%2e/etc',
    '/results/%2f',
    '/%',
    '/%zz',
    '/a%00b',
    '/a%5cb',
    'results',
    '*',
    '/..',
  ])('is rejected with 400 for the invalid path %s', (url) =>
    expect(read(url)).toEqual({ kind: 'bad', status: 400 }),
  );

  it('redirects to a valid Location header value for any query', () => {
    expect(read('//faq?a=\t\u00e9&b=\x7f')).toMatchObject({ location: '/faq?a=%09%e9&b=%7f' });
    expect(read('//faq?a=%0d%0aset-cookie:b')).toMatchObject({ location: '/faq?a=%0d%0aset-cookie:b' });
  });

  it('contains path segments that were decoded only once', () => {
    expect(read('/blogs/a%252Fb')).toMatchObject({ page: { name: 'blog', params: { slug: 'a%2Fb' } } });
  });

  it.each(['/account', '/hi/account/results', '/api/result', '/ACCOUNT/x', '/%61ccount', '/MY-ACCOUNTS'])(
    'has the kind "private" and no page for the unknown path %s',
    (url) =>
      expect(read(url)).toEqual({ kind: 'private', lang: url.startsWith('/hi') ? 'hi' : 'en', page: null }),
  );

  it('has the kind "private" for a page in a private area', () => {
    expect(read('/hi/my-accounts?x=1')).toEqual({
      kind: 'private',
      lang: 'hi',
      page: { name: 'profile', lang: 'hi', path: '/my-accounts', params: {}, query: {} },
    });
  });

  it('is private if the query contains text that a visitor typed, and keeps the line breaks of the text', () => {
    expect(read('/hi/check?numbers=1%0D%0A2%00&draw=5')).toMatchObject({
      kind: 'private',
      page: { name: 'check', query: { numbers: '1 \n2 ', draw: '5' } },
    });
    expect(read('/check?numbers=')).toMatchObject({ kind: 'private', page: { query: { numbers: '' } } });
    expect(read('/check?draw=5').kind).toBe('page');
    expect(read('/check/?numbers=1')).toMatchObject({ kind: 'moved', isPrivate: true });
  });

  it('is outside the private areas if it belongs to a cached page', () => {
    const cached = resourceEntries.filter(([, { kept }]) => kept);
    const first = cached.map(([, { path }]) => path.split('/')[1] ?? '');
    expect(first.filter((segment) => privateAreas.includes(segment))).toEqual([]);
  });

  it('marks a redirect within a private area as private', () => {
    for (const url of ['/account//x', '/en/account', '//hi/account/', '/en/hi/api'])
      expect(read(url), url).toMatchObject({ kind: 'moved', isPrivate: true });
  });

  it('is rejected with 414 if it is longer than 4096 characters', () => {
    expect(read(`/${'a'.repeat(100_000)}`)).toEqual({ kind: 'bad', status: 414 });
  });

  it('cuts an overlong parameter to one character above its limit', () => {
    const { game } = resources.results.query;
    expect(read(`/results?game=${'k'.repeat(game)}`)).toMatchObject({
      page: { query: { game: 'k'.repeat(game) } },
    });
    expect(read(`/results?game=${'k'.repeat(200)}`)).toMatchObject({
      page: { query: { game: 'k'.repeat(game + 1) } },
    });
  });

  it('contains the language even if the path is unknown', () => {
    expect(read('/hi/no/such/place/at/all')).toEqual({ kind: 'unknown', lang: 'hi' });
  });

  it('is computed in linear time, even for hostile input', () => {
    // A regular expression that backtracks would need hours for each of these inputs.
    const pieces = [
      '/',
      '//',
      '/a',
      '/%2e',
      '/.',
      '%20',
      'a-',
      '-',
      'en/',
      '/en',
      '?',
      '&',
      '=',
      'a=&',
      '%',
      '\u00e9',
      ' ',
    ];
    const kinds = pieces.flatMap((piece) =>
      ['/', '//', '/results?game=', '/results?from=', '/games/', '/hi/'].map(
        (start) => read(`${start}${long(piece)}!`).kind,
      ),
    );
    expect(kinds).not.toContain('private');
    expect(kinds).toHaveLength(pieces.length * 6);
  });

  it('never causes an exception or a second redirect', () => {
    const anything = property(string({ unit: 'binary', maxLength: 60 }), (rest) => settles(`/${rest}`));
    const proper = property(webPath(), webQueryParameters(), (path, query) =>
      settles(`${path || '/'}?${query}`),
    );
    expect(() => assert(anything)).not.toThrow();
    expect(() => assert(proper)).not.toThrow();
  });
});
