import { readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { languages } from '../../../platform/messages/texts.ts';
import { walletOf } from '../../../platform/wallet/service.ts';
import { allTexts, type LocaleTexts, readLocale } from '../../../server/config/locale.ts';
import { codes } from '../../../shared/contract/codes.ts';

const config = path.resolve(import.meta.dirname, '../../../config');

const flat = (texts: LocaleTexts, before = ''): [string, string][] =>
  Object.entries(texts).flatMap(([key, value]) =>
    typeof value === 'string'
      ? [[`${before}${key}`, value] as [string, string]]
      : flat(value, `${before}${key}.`),
  );
/**
 * Returns the placeholders of a text. The placeholders are sorted, because their order in the text differs between
 * languages.
 */
const placeholders = (text: string): string[] => (text.match(/\{\{[^}]*\}\}/g) ?? []).toSorted();

const english = readLocale(config, 'en');

/**
 * Returns the plural forms that a text needs in a language. The plural rules of the code `pt` are those of Brazil,
 * where zero is singular. The texts are written for Portugal, where zero is plural, so they need the extra form `zero`.
 */
const pluralForms = (language: string): string[] => [
  ...(language === 'pt' ? ['zero'] : []),
  ...new Intl.PluralRules(language).resolvedOptions().pluralCategories,
];
const pluralKey = /^(.*)_(zero|one|two|few|many|other)$/;
/** Returns the English keys of a namespace, with the plural forms that another language needs. */
function keysIn(language: string, keys: readonly string[]): string[] {
  const names = keys.map((key) => {
    const name = pluralKey.exec(key)?.[1];
    return name !== undefined && keys.includes(`${name}_other`) ? name : key;
  });
  return [...new Set(names)].flatMap((name) =>
    keys.includes(`${name}_other`) ? pluralForms(language).map((form) => `${name}_${form}`) : [name],
  );
}

it('config/locale has exactly one folder for each language of the platform’s messages', () => {
  expect(readdirSync(path.join(config, 'locale')).toSorted()).toEqual([...languages].toSorted());
});

describe.each([...languages])('the locale files in %s', (language) => {
  const locale = readLocale(config, language);

  it('have the same namespaces as the English files', () => {
    expect([...locale.keys()]).toEqual([...english.keys()]);
  });

  it.each([...english.keys()])(
    'have the same keys and placeholders as the English files, in the namespace %s',
    (namespace) => {
      const wanted = new Map(flat(english.get(namespace) ?? {}));
      const texts = new Map(flat(locale.get(namespace) ?? {}));
      expect([...texts.keys()].toSorted()).toEqual(keysIn(language, [...wanted.keys()]).toSorted());
      const wrong = [...texts].filter(
        ([key, text]) =>
          text.trim() === '' ||
          String(placeholders(text)) !==
            String(placeholders(wanted.get(key) ?? wanted.get(key.replace(pluralKey, '$1_other')) ?? '')),
      );
      expect(wrong).toEqual([]);
    },
  );

  it('contain a text for every error code and every wallet item', () => {
    const texts = new Map(flat(allTexts(locale)));
    const wanted = Object.values(codes)
      .filter((code) => code !== codes.ok)
      .map((code) => `code.${code}`);
    const { groups } = walletOf('INR', new Map(), new Map());
    const items = groups.flatMap((group) => group.items);
    const named = [...groups, ...items, ...items.flatMap((item) => item.items ?? [])];
    wanted.push(...named.map(({ name }) => `wallet.${name}`));
    expect(wanted.filter((key) => !texts.has(key))).toEqual([]);
  });
});
