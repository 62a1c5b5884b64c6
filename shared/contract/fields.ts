import { z } from 'zod';
import { type InputBounds, widestInputBounds } from '../domain/input-bounds.ts';
import {
  checkEmail,
  checkMobile,
  checkNewPassword,
  checkOtp,
  checkPersonName,
  checkPromoCode,
  checkUsername,
  isMobile,
  normaliseEmail,
  normalisePromoCode,
  wholeMobile,
} from '../domain/input-rules.ts';
import { Line } from './values.ts';

/**
 * Fields that several calls share. The message key of an invalid field (spec §8) is in the locale files; the default
 * key is `field.wrong`. The schemas check the widest bounds that an operator can configure. The configured bounds are
 * checked later (configured-bounds.ts), and only for new values. Therefore, names, addresses and passwords of existing
 * accounts stay valid when the configuration changes.
 */

/** @returns the message key, or null for a valid value */
export type BoundsCheck = (value: string, bounds: InputBounds) => string | null;
const configured = 'The bounds are configured (`inputsMaxLength`), by default:';

/** Registry of the schemas with configured bounds. */
export const boundedInputs = z.registry<{ check: BoundsCheck }>();

/**
 * A string schema that checks the maximum length before all other rules. @param missing message key for a missing field
 */
const text = (missing: string) => Line(missing).max(300, { error: 'field.wrong', abort: true });

/**
 * A string schema that checks the value with a rule of shared/domain/. The rule uses the widest configurable bounds.
 * @param normalise converts the value before the rule checks it
 */
const checked = (missing: string, check: BoundsCheck, normalise?: (value: string) => string) => {
  const given = text(missing);
  return (normalise ? given.overwrite(normalise) : given).check(({ value, issues }) => {
    const message = check(value, widestInputBounds);
    if (message !== null) issues.push({ code: 'custom', message, input: value });
  });
};

/** The username of an existing account. It may be older than the configured bounds, so they do not apply. */
export const GivenUsername = checked('enter_an_username', checkUsername).describe(
  'Letters and digits, starting with a letter; case is ignored.',
);
export const Username = checked('enter_an_username', checkUsername)
  .describe(
    `Letters and digits, starting with a letter; unique regardless of case. ${configured} 3 to 16 characters.`,
  )
  .register(boundedInputs, {
    check: checkUsername,
  });
export const NewPassword = checked('enter_a_password', checkNewPassword)
  .describe(
    `A lower-case and an upper-case letter, a digit and a special character, no spaces. ${configured} 8 to 32 characters.`,
  )
  .register(boundedInputs, {
    check: checkNewPassword,
  });
/** The password of an existing account. It is compared without normalisation. */
export const GivenPassword = text('enter_a_password')
  .min(1, 'enter_a_password')
  .describe('Any characters except control characters.');

const email = () => checked('enter_email_address', checkEmail, normaliseEmail);
/** The e-mail address of an existing account. It may be older than the configured bounds, so they do not apply. */
export const GivenEmail = email().describe(
  'Trimmed and converted to lower case before validation; one @, a domain with a dot.',
);
export const Email = email()
  .describe(
    `Trimmed and converted to lower case before validation; one @, a domain with a dot. ${configured} at most 50 characters.`,
  )
  .register(boundedInputs, { check: checkEmail });
export const PhoneCode = z
  .string('code_required')
  .regex(/^\+\d{1,6}$/, 'code_required')
  .describe('A calling code with its plus.');
/** The calling code is in another field. This schema can therefore check only the length of the digits. */
const checkMobileLength: BoundsCheck = (digits, bounds) => checkMobile(digits, '', bounds);
export const MobileNo = checked('enter_mobile_number', checkMobileLength)
  .describe(`Digits, without the calling code. ${configured} 6 to 15 digits.`)
  .register(boundedInputs, {
    check: checkMobileLength,
  });
/**
 * Mobile number of an existing account: an international number with a plus, or digits only. For digits only, the
 * country is given by the calling code in another field, or is the only country whose rule the digits follow.
 */
export const AnyMobileNo = text('enter_mobile_number')
  .min(1, 'enter_mobile_number')
  .regex(/^(?:\d{4,15}|\+\d{7,18})$/, 'enter_valid_mobile_no')
  .describe('Digits without the calling code, or the international number with a plus.');
