import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { splitFrontMatter } from '../../../platform/content/front-matter.ts';

const contentDir = join(import.meta.dirname, '../../../platform/content');
const languages = readdirSync(contentDir, { withFileTypes: true })
  .filter((entry) => entry.isDirectory() && entry.name !== 'en')
  .map((entry) => entry.name);
const englishFiles = textsOf('en');
const pairs = languages.flatMap((lang) =>
  textsOf(lang)
    .filter((file) => englishFiles.includes(file))
    .map((file) => [lang, file] as const),
);

function textsOf(lang: string): string[] {
  return readdirSync(join(contentDir, lang), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .toSorted();
}

function read(lang: string, file: string) {
  const source = readFileSync(join(contentDir, lang, file), 'utf8');
  return splitFrontMatter(source, `${lang}/${file}`);
}

const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([whole, group]) => group ?? whole).toSorted();

/** Returns the kind of each line: the level of a heading, the columns of a table row, the marker of a list item. */
const shapeOf = (body: string): string[] =>
  body
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const heading = /^#+ /.exec(line)?.[0];
      if (heading !== undefined) return heading.trim();
      if (line.startsWith('|')) return `table row of ${line.split('|').length - 2}`;
      return /^ *(?:-|\d+\.) |^> |^```/.exec(line)?.[0] ?? 'text';
    });

/**
 * Returns the numbers in a text, without thousands separators, because these differ between languages. Ignores the
 * offset +5:30, because a translation may add it to explain the name "Indian Standard Time".
 */
const numbersIn = (body: string): string[] =>
  all(
    body
      .replace(/\]\([^)]*\)|\{#[^}]*\}|`[^`]*`|\+5:30/g, ' ')
      .replace(/(?<=\d)[,.\u00a0\u202f](?=\d{2,3}(?!\d)|\d{2,3}[,.\u00a0\u202f])/g, ''),
    /\d+/g,
  );

/** Returns the items of `list` without those of `other`. Each item of `other` removes at most one equal item. */
const without = (list: readonly string[], other: readonly string[]): string[] => {
  const left = [...other];
  return list.filter((item) => {
    const index = left.indexOf(item);
    if (index >= 0) left.splice(index, 1);
    return index < 0;
  });
};

/** Facts that contain words. Their words are translated, but their numbers must stay the same. */
const wordedFacts = new Set(['author', 'value']);

/** Returns all facts of a text that a translation must not change. */
const factsOf = (lang: string, file: string) => {
  const { head, body } = read(lang, file);
  const { date, modified, image, order, index, layout, meta } = head;
  const facts = Object.entries(meta).map(([name, value]) =>
    wordedFacts.has(name) ? [name, String(value).match(/\d+/g)?.toSorted()] : [name, value],
  );
  return {
    head: { date, modified, image, order, index, layout, facts },
    shape: shapeOf(body),
    links: all(body, /\]\(([^)]*)\)/g),
    code: all(body, /`[^`\n]+`/g),
    placeholders: all(body, /\{operator\.\w+\}/g),
    bold: all(body, /\*\*/g).length,
    capitals: all(body, /\b[A-Z]+\d+\b/g),
  };
};

/** Lines that may be equal to the English ones: names, code, and words that are the same in some language. */
const sameInSomeLanguage = new Set([
  "printf 'SEED' | xxd -r -p | sha256sum",
  '| Golden Daily 5/36 | Daily Lotto |',
  '| Golden Pick 3 | Pick-3, Pick Three |',
  '| Golden Jackpot 6/49 | Lotto 6/49 |',
  '| Golden Keno 20/80 | Keno |',
  '| Golden Lotto | GoldenLotto, Golden Lottery |',
  '| Lucky Symbols | Lucky Symbol |',
  '| Golden Jaldi | Jaldi 5 |',
  '| Golden Raffle | the Golden raffle ticket |',
  'E-mail: <{operator.email}>',
  '## Cookies',
  'title: Golden Lotto',
]);

/** Returns the untranslated lines of a file: each has at least one word and is equal to a line of the English file. */
const untranslatedLines = (lang: string, file: string): string[] => {
  const linesOf = (folder: string) =>
    readFileSync(join(contentDir, folder, file), 'utf8')
      .split('\n')
      .map((line) => line.trim());
  const english = new Set(linesOf('en'));
  return linesOf(lang).filter(
    (line) =>
      english.has(line) &&
      /\p{L}{3}/u.test(line.replace(/\{operator\.\w+\}|Golden [A-Z]\w+/g, '')) &&
      !sameInSomeLanguage.has(line) &&
      !/^(?:date|modified|image|order|index|layout|meta|starts|ends|code|email):|^title: (?:Golden|Lucky) /.test(
        line,
      ),
  );
};

describe('translated content files', () => {
  it.each(languages)('contain a translation of every English text, and no other text, in %s', (lang) => {
    expect(textsOf(lang)).toEqual(englishFiles);
  });

  it.each(pairs)('have the structure, links, codes and dates of the English text: %s/%s', (lang, file) => {
    expect(factsOf(lang, file)).toEqual(factsOf('en', file));
  });

  it.each(pairs)('state every number of the English text, and no other number: %s/%s', (lang, file) => {
    const english = numbersIn(read('en', file).body);
    const translated = numbersIn(read(lang, file).body);
    expect(without(english, translated)).toEqual([]);
    // A translation may repeat a number, for example the year of a law.
    expect(without([...new Set(translated)], english)).toEqual([]);
  });

  it.each(pairs)('contain no line that is left in English: %s/%s', (lang, file) => {
    expect(untranslatedLines(lang, file)).toEqual([]);
  });
});
