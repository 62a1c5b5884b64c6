import { readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readConfigFile, SiteConfigError } from './config-file.ts';

export type LocaleTexts = { [key: string]: string | LocaleTexts };
/** Returns the path of the first value that is neither a text nor an object of texts. Returns null if there is none. */
function wrongTextIn(value: unknown): string[] | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  for (const [key, text] of Object.entries(value)) {
    const wrong = typeof text === 'string' ? null : wrongTextIn(text);
    if (wrong) return [key, ...wrong];
  }
  return null;
}
/**
 * This schema checks the texts by hand. For 7,000 texts, a recursive Zod schema would take a tenth of the site's
 * startup time.
 */
const LocaleFile = z.custom<LocaleTexts>().superRefine((value, context) => {
  const wrong = wrongTextIn(value);
  if (wrong) context.addIssue({ code: 'custom', path: wrong, message: 'must be a text' });
});

/** The texts of one language by namespace. A namespace is the name of a locale file. */
export type Locale = Map<string, LocaleTexts>;

/**
 * Reads `locale/{lang}/*.json`. A top-level key may occur in only one namespace. The server merges all namespaces, but
 * a browser loads only some of them. A key in two namespaces could therefore have different texts on the server and in
 * the browser.
 * @throws SiteConfigError that names the invalid file
 */
export function readLocale(folder: string, lang: string): Locale {
  const locale: Locale = new Map();
  const owners = new Map<string, string>();
  for (const file of localeFiles(folder, lang)) {
    const texts = readConfigFile(folder, `locale/${lang}/${file}`, LocaleFile);
    for (const key of Object.keys(texts)) {
      const owner = owners.get(key);
      if (owner) throw new SiteConfigError(`config/locale/${lang}/${file}: ${key}: is also in ${owner}`);
      owners.set(key, file);
    }
    locale.set(path.basename(file, '.json'), texts);
  }
  return locale;
}

function localeFiles(folder: string, lang: string): string[] {
  try {
    const files = readdirSync(path.join(folder, 'locale', lang)).filter((file) => file.endsWith('.json'));
    if (files.length > 0) return files.sort();
  } catch {
    // Report a missing folder with the same error as an empty folder.
  }
  throw new SiteConfigError(`config/locale/${lang} has no texts`);
}

export function allTexts(locale: Locale): LocaleTexts {
  return Object.assign({}, ...locale.values());
}
