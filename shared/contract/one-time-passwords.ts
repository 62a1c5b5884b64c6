import { z } from 'zod';
import { declareCall } from './call.ts';
import { codes } from './codes.ts';
import {
  AnyMobileNo,
  codeMissing,
  GivenEmail,
  GivenPassword,
  hasCountry,
  hasOneContact,
  NewPassword,
  Otp,
  PhoneCode,
} from './fields.ts';

/** Where a code goes: one mail address, or one mobile. */
const otpContact = {
  type: z.literal(3),
  email_address: GivenEmail.optional(),
  country_code: PhoneCode.optional(),
  mobile_no: AnyMobileNo.optional(),
};
/** 1 mobile, 2 mail. */
const NotificationType = z.union([z.literal(1), z.literal(2)]);
const isTypeOfContact = (given: { notification_type: 1 | 2; mobile_no?: unknown }): boolean =>
  (given.notification_type === 1) === (given.mobile_no !== undefined);
const oneContact = { path: ['email_address'], error: 'enter_email_or_mobile' };
const typeWrong = { path: ['notification_type'], error: 'field.wrong' };

/** Asks for a code that sets a new password. The answer says nothing of whether an account is there (spec §3). */
export const SendOtpRequest = z
  .strictObject({ ...otpContact, notification_type: NotificationType })
  .refine(hasOneContact, oneContact)
  .refine(hasCountry, codeMissing)
  .refine(isTypeOfContact, typeWrong);
export const OtpSent = z.object({
  /** Another one can be sent after so many seconds. */
  resendAfterSeconds: z.int().nonnegative(),
  expiresInSeconds: z.int().positive(),
});
export type OtpSent = z.infer<typeof OtpSent>;
export const VerifyOtpRequest = z
  .strictObject({ ...otpContact, notification_type: NotificationType, otp: Otp })
  .refine(hasOneContact, oneContact)
  .refine(hasCountry, codeMissing)
  .refine(isTypeOfContact, typeWrong);

export const ResetPasswordRequest = z
  .strictObject({ ...otpContact, otp: Otp, password: NewPassword, confirm_password: GivenPassword })
  .refine(({ password, confirm_password }) => password === confirm_password, {
    path: ['confirm_password'],
    error: 'password_mismatch',
  })
  .refine(hasOneContact, oneContact)
  .refine(hasCountry, codeMissing);

const sendOtp = {
  who: 'anyone',
  read: false,
  rate: 'otp',
  codes: [],
  request: SendOtpRequest,
  response: OtpSent,
} as const;
const verifyOtp = {
  who: 'anyone',
  read: false,
  rate: 'otp',
  codes: [codes.otpWrong],
  request: VerifyOtpRequest,
  response: z.object({}),
} as const;
const reset = {
  who: 'visitor',
  read: false,
  rate: 'otp',
  codes: [codes.otpWrong],
  request: ResetPasswordRequest,
  response: z.object({}),
} as const;

/** One-time passwords: for a new password, and to verify the contacts of a player. */
export const otpCalls = {
  'accounts/sendOtp': declareCall({
    summary:
      'Sends a one-time password that sets a new password; the answer is the same where there is no account.',
    ...sendOtp,
    example: {
      request: { type: 3, email_address: 'asha42@mail.example', notification_type: 2 },
      response: { resendAfterSeconds: 0, expiresInSeconds: 600 },
    },
  }),
  'accounts/resendOtp': declareCall({
    summary: 'Sends another one; the same as accounts/sendOtp.',
    ...sendOtp,
    example: {
      request: { type: 3, email_address: 'asha42@mail.example', notification_type: 2 },
      response: { resendAfterSeconds: 0, expiresInSeconds: 600 },
    },
  }),
  'accounts/verifyOtp': declareCall({
    summary: 'Whether the one-time password for a new password is right; it stays good for setting one.',
    ...verifyOtp,
    example: {
      request: { type: 3, email_address: 'asha42@mail.example', notification_type: 2, otp: '482913' },
      response: {},
    },
  }),
  'accounts/changeForgotPassword': declareCall({
    summary: 'Sets a new password by a one-time password, and ends every session of the account.',
    ...reset,
    example: {
      request: {
        type: 3,
        email_address: 'asha42@mail.example',
        otp: '482913',
        password: 'Kite-river-42',
        confirm_password: 'Kite-river-42',
      },
      response: {},
    },
  }),
  'accounts/confirmPassword': declareCall({
    summary: 'The same as accounts/changeForgotPassword.',
    ...reset,
    example: {
      request: {
        type: 3,
        email_address: 'asha42@mail.example',
        otp: '482913',
        password: 'Kite-river-42',
        confirm_password: 'Kite-river-42',
      },
      response: {},
    },
  }),
  'accounts/sendEmailOtp': declareCall({
    summary: 'Sends a one-time password to the player’s own e-mail address.',
    ...sendOtp,
    who: 'player',
    request: z.strictObject({}),
    example: { request: {}, response: { resendAfterSeconds: 0, expiresInSeconds: 600 } },
  }),
  'accounts/smsMobileOtp': declareCall({
    summary: 'Sends a one-time password to the player’s own mobile.',
    ...sendOtp,
    who: 'player',
    request: z.strictObject({}),
    example: { request: {}, response: { resendAfterSeconds: 0, expiresInSeconds: 600 } },
  }),
  'accounts/verifyOtp/signup': declareCall({
    summary: 'Shows by a one-time password that e-mail address or mobile is the player’s own.',
    ...verifyOtp,
    who: 'player',
    example: {
      request: { type: 3, email_address: 'asha42@mail.example', notification_type: 2, otp: '482913' },
      response: {},
    },
  }),
  'accounts/verifyEmailOtp': declareCall({
    summary: 'Shows by a one-time password that the e-mail address is the player’s own.',
    ...verifyOtp,
    who: 'player',
    request: z.strictObject({ otp: Otp }),
    example: { request: { otp: '482913' }, response: {} },
  }),
};
