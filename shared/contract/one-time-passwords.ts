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
  oneContactRule,
  PhoneCode,
  wholeMobileRule,
} from './fields.ts';

/** The recipient of a one-time password: the e-mail address or mobile number of an existing account. */
const otpContact = {
  type: z.literal(3),
  email_address: GivenEmail.optional(),
  country_code: PhoneCode.optional(),
  mobile_no: AnyMobileNo.optional(),
};
/** Channel of the message: 1 SMS, 2 e-mail. */
const NotificationType = z.union([z.literal(1), z.literal(2)]);
const isTypeOfContact = (given: { notification_type: 1 | 2; mobile_no?: unknown }): boolean =>
  (given.notification_type === 1) === (given.mobile_no !== undefined);
const oneContact = { path: ['email_address'], error: 'enter_email_or_mobile' };
const typeRule = '`notification_type` 1 needs `mobile_no`, 2 needs `email_address`.';
const typeWrong = { path: ['notification_type'], error: 'field.wrong' };

/** Requests an OTP for a password reset. The answer does not reveal whether the account exists (spec §3). */
export const SendOtpRequest = z
  .strictObject({ ...otpContact, notification_type: NotificationType })
  .refine(hasOneContact, oneContact)
  .refine(hasCountry, codeMissing)
  .refine(isTypeOfContact, typeWrong)
  .describe(`${oneContactRule} ${typeRule} ${wholeMobileRule}`);
export const OtpSent = z.object({
  /** Seconds until another OTP can be sent. */
  resendAfterSeconds: z.int().nonnegative(),
  expiresInSeconds: z.int().positive(),
});
export type OtpSent = z.infer<typeof OtpSent>;
export const VerifyOtpRequest = z
  .strictObject({ ...otpContact, notification_type: NotificationType, otp: Otp })
  .refine(hasOneContact, oneContact)
  .refine(hasCountry, codeMissing)
  .refine(isTypeOfContact, typeWrong)
  .describe(`${oneContactRule} ${typeRule} ${wholeMobileRule}`);

export const ResetPasswordRequest = z
  .strictObject({ ...otpContact, otp: Otp, password: NewPassword, confirm_password: GivenPassword })
  .refine(({ password, confirm_password }) => password === confirm_password, {
    path: ['confirm_password'],
    error: 'password_mismatch',
  })
  .refine(hasOneContact, oneContact)
  .refine(hasCountry, codeMissing)
  .describe(`\`confirm_password\` equals \`password\`. ${oneContactRule} ${wholeMobileRule}`);

const sendOtp = {
  who: 'anyone',
  read: false,
  rate: 'otp',
  codes: [],
  request: SendOtpRequest,
  response: OtpSent,
  example: {
    request: { type: 3, email_address: 'asha42@mail.example', notification_type: 2 },
    response: { resendAfterSeconds: 0, expiresInSeconds: 600 },
  },
} as const;
const verifyOtp = {
  who: 'anyone',
  read: false,
  rate: 'otp',
  codes: [codes.otpWrong],
  request: VerifyOtpRequest,
  response: z.object({}),
  example: { request: { ...sendOtp.example.request, otp: '482913' }, response: {} },
} as const;
const reset = {
  who: 'visitor',
  read: false,
  rate: 'otp',
  codes: [codes.otpWrong],
  request: ResetPasswordRequest,
  response: z.object({}),
  example: {
    request: {
      type: 3,
      email_address: 'asha42@mail.example',
      otp: verifyOtp.example.request.otp,
      password: 'Kite-river-42',
      confirm_password: 'Kite-river-42',
    },
    response: {},
  },
} as const;

/** Calls for one-time passwords, which reset a password or verify a contact of a player. */
export const otpCalls = {
  'accounts/sendOtp': declareCall({
    summary:
      'Sends a one-time password for a new password; the answer does not reveal whether the account exists.',
    ...sendOtp,
  }),
  'accounts/resendOtp': declareCall({
    summary: 'The same as accounts/sendOtp.',
    ...sendOtp,
  }),
  'accounts/verifyOtp': declareCall({
    summary: 'Checks the one-time password for a new password; it stays valid for setting the password.',
    ...verifyOtp,
  }),
  'accounts/changeForgotPassword': declareCall({
    summary: 'Sets a new password by a one-time password, and ends all sessions of the account.',
    ...reset,
  }),
  'accounts/confirmPassword': declareCall({
    summary: 'The same as accounts/changeForgotPassword.',
    ...reset,
  }),
  'accounts/sendEmailOtp': declareCall({
    summary: 'Sends a one-time password to the player’s e-mail address.',
    ...sendOtp,
    who: 'player',
    request: z.strictObject({}),
    example: { request: {}, response: sendOtp.example.response },
  }),
  'accounts/smsMobileOtp': declareCall({
    summary: 'Sends a one-time password to the player’s mobile number.',
    ...sendOtp,
    who: 'player',
    request: z.strictObject({}),
    example: { request: {}, response: sendOtp.example.response },
  }),
  'accounts/verifyOtp/signup': declareCall({
    summary: 'Verifies the player’s e-mail address or mobile number by a one-time password.',
    ...verifyOtp,
    who: 'player',
  }),
  'accounts/verifyEmailOtp': declareCall({
    summary: 'Verifies the player’s e-mail address by a one-time password.',
    ...verifyOtp,
    who: 'player',
    request: z.strictObject({ otp: Otp }),
    example: { request: { otp: verifyOtp.example.request.otp }, response: {} },
  }),
};
