import { readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { projectRoot } from './project-root.ts';

const BootConfig = z.object({
  defaultLanguage: z.string(),
  languages: z.array(z.object({ code: z.string() })),
});

/**
 * Reads the languages in which the site has pages. The first one is the default language.
 * @param folder folder that contains `boot_config.json`
 * @throws ZodError or SyntaxError for a malformed file
 */
export function readSiteLanguages(folder = path.join(projectRoot, 'config')): string[] {
  const boot = BootConfig.parse(JSON.parse(readFileSync(path.join(folder, 'boot_config.json'), 'utf8')));
  const codes = boot.languages.map(({ code }) => code);
  return [boot.defaultLanguage, ...codes.filter((code) => code !== boot.defaultLanguage)];
}
