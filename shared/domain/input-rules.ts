import type { InputBounds } from './input-bounds.ts';

/**
 * Validation rules of inputs (spec §5), the same in the browser, on the site and on the platform. They need no parser
 * library, because zod's classic build weighs 95 kB gzip. `isX` answers whether a value passes; `checkX` answers the key
 * of the message for the first rule that fails, or null. The locale files hold the texts, input-messages.ts the values
 * that the texts mention.
 */

/** Starts with a letter; letters and digits follow. */
export function isUsername(name: string, { username_min, username_max }: InputBounds): boolean {
  return /^[A-Za-z][A-Za-z0-9]*$/.test(name) && name.length >= username_min && name.length <= username_max;
}

export function checkUsername(name: string, bounds: InputBounds): string | null {
  if (name === '') return 'enter_an_username';
  if (name.length < bounds.username_min) return 'username_length_validation';
  return isUsername(name, bounds) ? null : 'enter_valid_username';
}

/** A person's name in any script: letters with their combining marks, spaces, hyphens, apostrophes. */
export function isPersonName(name: string, { input_text }: InputBounds): boolean {
  return /^\p{L}[\p{L}\p{M} '’-]*$/u.test(name) && name.length <= input_text;
}

export function checkPersonName(name: string, bounds: InputBounds): string | null {
  return isPersonName(name, bounds) ? null : 'enter_valid_name';
}

/** The name in the contact and schedule-demo forms has 3 to 16 characters, whatever is configured (spec §9). */
export const contactNameLength = { min: 3, max: 16 } as const;

/** A name in any script that may also hold digits and dots. */
export function checkContactName(name: string): string | null {
  if (name === '') return 'enter_an_username';
  const length = Array.from(name).length;
  const fits = length >= contactNameLength.min && length <= contactNameLength.max;
  return fits && /^\p{L}[\p{L}\p{M}\p{N} .'’-]*$/u.test(name) ? null : 'enter_valid_contact_name';
}

/** Spec §9. */
export const messageMax = 250;

/** Lines of text. Control characters and marks that reverse the direction of text are rejected. */
export function checkMessage(message: string): string | null {
  if (message === '') return 'enter_message';
  if (Array.from(message).length > messageMax) return 'message_length_validation';
  return /^(?:[^\p{Cc}\p{Cf}\p{Cs}]|[\n\r\t\u200c\u200d])*$/u.test(message) ? null : 'field.wrong';
}

/** E-mail addresses are stored and compared trimmed and in lower case. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/** One at-sign, a domain with a dot, nothing that needs quotes. Only a sent mail can prove more. */
export function isEmail(email: string, { email_max }: Pick<InputBounds, 'email_max'>): boolean {
  return (
    email.length <= email_max &&
    /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i.test(
      email,
    )
  );
}

/** @param email normalised */
export function checkEmail(email: string, bounds: InputBounds): string | null {
  if (email === '') return 'enter_email_address';
  return isEmail(email, bounds) ? null : 'enter_valid_email';
}

/** The rules that spec §5 gives for countries, by calling code. */
const mobileRules: Readonly<Record<string, RegExp>> = {
  '+91': /^[6-9]\d{9}$/,
  '+351': /^9[12369]\d{7}$/,
  '+47': /^[49]\d{7}$/,
};

/**
 * A mobile number without its calling code.
 * @param phoneCode such as '+91'; a country without a rule accepts any number within the bounds
 */
export function isMobile(
  digits: string,
  phoneCode: string,
  { phone_min, phone_max }: Pick<InputBounds, 'phone_min' | 'phone_max'>,
): boolean {
  if (!/^\d+$/.test(digits) || digits.length < phone_min || digits.length > phone_max) return false;
  const rule = Object.hasOwn(mobileRules, phoneCode) ? mobileRules[phoneCode] : undefined;
  return rule?.test(digits) ?? true;
}

export function checkMobile(digits: string, phoneCode: string, bounds: InputBounds): string | null {
  if (digits === '') return 'enter_mobile_number';
  return isMobile(digits, phoneCode, bounds) ? null : 'enter_valid_mobile_no';
}

export function checkPhoneCode(phoneCode: string): string | null {
  return /^\+\d{1,6}$/.test(phoneCode) ? null : 'code_required';
}

/**
 * A mobile number with its calling code, from a single field: international with a plus, or as it is dialled at home or
 * from abroad where exactly one country of the rules above has such a number.
 * @returns such as '+919876543210'; null where no country has such a number, or several have
 */
export function wholeMobile(typed: string): string | null {
  if (typed.startsWith('+')) return /^\+\d{7,18}$/.test(typed) ? typed : null;
  // Remove the prefixes of international (00) and national (0) dialling.
  const digits = typed.replace(/^0+/, '');
  const [found, ...others] = Object.entries(mobileRules).flatMap(([phoneCode, rule]) => {
    const code = phoneCode.slice(1);
    const ways = digits.startsWith(code) ? [digits, digits.slice(code.length)] : [digits];
    return ways.filter((way) => rule.test(way)).map((way) => `${phoneCode}${way}`);
  });
  return found !== undefined && others.length === 0 ? found : null;
}

/**
 * The single field of the forgot-password form: digits with an optional plus are a mobile number, anything else an
 * e-mail address (spec §5).
 * @param identifier normalised like an e-mail address
 */
export function checkIdentifier(identifier: string, bounds: InputBounds): string | null {
  if (identifier === '') return 'enter_email_or_mobile';
  if (!/^\+?\d+$/.test(identifier))
    return isEmail(identifier, { email_max: bounds.identifier_max }) ? null : 'enter_valid_email_or_mobile';
  const whole = wholeMobile(identifier);
  if (whole === null) return 'enter_valid_email_or_mobile';
  // The bounds count digits without the calling code, which only the countries with a rule reveal.
  const phoneCode = Object.keys(mobileRules).find((code) => whole.startsWith(code));
  if (phoneCode === undefined) return null;
  return isMobile(whole.slice(phoneCode.length), phoneCode, bounds) ? null : 'enter_valid_email_or_mobile';
}

/** The entries of the password checklist. */
export type PasswordLack = 'uppercase' | 'lowercase' | 'number' | 'special' | 'length';

/** The entries of the checklist that a password does not fulfil yet, in the order of the list. */
export function passwordLacks(
  password: string,
  { password_min, password_max }: Pick<InputBounds, 'password_min' | 'password_max'>,
): PasswordLack[] {
  // Count code points, so that an emoji is one character.
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

export function isPassword(
  password: string,
  bounds: Pick<InputBounds, 'password_min' | 'password_max'>,
): boolean {
  return !/\s/u.test(password) && passwordLacks(password, bounds).length === 0;
}

/** A password that is set: at signup, after a forgotten one, or in place of an old one. */
export function checkNewPassword(password: string, bounds: InputBounds): string | null {
  if (password === '') return 'enter_a_password';
  return isPassword(password, bounds) ? null : 'password_requirement';
}

export function checkConfirmation(confirmation: string, password: string): string | null {
  return confirmation === password ? null : 'password_mismatch';
}

export function checkOtp(otp: string, { otp_max }: Pick<InputBounds, 'otp_max'>): string | null {
  return /^\d+$/.test(otp) && otp.length === otp_max ? null : 'enter_otp';
}

/** Promo codes are stored and compared in upper case, without trailing underscores. */
export function normalisePromoCode(code: string): string {
  return code.replace(/\s/gu, '').replace(/_+$/, '').toUpperCase();
}

/** Letters, digits and underscores; the first is no underscore. */
export function isPromoCode(code: string, { promo_min, promo_max }: InputBounds): boolean {
  return /^[A-Za-z0-9]\w*$/.test(code) && code.length >= promo_min && code.length <= promo_max;
}

/** @param code normalised */
export function checkPromoCode(code: string, bounds: InputBounds): string | null {
  return isPromoCode(code, bounds) ? null : 'valid_promo';
}

/** Spec §5 gives the login form two variants; `content` has lower minimums than the configured ones. */
export type LoginPattern = 'content' | 'banner';
const loginMinimums = { username: { submit: 2, blur: 6 }, password: 6 } as const;

/**
 * The bounds of the login form. Pass them on to messageValues, so that the text mentions the same minimum.
 * @param at the moment of the check: leaving the field, or submitting the form
 */
export function loginBounds(bounds: InputBounds, pattern: LoginPattern, at: 'blur' | 'submit'): InputBounds {
  if (pattern === 'banner') return bounds;
  return { ...bounds, username_min: loginMinimums.username[at], password_min: loginMinimums.password };
}

/**
 * The password in the login form (spec §5).
 * @param bounds of loginBounds
 */
export function checkLoginPassword(
  password: string,
  bounds: InputBounds,
  pattern: LoginPattern,
): string | null {
  if (pattern === 'banner') return checkNewPassword(password, bounds);
  if (password === '') return 'enter_a_password';
  return Array.from(password).length < bounds.password_min ? 'password_length_validation' : null;
}
