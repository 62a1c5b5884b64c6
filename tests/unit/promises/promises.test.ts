import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { z } from 'zod';
import { languages } from '../../../platform/messages/texts.ts';

const root = path.resolve(import.meta.dirname, '../../..');
const sentence = z.string().min(10);

/**
 * One promise to visitors or players. `texts` contains the sentences that state the promise, in every language. The
 * path of a text contains `{lang}`, except for a mail, because one file contains a mail in all languages. Each proof
 * has a file and a name. For a test, the name is the name of the test. For a page of the documentation, the name is a
 * part of the line that tells operators what to do.
 */
const Promises = z.array(
  z.strictObject({
    promise: z.string(),
    texts: z
      .array(
        z.strictObject({
          file: z.string().regex(/\{lang\}|^platform\/messages\/texts\//),
          en: sentence,
          hi: sentence,
          pt: sentence,
          nb: sentence,
        }),
      )
      .min(1),
    proofs: z.array(z.strictObject({ file: z.string(), name: z.string().min(10) })).min(1),
  }),
);

const files = new Map<string, string>();
function read(file: string): string {
  const known = files.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(path.join(root, file), 'utf8');
  files.set(file, text);
  return text;
}

const lists = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.yaml'));
const promises = lists.flatMap((file) =>
  Promises.parse(parse(readFileSync(path.join(import.meta.dirname, file), 'utf8'))),
);

/** Files whose texts only state facts and give advice. */
const withoutPromise = ['blogs.md', 'blogs/odds-explained.md', 'games.md', 'home.md', 'home/play-safely.md'];

/** Files outside `platform/content` with texts that make promises. The pattern matches the keys of these texts. */
const promising: readonly [file: string, keys: RegExp][] = [
  ['config/locale/{lang}/account.json', /^account\.(identity_text\.none|limits\.(timeOut|exclude)\.\w+)$/],
  ['config/locale/{lang}/account.json', /^account\.(loyalty\.(bonus_text|how_\w+)|referral\.rule_\w+)$/],
  ['config/locale/{lang}/site.json', /^excluded\.\w+$/],
  ['config/locale/{lang}/forms.json', /^form\.(forgot-password\.otp_text|verify_otp_text)$/],
  [
    'config/locale/{lang}/forms.json',
    /^form\.(change-email\.text|(take-back-contact|stop-invitations)\.hint)$/,
  ],
  ['platform/messages/texts/exclusion.yaml', /^en\.body\.\d+$/],
  ['platform/messages/texts/time_out.yaml', /^en\.body\.\d+$/],
];

/** Returns the texts of a tree with their keys, such as `excluded.money`. */
function textsIn(tree: unknown, key = ''): [key: string, text: string][] {
  if (typeof tree === 'string') return [[key, tree]];
  return Object.entries(z.looseObject({}).or(z.array(z.unknown())).parse(tree)).flatMap(([name, one]) =>
    textsIn(one, key === '' ? name : `${key}.${name}`),
  );
}

/**
 * Whether a file contains a test with this name. In a page of the documentation, the name may be any part of the text.
 */
function proves(file: string, name: string): boolean {
  const text = read(file);
  return file.endsWith('.md')
    ? text.includes(name)
    : ["'", '"', '`'].some((quote) => text.includes(`${quote}${name}${quote}`));
}

describe('the list of promises', () => {
  it.each(promises)('quotes the current text in every language: $promise', ({ texts }) => {
    const changed = texts.flatMap(({ file, ...sentences }) =>
      languages
        .filter((lang) => !read(file.replace('{lang}', lang)).includes(sentences[lang]))
        .map((lang) => `${file.replace('{lang}', lang)}: ${sentences[lang]}`),
    );
    // A changed sentence may promise something else. Compare it with the proof, then quote the new sentence.
    expect(changed).toEqual([]);
  });

  it.each(promises)('names existing tests or operator duties as proof: $promise', ({ proofs }) => {
    expect(proofs.filter(({ file, name }) => !proves(file, name))).toEqual([]);
  });

  it('covers every text that makes a promise', () => {
    const folder = 'platform/content/en';
    const texts = readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' });
    const listed = new Set(
      promises.flatMap(({ texts: quoted }) => quoted.map(({ file }) => file.replace('{lang}', 'en'))),
    );
    const unlisted = texts.filter((file) => file.endsWith('.md') && !listed.has(`${folder}/${file}`));
    expect(unlisted.toSorted()).toEqual(withoutPromise);
  });

  it.each(promising)('for %s, quotes a sentence of each text whose key matches %s', (file, keys) => {
    const quoted = promises.flatMap(({ texts }) => texts.filter((text) => text.file === file));
    // Skip titles and labels, which have no full stop at the end.
    const sentences = textsIn(parse(read(file.replace('{lang}', 'en')))).filter(
      ([key, text]) => keys.test(key) && text.endsWith('.'),
    );
    expect(sentences.length).toBeGreaterThan(0);
    expect(sentences.filter(([, text]) => !quoted.some(({ en }) => text.includes(en)))).toEqual([]);
  });
});
