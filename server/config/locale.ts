import { readdirSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { readConfigFile, SiteConfigError } from './config-file.ts';

export type LocaleTexts = { [key: string]: string | LocaleTexts };
const LocaleFile: z.ZodType<LocaleTexts> = z.lazy(() =>
  z.record(z.string(), z.union([z.string(), LocaleFile])),
);

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
    // A missing folder is reported like an empty folder.
  }
  throw new SiteConfigError(`config/locale/${lang} has no texts`);
}

export function allTexts(locale: Locale): LocaleTexts {
  return Object.assign({}, ...locale.values());
}
