import path from 'node:path';
import { readSiteConfig } from '../../server/config/site-config.ts';
import type { FormSettings } from '../../shared/forms/form.ts';
import { type FormName, forms } from '../../shared/forms/forms.ts';
import { settingsOf } from '../../shared/forms/settings.ts';

const config = readSiteConfig(path.resolve(import.meta.dirname, '../../config'));

/**
 * Returns the form settings from the repository's config/ folder. `pattern` replaces the configured form variants.
 * @param name the form whose option lists are included. Only the signup form has lists other than calling codes
 */
export function formSettings(
  pattern: Partial<FormSettings['pattern']> = {},
  name: FormName = 'signup',
): FormSettings {
  const setup = { ...config.setup, pattern: { ...config.setup.pattern, ...pattern } };
  return settingsOf(forms[name], { ...config, setup }, 'en');
}
