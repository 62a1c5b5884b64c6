/**
 * Filters for typed and pasted text (spec §5). Each filter decides character by character, so that the
 * filtered text before the cursor gives the new cursor position.
 */

/** The kind of text in an input, which decides its filter. */
export type InputKind =
  | 'username'
  | 'password'
  | 'identifier'
  | 'email'
  | 'mobile'
  | 'otp'
  | 'promoCode'
  | 'text';

/** Letters and digits stay. */
export function filterUsername(typed: string): string {
  return typed.replace(/[^A-Za-z0-9]/g, '');
}

export function filterDigits(typed: string): string {
  return typed.replace(/\D/g, '');
}

export function withoutSpaces(typed: string): string {
  return typed.replace(/\s/gu, '');
}

/** Letters, digits and underscores stay; underscores at the beginning go. */
export function filterPromoCode(typed: string): string {
  return typed.replace(/\W/g, '').replace(/^_+/, '');
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

/** Applied with each keystroke and paste. */
export function filterWhileTyping(kind: InputKind, typed: string): string {
  return filtersWhileTyping[kind](typed);
}

/** Applied when the field loses focus, and by the server before it validates. */
export function filterOnBlur(kind: InputKind, typed: string): string {
  const filtered = filterWhileTyping(kind, typed);
  if (kind === 'promoCode') return filtered.replace(/_+$/, '');
  return kind === 'text' ? filtered.trim() : filtered;
}