export const Otp = z
  .string('enter_otp')
  .regex(/^\d{4,10}$/, 'enter_otp')
  .describe(`A one-time password. ${configured} 6 digits.`)
  .register(boundedInputs, { check: checkOtp });
export const PersonName = checked('enter_valid_name', checkPersonName)
  .describe(
    `Letters of any script, spaces, hyphens and apostrophes, starting with a letter. ${configured} at most 20 characters.`,
  )
  .register(boundedInputs, {
    check: checkPersonName,
  });
export const CountryId = z
  .string('country_required')
  .regex(/^[A-Z]{2}$/, 'country_required')
  .describe('ISO 3166-1 alpha-2.');
export const StateId = z
  .string('state_required')
  .regex(/^[A-Z]{2}-[A-Z0-9]{1,3}$/, 'state_required')
  .describe('ISO 3166-2.');
export const CurrencyCode = z
  .string('currency_required')
  .regex(/^[A-Z]{3}$/, 'currency_required')
  .describe('ISO 4217; PTS for loyalty points.');
export const PromoCode = checked('valid_promo', checkPromoCode, normalisePromoCode)
  .describe(
    `Converted to upper case, without trailing underscores; letters, digits, underscores. ${configured} 3 to 10 characters.`,
  )
  .register(boundedInputs, { check: checkPromoCode });
export const Language = z
  .string()
  .regex(/^[a-z]{2}(?:-[A-Z]{2})?$/, 'field.wrong')
  .describe('BCP 47, language and optionally region; English where a text does not exist in it.');
export const Tick = z.union([z.literal(0), z.literal(1)]).describe('1 ticked, 0 not.');
export const Ticked = (message: string) => z.literal(1, message);

interface Mobile {
  country_code?: string | undefined;
  mobile_no?: string | undefined;
}
/** Whether a request contains the calling code of its mobile number. True for a request without a mobile number. */
export const hasPhoneCode = ({ country_code, mobile_no }: Mobile): boolean =>
  mobile_no === undefined || country_code !== undefined;

/** Whether the country of a request's mobile number is known. True for a request without a mobile number. */
export const hasCountry = ({ country_code, mobile_no }: Mobile): boolean =>
  mobile_no === undefined || country_code !== undefined || wholeMobile(mobile_no) !== null;

/** The international form of a mobile number; null if `mobile_no` and `country_code` form no valid number. */
export const wholeMobileOf = ({ country_code, mobile_no = '' }: Mobile): string | null => {
  if (country_code === undefined || mobile_no.startsWith('+')) return wholeMobile(mobile_no);
  return isMobile(mobile_no, country_code, widestInputBounds) ? `${country_code}${mobile_no}` : null;
};

/**
 * Whether a mobile number follows the rule of its country (spec §5). Without a number or a calling code, there is
 * nothing to check, so the result is true.
 */
export const isMobileOf = ({ country_code, mobile_no }: Mobile): boolean =>
  mobile_no === undefined ||
  country_code === undefined ||
  isMobile(mobile_no, country_code, widestInputBounds);

/** Whether exactly one contact is given: an e-mail address or a mobile number. */
export const hasOneContact = (given: { email_address?: unknown; mobile_no?: unknown }): boolean =>
  (given.email_address === undefined) !== (given.mobile_no === undefined);

export const contact = {
  email_address: Email.optional(),
  country_code: PhoneCode.optional(),
  mobile_no: MobileNo.optional(),
};
export const codeMissing = { path: ['country_code'], error: 'code_required' };
export const mobileWrong = { path: ['mobile_no'], error: 'enter_valid_mobile_no' };

/** Descriptions of rules that involve several fields. */
export const phoneRule =
  'A mobile number needs the calling code of its country and follows its rule: India 10 digits from 6 to 9, Portugal 9 digits from 91, 92, 93, 96 or 99, Norway 8 digits from 4 or 9, other countries any digits within the bounds.';
export const oneContactRule = 'Either `email_address` or `mobile_no`, not both.';
export const wholeMobileRule =
  'A number needs no `country_code` if it is international, or if only one country of the rules has such numbers.';
