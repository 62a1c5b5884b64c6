import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageKey } from '../../../../server/cache/page-key.ts';
import { readAddress } from '../../../../server/routes/address.ts';

const languages = ['en', 'hi', 'pt'];
const segment = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
  .filter((text) => !/[/\\\p{Cc}]/u.test(text) && text !== '.' && text !== '..' && !languages.includes(text));
const address = fc.record({
  lang: fc.constantFrom(...languages),
  path: fc.array(segment, { maxLength: 3 }).map((segments) => `/${segments.join('/')}`),
  query: fc.dictionary(
    fc.constantFrom('game', 'from', 'to', 'cursor'),
    fc.string({ minLength: 1, maxLength: 9 }),
  ),
});

const byName = ([one]: [string, string], [other]: [string, string]) => (one < other ? -1 : 1);

describe('the key of a page', () => {
  it('is an address that leads to that page', () => {
    const page = { lang: 'hi', path: '/results', query: { to: '2026-11-21', game: 'a&b=c ?' } };
    const key = pageKey(page, 'en');
    expect(key).toBe('/hi/results?game=a%26b%3Dc%20%3F&to=2026-11-21');
    expect(readAddress(key, languages, 'en')).toMatchObject({ kind: 'page', page });
    expect(pageKey({ lang: 'en', path: '/', query: {} }, 'en')).toBe('/');
    expect(pageKey({ lang: 'hi', path: '/', query: {} }, 'en')).toBe('/hi');
  });

  it('differs wherever the pages differ', () => {
    fc.assert(
      fc.property(address, address, (one, other) => {
        const parts = (page: typeof one) =>
          JSON.stringify([page.lang, page.path, Object.entries(page.query).sort(byName)]);
        expect(pageKey(one, 'en') === pageKey(other, 'en')).toBe(parts(one) === parts(other));
      }),
    );
  });

  it('is its own proper form: every address is read back from its key', () => {
    fc.assert(
      fc.property(address, ({ lang, path, query }) => {
        const read = readAddress(pageKey({ lang, path, query }, 'en'), languages, 'en');
        expect(['page', 'unknown']).toContain(read.kind);
        const found = read.kind === 'page' ? read.page : { lang, path, query: {} };
        expect(found).toMatchObject({ lang, path });
        expect(pageKey(found, 'en')).toBe(pageKey({ lang, path, query: found.query }, 'en'));
      }),
    );
  });
});
