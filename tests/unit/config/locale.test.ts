import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages } from '../../../platform/messages/texts.ts';
import { walletOf } from '../../../platform/wallet/service.ts';
import { codes } from '../../../shared/contract/codes.ts';

const folder = path.resolve(import.meta.dirname, '../../../config/locale');

type Words = { [key: string]: string | Words };
const flat = (words: Words, before = ''): [string, string][] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${before}${key}`, value] as [string, string]]
      : flat(value, `${before}${key}.`),
  );
const read = (language: string): Map<string, string> =>
  new Map(flat(JSON.parse(readFileSync(path.join(folder, `${language}.json`), 'utf8'))));
/** What a sentence is filled with, whatever its order in a language. */
const filled = (text: string): string[] => (text.match(/\{\{[^}]*\}\}/g) ?? []).toSorted();

const en = read('en');

it('there are words in every language that players are written to in, and in no other', () => {
  expect(readdirSync(folder).toSorted()).toEqual(languages.map((language) => `${language}.json`).toSorted());
});

describe.each([...languages])('the words of %s', (language) => {
  const words = read(language);

  it('are those of English, none empty, filled with the same', () => {
    expect([...words.keys()]).toEqual([...en.keys()]);
    const wrong = [...words].filter(
      ([key, text]) => text.trim() === '' || String(filled(text)) !== String(filled(en.get(key) ?? '')),
    );
    expect(wrong).toEqual([]);
  });

  it('have a text for every code but success, and a label for everything in a wallet', () => {
    const wanted = Object.values(codes)
      .filter((code) => code !== codes.ok)
      .map((code) => `code.${code}`);
    const { groups } = walletOf('INR', new Map(), new Map());
    const items = groups.flatMap((group) => group.items);
    const named = [...groups, ...items, ...items.flatMap((item) => item.items ?? [])];
    wanted.push(...named.map(({ name }) => `wallet.${name}`));
    expect(wanted.filter((key) => !words.has(key))).toEqual([]);
  });
});
