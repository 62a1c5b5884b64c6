import { z } from 'zod';
import {
  isEmail,
  isMobile,
  isPassword,
  isPersonName,
  isPromoCode,
  isUsername,
  normaliseEmail,
  normalisePromoCode,
  wholeMobile,
} from '../domain/identity.ts';

/**
 * Fields that several calls have. A wrong one is named with the key of its message (spec §8), which the locale files
 * hold; where the schema says nothing else it is `field.wrong`.
 */

/**
 * Longer than any rule lets through, so that rules look at short texts alone.
 * @param missing key of the message where it is not there, or no text
 */
const text = (missing: string) => z.string(missing).max(200, 'field.wrong');

export const Username = text('enter_an_username')
  .min(1, 'enter_an_username')
  .refine((name) => isUsername(name), 'enter_valid_username');
export const NewPassword = text('enter_a_password')
  .min(1, 'enter_a_password')
  .refine((password) => isPassword(password), 'password_requirement');
/** Of an account that exists: whatever it is, it is compared. */
export const GivenPassword = text('enter_a_password').min(1, 'enter_a_password');
/** Trimmed, in lower case. */
export const Email = text('enter_email_address')
  .transform(normaliseEmail)
  .pipe(
    z
      .string()
      .min(1, 'enter_email_address')
      .refine((email) => isEmail(email), 'enter_valid_email'),
  );
export const PhoneCode = z.string('code_required').regex(/^\+\d{1,6}$/, 'code_required');
/** Without its country's code. */
export const MobileNo = text('enter_mobile_number')
  .min(1, 'enter_mobile_number')
  .regex(/^\d{6,15}$/, 'enter_valid_mobile_no');
/**
 * In one field: whole with a plus in front, or without its country's code, which then stands beside it or is plain from
 * the number.
 */
export const AnyMobileNo = text('enter_mobile_number')
  .min(1, 'enter_mobile_number')
  .regex(/^(?:\d{6,15}|\+\d{7,18})$/, 'enter_valid_mobile_no');
export const Otp = z.string('enter_otp').regex(/^\d{6}$/, 'enter_otp');
export const PersonName = text('enter_valid_name').refine((name) => isPersonName(name), 'enter_valid_name');
/** ISO 3166-1 alpha-2. */
export const CountryId = z.string('country_required').regex(/^[A-Z]{2}$/, 'country_required');
/** ISO 3166-2. */
export const StateId = z.string('state_required').regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, 'state_required');
/** ISO 4217. */
export const CurrencyCode = z.string('currency_required').regex(/^[A-Z]{3}$/, 'currency_required');
/** In upper case, without underscores at its end. */
export const PromoCode = text('valid_promo')
  .transform(normalisePromoCode)
  .pipe(z.string().refine((code) => isPromoCode(code), 'valid_promo'));
/** Whoever chose a language in which nothing is written is written to in English. */
export const Language = z.string().regex(/^[a-z]{2}(?:-[A-Z]{2})?$/, 'field.wrong');
/** 0 or 1, as a form's tick. */
export const Tick = z.union([z.literal(0), z.literal(1)]);
/** Ticked. */
export const Ticked = (message: string) => z.literal(1, message);

interface Mobile {
  country_code?: string | undefined;
  mobile_no?: string | undefined;
}
/** A mobile number comes with its country's code. */
export const hasPhoneCode = ({ country_code, mobile_no }: Mobile): boolean =>
  mobile_no === undefined || country_code !== undefined;

/** A number of one field whose country is known. */
export const hasCountry = ({ country_code, mobile_no }: Mobile): boolean =>
  mobile_no === undefined || country_code !== undefined || wholeMobile(mobile_no) !== null;

/** What `AnyMobileNo` and the code beside it come to, with the country's code; null where that is no mobile. */
export const wholeMobileOf = ({ country_code, mobile_no = '' }: Mobile): string | null => {
  if (country_code === undefined || mobile_no.startsWith('+')) return wholeMobile(mobile_no);
  return isMobile(mobile_no, country_code) ? `${country_code}${mobile_no}` : null;
};

/** The number belongs to its code, as spec §5 has it for countries. */
export const isMobileOf = ({ country_code, mobile_no }: Mobile): boolean =>
  mobile_no === undefined || country_code === undefined || isMobile(mobile_no, country_code);

/** One way to reach somebody: a mail address, or a number. */
export const hasOneContact = (given: { email_address?: unknown; mobile_no?: unknown }): boolean =>
  (given.email_address === undefined) !== (given.mobile_no === undefined);
