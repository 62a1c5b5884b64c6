import { readInputBounds } from '../../shared/domain/input-bounds.ts';
import type { FormSettings } from '../../shared/forms/form.ts';

/** Returns the form settings of the shipped config/. A test can change the pattern. */
export function formSettings(pattern: Partial<FormSettings['pattern']> = {}): FormSettings {
  return {
    pattern: { login: 'banner', forgot: 'wizard', ...pattern },
    bounds: readInputBounds({
      phone_max: 15,
      password_max: 32,
      email_max: 50,
      username_max: 16,
    }),
  };
}
