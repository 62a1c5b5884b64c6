import type { InputBounds } from './input-bounds.ts';
import { contactNameLength, messageMax } from './input-rules.ts';

type Values = { readonly min?: number; readonly max?: number };

/** Maps each message key to the bounds that replace `{{min}}` and `{{max}}` in the text of the message. */
const valuesOf: Readonly<Record<string, (bounds: InputBounds) => Values>> = {
  username_length_validation: ({ username_min: min }) => ({ min }),
  enter_valid_username: ({ username_min: min, username_max: max }) => ({ min, max }),
  password_length_validation: ({ password_min: min }) => ({ min }),
  password_requirement: ({ password_min: min, password_max: max }) => ({ min, max }),
  enter_valid_name: ({ input_text: max }) => ({ max }),
  enter_valid_contact_name: () => contactNameLength,
  message_length_validation: () => ({ max: messageMax }),
  enter_otp: ({ otp_max: max }) => ({ max }),
  valid_promo: ({ promo_min: min, promo_max: max }) => ({ min, max }),
};

/**
 * Returns the values for the placeholders of a message, or an empty object for a message without placeholders.
 * @param bounds the same bounds that the check used
 */
export function messageValues(key: string, bounds: InputBounds): Values {
  return Object.hasOwn(valuesOf, key) ? (valuesOf[key]?.(bounds) ?? {}) : {};
}
