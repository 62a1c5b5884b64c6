/**
 * What a player is known by, as rules that browser, site and platform share (spec §5). Lengths are the configured ones
 * of `inputs_max_length`; a rule answers yes or no, its words stand in the locale files.
 */

/** Default bounds (inputs_max_length). */
export const lengths = {
  phone_min: 6,
  phone_max: 15,
  password_min: 8,
  password_max: 32,
  email_max: 50,
  username_min: 3,
  username_max: 16,
  otp_max: 6,
  number: 10,
  input_text: 20,
  promo_min: 3,
  promo_max: 10,
} as const;
export type Lengths = { readonly [name in keyof typeof lengths]: number };

/** As typed, with what can never belong there taken out: letters and digits stay. */
export const filterUsername = (typed: string): string => typed.replace(/[^A-Za-z0-9]/g, '');
export const filterDigits = (typed: string): string => typed.replace(/\D/g, '');
export const withoutSpaces = (typed: string): string => typed.replace(/\s/gu, '');
export const filterPromoCode = (typed: string): string => typed.replace(/\W/g, '').replace(/^_+/, '');

/** Begins with a letter; letters and digits follow. */
export const isUsername = (name: string, { username_min, username_max }: Lengths = lengths): boolean =>
  /^[A-Za-z][A-Za-z0-9]*$/.test(name) && name.length >= username_min && name.length <= username_max;

/** A person's name in any script: letters with their marks, spaces, hyphens, apostrophes. */
export const isPersonName = (name: string, { input_text }: Lengths = lengths): boolean =>
  /^\p{L}[\p{L}\p{M} '’-]*$/u.test(name) && name.length <= input_text;

/** How an address is kept and compared: trimmed, in lower case. */
export const normaliseEmail = (email: string): string => email.trim().toLowerCase();

/** One at-sign, a domain with a dot, nothing that needs quotes. What is behind it only a mail can tell. */
export const isEmail = (email: string, { email_max }: Lengths = lengths): boolean =>
  email.length <= email_max &&
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i.test(
    email,
  );

/** The rules that spec §5 gives for countries, by their calling code. */
const mobileRules: Readonly<Record<string, RegExp>> = {
  '+91': /^[6-9]\d{9}$/,
  '+351': /^9[12369]\d{7}$/,
  '+47': /^[49]\d{7}$/,
};

/**
 * A mobile number without its country's code.
 * @param phoneCode such as '+91'; where no rule is known 6 to 15 digits pass
 */
export const isMobile = (
  digits: string,
  phoneCode: string,
  { phone_min, phone_max }: Lengths = lengths,
): boolean => {
  if (!/^\d+$/.test(digits) || digits.length < phone_min || digits.length > phone_max) return false;
  const rule = Object.hasOwn(mobileRules, phoneCode) ? mobileRules[phoneCode] : undefined;
  return rule?.test(digits) ?? true;
};

/**
 * A mobile number with its country's code, out of one field: whole with a plus, or as it is dialled at home or from
 * abroad where the rules above leave one country.
 * @returns such as '+919876543210'; null where it could be no country's, or several
 */
export const wholeMobile = (typed: string): string | null => {
  if (typed.startsWith('+')) return /^\+\d{7,18}$/.test(typed) ? typed : null;
  // 00 before a country's code, 0 before a number at home.
  const digits = typed.replace(/^0+/, '');
  const [found, ...others] = Object.keys(mobileRules).flatMap((phoneCode) => {
    const code = phoneCode.slice(1);
    const ways = digits.startsWith(code) ? [digits, digits.slice(code.length)] : [digits];
    return ways.filter((way) => isMobile(way, phoneCode)).map((way) => `${phoneCode}${way}`);
  });
  return found !== undefined && others.length === 0 ? found : null;
};

/** What a password still lacks: the entries of the checklist, in its order. */
export type PasswordLack = 'uppercase' | 'lowercase' | 'number' | 'special' | 'length';

export function passwordLacks(
  password: string,
  { password_min, password_max }: Lengths = lengths,
): PasswordLack[] {
  // As people count: an emoji is one character.
  const characters = Array.from(password).length;
  const has: [PasswordLack, boolean][] = [
    ['uppercase', /\p{Lu}/u.test(password)],
    ['lowercase', /\p{Ll}/u.test(password)],
    ['number', /\p{Nd}/u.test(password)],
    ['special', /[^\p{L}\p{M}\p{N}\s]/u.test(password)],
    ['length', characters >= password_min && characters <= password_max],
  ];
  return has.filter(([, holds]) => !holds).map(([lack]) => lack);
}

export const isPassword = (password: string, bounds: Lengths = lengths): boolean =>
  !/\s/u.test(password) && passwordLacks(password, bounds).length === 0;

/** As it is kept and compared: upper case, without underscores at the end. */
export const normalisePromoCode = (code: string): string =>
  withoutSpaces(code).replace(/_+$/, '').toUpperCase();

/** Letters, digits and underscores, not beginning with one. */
export const isPromoCode = (code: string, { promo_min, promo_max }: Lengths = lengths): boolean =>
  /^[A-Za-z0-9]\w*$/.test(code) && code.length >= promo_min && code.length <= promo_max;

/** At least 18 years of age on a day. @param birthDate, today ISO days in the site's time zone */
export function isOfAge(birthDate: string, today: string): boolean {
  const year = Number(birthDate.slice(0, 4)) + 18;
  return `${String(year).padStart(4, '0')}${birthDate.slice(4)}` <= today;
}
