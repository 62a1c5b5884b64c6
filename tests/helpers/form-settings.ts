import { readInputBounds } from '../../shared/domain/input-bounds.ts';
import type { FormSettings } from '../../shared/forms/form.ts';

/** The settings of config/ as shipped, with another pattern where a test wants one. */
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
