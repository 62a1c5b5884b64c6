import { filterPromoCode, filterWholePromoCode } from './promo-code.ts';

/**
 * Filters for typed and pasted text (spec §5). Each filter only removes characters. To find the new cursor position,
 * filter the text before the cursor and take the length of the result.
 */

/** The kind of an input, which determines its filter. */
export type InputKind =
  | 'username'
  | 'password'
  | 'identifier'
  | 'email'
  | 'mobile'
  | 'otp'
  | 'promoCode'
  | 'text';

/** Keeps only letters and digits. */
export function filterUsername(typed: string): string {
  return typed.replace(/[^A-Za-z0-9]/g, '');
}

export function filterDigits(typed: string): string {
  return typed.replace(/\D/g, '');
}

export function withoutSpaces(typed: string): string {
  return typed.replace(/\s/gu, '');
}

const filtersWhileTyping: Readonly<Record<InputKind, (typed: string) => string>> = {
  username: filterUsername,
  password: withoutSpaces,
  identifier: withoutSpaces,
  email: withoutSpaces,
  mobile: filterDigits,
  otp: filterDigits,
  promoCode: filterPromoCode,
  text: (typed) => typed,
};

/** Filters an input's text after each keystroke and paste. */
export function filterWhileTyping(kind: InputKind, typed: string): string {
  return filtersWhileTyping[kind](typed);
}

/** Filters an input's text when the field loses focus. The server applies the same filter before it validates. */
export function filterOnBlur(kind: InputKind, typed: string): string {
  if (kind === 'promoCode') return filterWholePromoCode(typed);
  const filtered = filterWhileTyping(kind, typed);
  return kind === 'text' ? filtered.trim() : filtered;
}
