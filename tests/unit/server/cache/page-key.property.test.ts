import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pageKey } from '../../../../server/cache/page-key.ts';
import { type ResourceAddress, readAddress } from '../../../../server/pages/address.ts';
import { privateAreas, resourceEntries, resources } from '../../../../shared/resources.ts';

const languages = ['en', 'hi', 'pt'];
const read = (url: string) => readAddress(url, languages, 'en');
const keyOf = (page: ResourceAddress) => pageKey(page, 'en');

/** Texts that could have the same key as another text if keys were not escaped properly. */
const trap = fc.constantFrom(
  '__proto__',
  'constructor',
  'a&b',
  'a=b',
  'a?b',
  'a#b',
  'a+b',
  'a b',
  'a%2Fb',
  'a%252fb',
  '%',
  'EN',
  'é',
  'e\u0301',
  '\u200b',
  '\ufeff',
  '\u202e',
  '𝟙',
  '..a',
  'a..',
  'keno',
  'Keno',
  'keno;x',
  "ke'no",
  'ke"no',
  '<keno>',
  'latest.json',
  ',',
  '[object Object]',
);
const text = fc.oneof(
  trap,
  fc.string({ unit: 'binary', minLength: 1, maxLength: 8 }),
  fc.string({ minLength: 1 }),
);
const segment = text.filter(
  (given) => !/[/\\\p{Cc}]/u.test(given) && given !== '.' && given !== '..' && !languages.includes(given),
);

const slug = segment.filter((given) => !given.includes('.'));

interface Meaning {
  lang: string;
  segments: string[];
  query: Record<string, string>;
}

/**
 * The cached resources, without their parameter for a text that a visitor typed. A page with such a text is never
 * cached.
 */
const cached = resourceEntries
  .map(([, resource]) => resource)
  .filter((resource) => resource.kept)
  .map(({ path, query, typedText }) => ({
    path,
    query: Object.fromEntries(Object.entries(query).filter(([name]) => name !== typedText)),
  }));
const shortest = Math.min(...cached.flatMap(({ query }) => Object.values(query)));
const queryValue = text.filter((given) => given.length <= shortest);

/** Generates the language, path and parameters of an arbitrary cached resource. */
const meaning: fc.Arbitrary<Meaning> = fc.constantFrom(...cached).chain((route) =>
  fc.record({
    lang: fc.constantFrom(...languages),
    segments: fc.tuple(
      ...route.path
        .split('/')
        .filter(Boolean)
        .map((part) => (part.startsWith(':') ? slug : fc.constant(part))),
    ),
    query: Object.keys(route.query).length
      ? fc.dictionary(fc.constantFrom(...Object.keys(route.query)), queryValue, { noNullPrototype: true })
      : fc.constant<Record<string, string>>({}),
  }),
);

/** Writes each character unescaped, or escaped with hex digits in upper or lower case. The seed selects the form. */
const spelled = (given: string, seed: number, always: RegExp): string =>
  Array.from(given, (character, index) => {
    const way = (seed >> (index % 20)) & 3;
    if (way === 0 && /[\x21-\x7e]/.test(character) && !always.test(character)) return character;
    const escaped = Array.from(Buffer.from(character), (byte) => `%${byte.toString(16).padStart(2, '0')}`);
    return way === 1 ? escaped.join('').toUpperCase() : escaped.join('');
  }).join('');

/**
 * Returns an unusual URL of a page. It has needless escapes, and its parameters are in any order, repeated or unknown.
 */
