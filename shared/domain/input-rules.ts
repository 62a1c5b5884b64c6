import type { InputBounds } from './input-bounds.ts';

/**
 * Validation rules of inputs (spec §5). The browser, the site and the platform use the same rules. The rules use no
 * parser library, because zod's classic build would add 95 kB (gzip) to the client. `isX` returns whether a value is
 * valid. `checkX` returns the message key of the first violated rule, or null. The locale files contain the texts of
 * the messages. input-messages.ts contains the values for the placeholders in these texts.
 */

/** Accepts a letter followed by letters and digits. */
export function isUsername(name: string, { username_min, username_max }: InputBounds): boolean {
  return /^[A-Za-z][A-Za-z0-9]*$/.test(name) && name.length >= username_min && name.length <= username_max;
}

export function checkUsername(name: string, bounds: InputBounds): string | null {
  if (name === '') return 'enter_an_username';
  if (name.length < bounds.username_min) return 'username_length_validation';
  return isUsername(name, bounds) ? null : 'enter_valid_username';
}

/** Accepts a person's name in any script: letters with combining marks, spaces, hyphens, apostrophes. */
export function isPersonName(name: string, { input_text }: InputBounds): boolean {
  return /^\p{L}[\p{L}\p{M} '’-]*$/u.test(name) && name.length <= input_text;
}

export function checkPersonName(name: string, bounds: InputBounds): string | null {
  return isPersonName(name, bounds) ? null : 'enter_valid_name';
}

/** Names in the contact and schedule-demo forms have 3 to 16 characters, regardless of the configuration (spec §9). */
export const contactNameLength = { min: 3, max: 16 } as const;

/** Checks a name of letters (of any script), digits, spaces, hyphens, apostrophes and dots. A letter must be first. */
export function checkContactName(name: string): string | null {
  if (name === '') return 'enter_an_username';
  const length = Array.from(name).length;
  const fits = length >= contactNameLength.min && length <= contactNameLength.max;
  return fits && /^\p{L}[\p{L}\p{M}\p{N} .'’-]*$/u.test(name) ? null : 'enter_valid_contact_name';
}

/** Maximum length of a message (spec §9). */
export const messageMax = 250;

/**
 * Checks a text of several lines. Rejects control characters other than line breaks and tabs. Also rejects invisible
 * formatting marks, such as those that reverse the text direction.
 */
export function checkMessage(message: string): string | null {
  if (message === '') return 'enter_message';
  if (Array.from(message).length > messageMax) return 'message_length_validation';
  return /^(?:[^\p{Cc}\p{Cf}\p{Cs}]|[\n\r\t\u200c\u200d])*$/u.test(message) ? null : 'field.wrong';
}

/** Trims an e-mail address and converts it to lower case. Addresses are stored and compared in this form. */
export function normaliseEmail(email: string): string {
  return email.trim().toLowerCase();
}

/**
 * Requires one at-sign and a domain with a dot, and rejects characters that need quotes. The function cannot tell
 * whether the address exists.
 */
export function isEmail(email: string, { email_max }: Pick<InputBounds, 'email_max'>): boolean {
  return (
    email.length <= email_max &&
    /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/i.test(
      email,
    )
  );
}

/** @param email already normalised */
export function checkEmail(email: string, bounds: InputBounds): string | null {
  if (email === '') return 'enter_email_address';
  return isEmail(email, bounds) ? null : 'enter_valid_email';
}

/** Patterns of mobile numbers by calling code, for the countries of spec §5. */
const mobileRules: Readonly<Record<string, RegExp>> = {
  '+91': /^[6-9]\d{9}$/,
  '+351': /^9[12369]\d{7}$/,
  '+47': /^[49]\d{7}$/,
};

/**
 * Returns whether a mobile number without its calling code is valid.
 * @param phoneCode such as '+91'; a country without a pattern accepts any number within the bounds
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
 * Adds the calling code to a mobile number that was typed into a single field. The number may have the dialling prefix
 * 0 or 00. A number with a plus already has its calling code.
 * @returns a number such as '+919876543210'. A number with a plus is returned unchanged if it has 7 to 18 digits. Any
 * other number must fit exactly one country of `mobileRules`. Otherwise, the result is null.
 */
export function wholeMobile(typed: string): string | null {
  if (typed.startsWith('+')) return /^\+\d{7,18}$/.test(typed) ? typed : null;
  // Remove all leading zeros: 00 is the prefix of international dialling, and 0 of national dialling.
  const digits = typed.replace(/^0+/, '');
  const [found, ...others] = Object.entries(mobileRules).flatMap(([phoneCode, rule]) => {
    const code = phoneCode.slice(1);
    const ways = digits.startsWith(code) ? [digits, digits.slice(code.length)] : [digits];
    return ways.filter((way) => rule.test(way)).map((way) => `${phoneCode}${way}`);
  });
  return found !== undefined && others.length === 0 ? found : null;
}

/**
 * Checks the single field of the forgot-password form. A text of digits, with or without a plus, is a mobile number.
 * Any other text is an e-mail address (spec §5).
 * @param identifier normalised like an e-mail address
 */
export function checkIdentifier(identifier: string, bounds: InputBounds): string | null {
  if (identifier === '') return 'enter_email_or_mobile';
  if (!/^\+?\d+$/.test(identifier))
    return isEmail(identifier, { email_max: bounds.identifier_max }) ? null : 'enter_valid_email_or_mobile';
  const whole = wholeMobile(identifier);
  if (whole === null) return 'enter_valid_email_or_mobile';
  // The bounds apply to the digits after the calling code. They are not checked if the country has no pattern, because
  // its calling code is then unknown.
  const phoneCode = Object.keys(mobileRules).find((code) => whole.startsWith(code));
  if (phoneCode === undefined) return null;
  return isMobile(whole.slice(phoneCode.length), phoneCode, bounds) ? null : 'enter_valid_email_or_mobile';
}

/** A requirement of the password checklist. */
export type PasswordLack = 'uppercase' | 'lowercase' | 'number' | 'special' | 'length';

/** Returns the requirements of the checklist that a password does not meet yet, in the order of the list. */
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

/** A valid password is strong if it has at least this many characters, and at least 9 different ones. */
const strongLength = 12;

/**
 * Returns the strength that a form shows while a password is typed. The platform decides which passwords are accepted.
 */
export function passwordStrength(password: string, bounds: InputBounds): 'weak' | 'fair' | 'strong' {
  if (!isPassword(password, bounds)) return 'weak';
  const differentCharacters = new Set(password).size;
  return Math.min(Array.from(password).length, differentCharacters + 3) >= strongLength ? 'strong' : 'fair';
}

/** Checks a new password, at signup or when a password is changed or reset. */
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

/**
 * Converts a promo code to upper case and removes spaces and trailing underscores. Promo codes are stored and compared
 * in this form.
 */
export function normalisePromoCode(code: string): string {
  return code.replace(/\s/gu, '').replace(/_+$/, '').toUpperCase();
}

/** Accepts letters, digits and underscores, but no leading underscore. */
export function isPromoCode(code: string, { promo_min, promo_max }: InputBounds): boolean {
  return /^[A-Za-z0-9]\w*$/.test(code) && code.length >= promo_min && code.length <= promo_max;
}

/** @param code already normalised */
export function checkPromoCode(code: string, bounds: InputBounds): string | null {
  return isPromoCode(code, bounds) ? null : 'valid_promo';
}

/**
 * The two variants of the login form (spec §5). `banner` applies the configured minimum lengths. `content` has lower
 * minimum lengths of its own.
 */
export type LoginPattern = 'content' | 'banner';
const loginMinimums = { username: { submit: 2, blur: 6 }, password: 6 } as const;

/**
 * Returns the bounds of the login form. Pass the same bounds to messageValues, so that the error message names the
 * right minimum.
 * @param at `blur` if the field has lost the focus, `submit` if the form is submitted
 */
export function loginBounds(bounds: InputBounds, pattern: LoginPattern, at: 'blur' | 'submit'): InputBounds {
  if (pattern === 'banner') return bounds;
  return { ...bounds, username_min: loginMinimums.username[at], password_min: loginMinimums.password };
}

/**
 * Checks the password in the login form (spec §5).
 * @param bounds the result of loginBounds
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
