import { z } from 'zod';
import { calls } from './calls.ts';
import { ClaimOtpRequest, ClaimStatusRequest, ReceiptNumber } from './claims.ts';
import {
  AnyMobileNo,
  CountryId,
  CurrencyCode,
  Email,
  GivenEmail,
  GivenPassword,
  GivenUsername,
  Language,
  MobileNo,
  NewPassword,
  Otp,
  PersonName,
  PhoneCode,
  PromoCode,
  StateId,
  Tick,
  Username,
} from './fields.ts';
import { ResetPasswordRequest, SendOtpRequest, VerifyOtpRequest } from './one-time-passwords.ts';
import { UpdateProfileRequest } from './profile.ts';
import { CheckUserRequest, SignupRequest } from './signup.ts';
import { SupportRequest } from './support.ts';
import { IdempotencyKey, TicketLine } from './tickets.ts';
import { AmountMinor, GameId, Instant, IsoDate } from './values.ts';

/**
 * What is said of schemas in the OpenAPI document: above all the rules that JSON Schema has no words for. A test walks
 * all schemas and finds the rule without words.
 */
export const schemaWords = z.registry<{ description: string }>();

const phoneRule =
  'A mobile number comes with the code of its country, and is one of that country: India 10 digits from 6 to 9 on, Portugal 9 digits from 91, 92, 93, 96 or 99 on, Norway 8 digits from 4 or 9 on, elsewhere 6 to 15 digits.';
const oneContactRule = 'Either `email_address` or `mobile_no`, not both.';
const typeRule = '`notification_type` 1 goes with `mobile_no`, 2 with `email_address`.';
const wholeMobileRule =
  'A number needs no `country_code` where it tells its country by itself: with a plus in front, or as only one known country has it.';

const say = (schema: z.ZodType, description: string): void => {
  schemaWords.add(schema, { description });
};
say(AmountMinor, 'Money: an integer of the currency’s minor unit (paise for INR).');
say(Instant, 'An absolute instant, ISO 8601 in UTC.');
say(IsoDate, 'A day in the site’s time zone, YYYY-MM-DD.');
say(GameId, 'Which game: lower-case letters, digits, hyphens.');
const configured = 'The bounds are configured (`inputsMaxLength` of config/boot_config.json);';
say(
  Username,
  `Letters and digits, starting with a letter; unique without regard to case. ${configured} as shipped 3 to 16 characters.`,
);
say(GivenUsername, 'Letters and digits, starting with a letter; case does not matter.');
say(
  NewPassword,
  `A lower-case and an upper-case letter, a digit and a special character, no spaces. ${configured} as shipped 8 to 32 characters.`,
);
say(GivenPassword, 'Any characters.');
say(
  Email,
  `Trimmed and converted to lower case before validation; one @, a domain with a dot. ${configured} as shipped at most 50 characters.`,
);
say(GivenEmail, 'Trimmed and converted to lower case before validation; one @, a domain with a dot.');
say(PhoneCode, 'Of a country, with its plus.');
say(MobileNo, `Digits, without the calling code. ${configured} as shipped 6 to 15 digits.`);
say(AnyMobileNo, 'Digits without the country’s code, or the whole number with a plus in front.');
say(Otp, `A one-time password. ${configured} as shipped 6 digits.`);
say(
  PersonName,
  `Letters of any script, spaces, hyphens and apostrophes, starting with a letter. ${configured} as shipped at most 20 characters.`,
);
say(CountryId, 'ISO 3166-1 alpha-2.');
say(StateId, 'ISO 3166-2.');
say(CurrencyCode, 'ISO 4217; PTS for loyalty points.');
say(
  PromoCode,
  `Converted to upper case, without trailing underscores; letters, digits, underscores. ${configured} as shipped 3 to 10 characters.`,
);
say(Language, 'BCP 47, language and perhaps region; what is not written in it comes in English.');
say(Tick, '1 ticked, 0 not.');
say(
  ReceiptNumber,
  'As printed; spaces and case do not matter, and O, I and L in its last part count as 0, 1 and 1.',
);
say(
  IdempotencyKey,
  'Made by who asks, once for what is meant once: the same key again answers the same and moves money once; for something else it is wrong.',
);
say(
  TicketLine,
  'In the shape that the game’s kind takes: numbers, symbols, digits, series and number, a number, or a colour.',
);
say(
  SignupRequest,
  `With \`country\` it is the full form, which needs \`email_address\` and \`mobile_no\`; without it one of the two is enough, and \`agree\` has to be 1. ${phoneRule}`,
);
say(
  UpdateProfileRequest,
  `What is left out stays as it is; a new address or number is unverified. ${phoneRule}`,
);
say(SendOtpRequest, `${oneContactRule} ${typeRule} ${wholeMobileRule}`);
say(VerifyOtpRequest, `${oneContactRule} ${typeRule} ${wholeMobileRule}`);
say(ResetPasswordRequest, `\`confirm_password\` equals \`password\`. ${oneContactRule} ${wholeMobileRule}`);
say(ClaimOtpRequest, `${phoneRule} ${wholeMobileRule}`);
say(ClaimStatusRequest, `${phoneRule} ${wholeMobileRule}`);
say(calls['accounts/validateMobileNo'].request, phoneRule);
say(CheckUserRequest, '`checkUserDetailsType`: 1 a username, 2 an e-mail address, 3 a mobile.');
say(CheckUserRequest.options[2], phoneRule);
say(calls['news-and-trends'].request, '`year` and `month` come together or not at all.');
say(
  SupportRequest.shape.username,
  '3 to 16 letters of any script, digits, spaces, hyphens, apostrophes and dots, beginning with a letter; trimmed.',
);
say(
  SupportRequest.shape.message,
  '1 to 250 characters, without control characters other than line breaks and tabs; trimmed.',
);
say(
  SupportRequest.shape.captcha,
  'Base64 of the JSON of {challenge, solution}, as ALTCHA’s widget sends it.',
);
