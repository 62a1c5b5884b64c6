import path from 'node:path';
import { readLocale } from '../../server/config/locale.ts';
import { projectRoot } from '../../server/config/project-root.ts';
import type { SiteConfig } from '../../server/config/site-config.ts';

const shipped = { hi: 'hi-IN', pt: 'pt-PT', nb: 'nb-NO' } as const;

/** Adds a shipped language to a site's configuration. The pages in this language are at `/{code}/…`. */
export function addLanguage({ boot, locales }: SiteConfig, code: keyof typeof shipped): void {
  boot.languages.push({ code, name: code, locale: shipped[code], icon: code, isDefault: false });
  locales.set(code, readLocale(path.join(projectRoot, 'config'), code));
}