const spell = ({ lang, segments, query }: Meaning, seed: number): string => {
  const path = segments.map((each) => spelled(each, seed, /[/?#%\\]/));
  const inOrder = Object.entries(query).map(
    ([name, value]) => `${spelled(name, seed, /[&=%+#]/)}=${spelled(value, seed, /[&%+#]/)}`,
  );
  const named = seed & 1 ? inOrder.toReversed() : inOrder;
  const others = ['utm_source=%zz', '__proto__=1', 'Game=x', 'game[]=x', 'from%00=x', ';from=y', '&&='];
  const repeated = named.map((each) => `${each}x`);
  const search = [...(seed & 2 ? others : []), ...named, ...(seed & 4 ? repeated : [])].join('&');
  return `/${[...(lang === 'en' ? [] : [lang]), ...path].join('/')}${search ? `?${search}` : ''}`;
};

const seed = fc.nat(0xfffff);
const pageAt = (url: string): ResourceAddress => {
  const address = read(url);
  if (address.kind !== 'page') throw new Error(`${url} is ${address.kind}`);
  return address.page;
};
const isPage = (given: Meaning): boolean => read(spell(given, 0)).kind === 'page';
const sameMeaning = (one: Meaning, other: Meaning) => {
  const parts = ({ lang, segments, query }: Meaning) =>
    JSON.stringify([lang, segments, Object.entries(query).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
  return parts(one) === parts(other);
};

/** Returns copies of a page's language, path and parameters. Each copy differs from the original in one part. */
const changed = ({ lang, segments, query }: Meaning, other: string): Meaning[] => [
  ...languages.map((each) => ({ lang: each, segments, query })),
  ...segments.map((_, index) => ({ lang, segments: segments.with(index, other), query })),
  ...Object.entries(query).flatMap(([name, value]) =>
    ['', other, value + other].map((kept) => {
      const rest = Object.entries(query).filter(([each]) => each !== name);
      return { lang, segments, query: Object.fromEntries(kept ? [...rest, [name, kept]] : rest) };
    }),
  ),
];
describe('the page cache key', () => {
  it('is a valid URL of the page', () => {
    const page = { lang: 'hi', path: '/results', query: { to: '2026-11-21', game: 'a&b=c ?' } };
    const key = pageKey(page, 'en');
    expect(key).toBe('/hi/results?game=a%26b%3Dc%20%3F&to=2026-11-21');
    expect(read(key)).toMatchObject({ kind: 'page', page });
    expect(pageKey({ lang: 'en', path: '/', query: {} }, 'en')).toBe('/');
    expect(pageKey({ lang: 'hi', path: '/', query: {} }, 'en')).toBe('/hi');
  });

  it('is equal for all spellings of a URL and different for different pages', () => {
    fc.assert(
      fc.property(meaning, meaning, seed, seed, (one, other, how, otherwise) => {
        fc.pre(isPage(one) && isPage(other));
        const key = keyOf(pageAt(spell(one, how)));
        expect(key).toBe(keyOf(pageAt(spell(one, otherwise))));
        expect(key === keyOf(pageAt(spell(other, otherwise)))).toBe(sameMeaning(one, other));
      }),
      { numRuns: 1000 },
    );
  });

  it('changes whenever the language, the path or a parameter changes', () => {
    fc.assert(
      fc.property(meaning, text, (one, other) => {
        fc.pre(isPage(one));
        const key = keyOf(pageAt(spell(one, 0)));
        for (const variant of changed(one, other).filter(isPage))
          expect(keyOf(pageAt(spell(variant, 0))) === key).toBe(sameMeaning(one, variant));
      }),
      { numRuns: 300 },
    );
  });

  it('is a valid header value that parses to the same page', () => {
    fc.assert(
      fc.property(meaning, seed, (one, how) => {
        fc.pre(isPage(one));
        const page = pageAt(spell(one, how));
        const key = keyOf(page);
        expect(read(key)).toEqual({ kind: 'page', page });
        expect(key).toMatch(/^\/[\x21-\x7e]*$/);
        expect(page).toMatchObject({ lang: one.lang, query: one.query });
      }),
      { numRuns: 500 },
    );
  });

  it('contains only parameters that the route declares', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.webQueryParameters(), (rest, search) => {
        for (const url of [`/${rest}`, `/results?${search}`, `/results?${rest}`]) {
          const address = read(url);
          const found = address.kind === 'page' ? [address.page] : [];
          for (const page of found) {
            const names = [...new URL(keyOf(page), 'http://a').searchParams.keys()];
            const declared = Object.keys(resources[page.name].query);
            expect(names).toEqual(declared.filter((name) => names.includes(name)).toSorted());
          }
        }
      }),
    );
  });

  it('cuts an overlong parameter to one character more than the limit', () => {
    const long = fc.string({ unit: fc.constantFrom('a', '%61', 'é', '𝟙'), minLength: 260, maxLength: 400 });
    const parameter = fc.constantFrom(
      ...cached.flatMap(({ path, query }) =>
        Object.entries(query).map(([name, most]) => ({ before: `${path}?${name}=`, name, most })),
      ),
    );
    fc.assert(
      fc.property(parameter, long, ({ before, name, most }, given) => {
        const page = pageAt(before + given);
        expect(page.query[name]).toHaveLength(most + 1);
        expect(read(keyOf(page))).toEqual({ kind: 'page', page });
      }),
    );
  });

  it('does not exist for a private path in any language or spelling', () => {
    const suffix = fc.constantFrom(
      '',
      '/x.css',
      '/results',
      '/%2e',
      '?a=1',
      '/latest.json',
      '/deep/er/still',
    );
    fc.assert(
      fc.property(
        fc.constantFrom(...privateAreas),
        fc.constantFrom(...languages),
        suffix,
        seed,
        (area, lang, rest, how) => {
          const address = read(`${lang === 'en' ? '' : `/${lang}`}/${spelled(area, how, /%/)}${rest}`);
          expect(['private', 'bad']).toContain(address.kind);
        },
      ),
    );
  });
});
