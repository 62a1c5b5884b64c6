import { z } from 'zod';
import { declareCall } from './call.ts';
import { codes } from './codes.ts';
import {
  CountryId,
  CurrencyCode,
  codeMissing,
  contact,
  Email,
  hasPhoneCode,
  isMobileOf,
  Language,
  MobileNo,
  mobileWrong,
  NewPassword,
  PhoneCode,
  PromoCode,
  phoneRule,
  StateId,
  Tick,
  Ticked,
  Username,
} from './fields.ts';
import { SessionOpened } from './login.ts';
import { IdempotencyKey } from './tickets.ts';

/**
 * A request of the short or the full signup form (spec §3). A request with a country comes from the full form, which
 * requires an e-mail address and a mobile number. In the short form, the visitor must accept the terms, and enter
 * either an e-mail address or a mobile number.
 */
export const SignupRequest = z
  .strictObject({
    type: z.literal(2),
    username: Username,
    password: NewPassword,
    ...contact,
    country: CountryId.optional(),
    state: StateId.optional(),
    currency: CurrencyCode,
    promoCode: PromoCode.optional(),
    ageconfirm: Ticked('please_confirm_your_age'),
    agree: Ticked('please_accept_terms').optional(),
    isPromotion: Tick.optional(),
    userLanguge: Language.optional(),
    idempotencyKey: IdempotencyKey.describe(
      'Random, chosen by the client. Within a day the same key with the same request gets the first answer again, session included; with another request or password it is wrong.',
    ).optional(),
  })
  .refine(hasPhoneCode, codeMissing)
  .refine(isMobileOf, mobileWrong)
  .refine(
    ({ country, email_address, mobile_no }) =>
      email_address !== undefined || (country === undefined && mobile_no !== undefined),
    { path: ['email_address'], error: 'enter_email_address' },
  )
  .refine(({ country, mobile_no }) => country === undefined || mobile_no !== undefined, {
    path: ['mobile_no'],
    error: 'enter_mobile_number',
  })
  .refine(({ country, agree }) => country !== undefined || agree === 1, {
    path: ['agree'],
    error: 'please_accept_terms',
  })
  .describe(
    `A request with \`country\` is the full form, which needs \`email_address\` and \`mobile_no\`. The short form needs one of them and \`agree\` 1. A state belongs to the country; it can be left out and chosen later. ${phoneRule}`,
  );

export const CheckUserRequest = z
  .discriminatedUnion('checkUserDetailsType', [
    z.strictObject({ checkUserDetailsType: z.literal(1), username: Username }),
    z.strictObject({ checkUserDetailsType: z.literal(2), email_address: Email }),
    z
      .strictObject({
        checkUserDetailsType: z.literal(3),
        country_code: PhoneCode,
        mobile_no: MobileNo,
      })
      .refine(isMobileOf, mobileWrong)
      .describe(phoneRule),
  ])
  .describe('`checkUserDetailsType`: 1 a username, 2 an e-mail address, 3 a mobile number.');

const taken = [codes.usernameTaken, codes.emailInUse, codes.mobileInUse] as const;
const check = { who: 'visitor', read: false, rate: 'availability', response: z.object({}) } as const;

export const signupCalls = {
  'accounts/signup': declareCall({
    summary: 'Opens an account and its first session; with a country it is the full form.',
    who: 'visitor',
    read: false,
    rate: 'login',
    codes: [...taken, codes.promoUnknown, codes.promoUsedUp, codes.promoCurrency],
    session: 'opens',
    needs: 'currency',
    request: SignupRequest,
    response: SessionOpened,
    example: {
      request: {
        type: 2,
        username: 'asha42',
        password: 'Kite-river-42',
        email_address: 'asha42@mail.example',
        country_code: '+91',
        mobile_no: '9876543210',
        currency: 'INR',
        ageconfirm: 1,
        agree: 1,
      },
      response: {
        userData: {
          authToken: 'mD0p1sYk3hJ5vC8xZ2bN7qW4eR6tU9iO1aS3dF5gH7j',
          username: 'asha42',
          currencyCode: 'INR',
          totalbalance: 0,
          useremail: 'asha42@mail.example',
          avatarImage: 'avatar-10',
        },
        depositPopupShow: true,
        minimumWalletAmount: 10000,
        notificationCount: 1,
      },
    },
  }),
  'accounts/checkUserDetails': declareCall({
    summary: 'Whether a username, an e-mail address or a mobile number is still free.',
    ...check,
    codes: taken,
    request: CheckUserRequest,
    example: { request: { checkUserDetailsType: 1, username: 'asha42' }, response: {} },
  }),
  'accounts/validateUserName': declareCall({
    summary: 'Whether a username is still free.',
    ...check,
    codes: [codes.usernameTaken],
    request: z.strictObject({ username: Username }),
    example: { request: { username: 'asha42' }, response: {} },
  }),
  'accounts/validateEmail': declareCall({
    summary: 'Whether an e-mail address is still free.',
    ...check,
    codes: [codes.emailInUse],
    request: z.strictObject({ email_address: Email }),
    example: { request: { email_address: 'asha42@mail.example' }, response: {} },
  }),
  'accounts/validateMobileNo': declareCall({
    summary: 'Whether a mobile number is still free.',
    ...check,
    codes: [codes.mobileInUse],
    request: z
      .strictObject({ country_code: PhoneCode, mobile_no: MobileNo })
      .refine(isMobileOf, mobileWrong)
      .describe(phoneRule),
    example: { request: { country_code: '+91', mobile_no: '9876543210' }, response: {} },
  }),
};
