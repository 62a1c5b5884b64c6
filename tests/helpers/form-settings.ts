import path from 'node:path';
import { readSiteConfig } from '../../server/config/site-config.ts';
import type { FormSettings } from '../../shared/forms/form.ts';
import type { FormName } from '../../shared/forms/forms.ts';
import { settingsOf } from '../../shared/forms/settings.ts';

const config = readSiteConfig(path.resolve(import.meta.dirname, '../../config'));

/**
 * Returns the form settings of the shipped config/. A test can change the pattern.
 * @param name the form whose lists of options are included. Only the signup has other lists than calling codes.
 */
export function formSettings(
  pattern: Partial<FormSettings['pattern']> = {},
  name: FormName = 'signup',
): FormSettings {
  const setup = { ...config.setup, pattern: { ...config.setup.pattern, ...pattern } };
  return settingsOf(name, { ...config, setup }, 'en');
}
