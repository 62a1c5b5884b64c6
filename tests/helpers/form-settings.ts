import path from 'node:path';
import { readSiteConfig } from '../../server/config/site-config.ts';
import type { FormSettings } from '../../shared/forms/form.ts';
import { type FormName, forms } from '../../shared/forms/forms.ts';
import { settingsOf } from '../../shared/forms/settings.ts';

const config = readSiteConfig(path.resolve(import.meta.dirname, '../../config'));

/**
 * Returns the form settings of config/ in the repository. `pattern` replaces the configured variants of the forms.
 * @param name the form whose lists of options are included. Only the signup has lists other than calling codes
 */
export function formSettings(
  pattern: Partial<FormSettings['pattern']> = {},
  name: FormName = 'signup',
): FormSettings {
  const setup = { ...config.setup, pattern: { ...config.setup.pattern, ...pattern } };
  return settingsOf(forms[name], { ...config, setup }, 'en');
}
