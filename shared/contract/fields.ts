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
} from '../domain/identity.ts';

/**
 * Fields that several calls have. A wrong one is named with the key of its message (spec §8), which the locale files
 * hold; where the schema says nothing else it is `field.wrong`.
 */

/** Longer than any rule lets through, so that rules look at short texts alone. */
const anyText = z.string().max(200, 'field.wrong');

export const Username = anyText
  .min(1, 'enter_an_username')
  .refine((name) => isUsername(name), 'enter_valid_username');
export const NewPassword = anyText
  .min(1, 'enter_a_password')
  .refine((password) => isPassword(password), 'password_requirement');
/** Of an account that exists: whatever it is, it is compared. */
export const GivenPassword = anyText.min(1, 'enter_a_password');
/** Trimmed, in lower case. */
export const Email = anyText.transform(normaliseEmail).pipe(
  z
    .string()
    .min(1, 'enter_email_address')
    .refine((email) => isEmail(email), 'enter_valid_email'),
);
export const PhoneCode = z.string().regex(/^\+\d{1,6}$/, 'code_required');
/** Without its country's code. */
export const MobileNo = anyText.min(1, 'enter_mobile_number').regex(/^\d{6,15}$/, 'enter_valid_mobile_no');
export const Otp = z.string().regex(/^\d{6}$/, 'enter_otp');
export const PersonName = anyText.refine((name) => isPersonName(name), 'enter_valid_name');
/** ISO 3166-1 alpha-2. */
export const CountryId = z.string().regex(/^[A-Z]{2}$/, 'country_required');
/** ISO 3166-2. */
export const StateId = z.string().regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, 'state_required');
/** ISO 4217. */
export const CurrencyCode = z.string().regex(/^[A-Z]{3}$/, 'currency_required');
/** In upper case, without underscores at its end. */
export const PromoCode = anyText
  .transform(normalisePromoCode)
  .pipe(z.string().refine((code) => isPromoCode(code), 'valid_promo'));
/** Of the languages that the site ships; others are written to in the default one. */
export const Language = z.string().regex(/^[a-z]{2}(?:-[A-Z]{2})?$/, 'field.wrong');
/** 0 or 1, as a form's tick. */
export const Tick = z.union([z.literal(0), z.literal(1)]);
/** Ticked. */
export const Ticked = (message: string) => z.literal(1, message);

/** The mobile number that belongs to a code, as spec §5 has it for countries. */
export const isMobileOf = ({
  country_code,
  mobile_no,
}: {
  country_code?: string | undefined;
  mobile_no?: string | undefined;
}) => mobile_no === undefined || (country_code !== undefined && isMobile(mobile_no, country_code));

/** Either way to reach somebody: an address, or a number with its code. */
export const contactOf = <T extends { email_address?: unknown; mobile_no?: unknown }>(given: T): boolean =>
  (given.email_address === undefined) !== (given.mobile_no === undefined);
