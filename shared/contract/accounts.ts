import { z } from 'zod';
import { codes } from './codes.ts';
import { AmountMinor } from './draws.ts';
import {
  AnyMobileNo,
  CountryId,
  CurrencyCode,
  Email,
  GivenEmail,
  GivenPassword,
  GivenUsername,
  hasCountry,
  hasOneContact,
  hasPhoneCode,
  isMobileOf,
  Language,
  MobileNo,
  NewPassword,
  Otp,
  PersonName,
  PhoneCode,
  PromoCode,
  StateId,
  Tick,
  Ticked,
  Username,
} from './fields.ts';

/** Who has just come in. The site seals `authToken` away: it never reaches a browser. */
export const UserData = z.object({
  authToken: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  username: z.string().max(32),
  currencyCode: CurrencyCode,
  totalbalance: AmountMinor,
  useremail: z.string().max(254).nullable(),
  avatarImage: z.string().max(200),
});
export const SessionOpened = z.object({
  userData: UserData,
  /** The player is asked to deposit: the wallet holds less than `minimumWalletAmount`. */
  depositPopupShow: z.boolean(),
  minimumWalletAmount: AmountMinor,
});
export type SessionOpened = z.infer<typeof SessionOpened>;

const Nothing = z.object({});
const Empty = z.strictObject({});

/** Where an account can be reached: one of the two. */
const contact = {
  email_address: Email.optional(),
  country_code: PhoneCode.optional(),
  mobile_no: MobileNo.optional(),
};

const codeMissing = { path: ['country_code'], error: 'code_required' };
const mobileWrong = { path: ['mobile_no'], error: 'enter_valid_mobile_no' };

/**
 * Short and full form (spec §3). With a country it is the full one, which gives mail and mobile; the short one gives
 * either, and has the terms agreed to by a tick of their own.
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
  });

export const LoginRequest = z.strictObject({
  type: z.literal(2),
  username: GivenUsername,
  password: GivenPassword,
});

export const CheckUserRequest = z.discriminatedUnion('checkUserDetailsType', [
  z.strictObject({ checkUserDetailsType: z.literal(1), username: Username }),
  z.strictObject({ checkUserDetailsType: z.literal(2), email_address: Email }),
  z
    .strictObject({
      checkUserDetailsType: z.literal(3),
      country_code: PhoneCode,
      mobile_no: MobileNo,
    })
    .refine(isMobileOf, mobileWrong),
]);

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

/** What a player sees and, but for what makes the account, changes. */
export const Profile = z.object({
  username: z.string(),
  email_address: z.string().nullable(),
  emailVerified: z.boolean(),
  /** With its country's code. */
  mobile_no: z.string().nullable(),
  mobileVerified: z.boolean(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  birthDate: z.iso.date().nullable(),
  country: CountryId.nullable(),
  state: StateId.nullable(),
  street: z.string().nullable(),
  city: z.string().nullable(),
  postCode: z.string().nullable(),
  currencyCode: CurrencyCode,
  userLanguge: Language,
  avatarImage: z.string(),
  isPromotion: Tick,
  kycStatus: z.enum(['none', 'pending', 'approved', 'refused']),
  memberSince: z.iso.date(),
});
export type Profile = z.infer<typeof Profile>;

const line = z
  .string()
  .trim()
  .max(80, 'field.wrong')
  // Of the invisible ones only those that Indic scripts are written with.
  .regex(/^(?:[^\p{Cc}\p{Cf}\p{Cs}]|[\u200c\u200d])*$/u, 'field.wrong');
export const UpdateProfileRequest = z
  .strictObject({
    firstName: PersonName.optional(),
    lastName: PersonName.optional(),
    birthDate: z.iso.date('field.wrong').optional(),
    country: CountryId.optional(),
    state: StateId.optional(),
    street: line.optional(),
    city: line.optional(),
    postCode: line.max(12, 'field.wrong').optional(),
    userLanguge: Language.optional(),
    isPromotion: Tick.optional(),
    /** A new address or number is unverified until its OTP came back. */
    ...contact,
  })
  .refine(hasPhoneCode, codeMissing)
  .refine(isMobileOf, mobileWrong);

export const Avatar = z.object({ avatarImage: z.string().max(200) });
export const CountryStates = z.object({
  countries: z.array(
    z.object({ CountryID: CountryId, CountryName: z.string(), CountryCurrencyCode: z.string() }),
  ),
  states: z.array(z.object({ StateID: StateId, StateName: z.string(), CountryID: CountryId })),
});

const visitor = { who: 'visitor', read: false } as const;
const player = { who: 'player', read: false, rate: 'account', codes: [] } as const;
const taken = [codes.usernameTaken, codes.emailInUse, codes.mobileInUse] as const;
const login = {
  ...visitor,
  rate: 'login',
  codes: [codes.loginWrong, codes.accountLocked, codes.accountSuspended],
  session: 'opens',
  request: LoginRequest,
  response: SessionOpened,
} as const;
const check = { ...visitor, rate: 'availability', response: Nothing } as const;
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
  response: Nothing,
} as const;
const reset = {
  ...visitor,
  rate: 'otp',
  codes: [codes.otpWrong],
  request: ResetPasswordRequest,
  response: Nothing,
} as const;

/** Who somebody is, and how they come in and out (spec §7). */
export const accountCalls = {
  'accounts/signup': {
    ...visitor,
    rate: 'login',
    codes: [...taken, codes.promoUnknown, codes.promoUsedUp, codes.promoCurrency],
    session: 'opens',
    request: SignupRequest,
    response: SessionOpened,
  },
  'accounts/login': login,
  /** The login of API clients. */
  authenticate: login,
  'accounts/autoLogin': {
    ...player,
    codes: [codes.accountSuspended],
    request: Empty,
    response: z.object({
      userData: UserData.omit({ authToken: true }),
      depositPopupShow: z.boolean(),
      minimumWalletAmount: AmountMinor,
    }),
  },
  'accounts/logout': { ...player, session: 'closes', request: Empty, response: Nothing },
  'accounts/checkUserDetails': { ...check, codes: taken, request: CheckUserRequest },
  'accounts/validateUserName': {
    ...check,
    codes: [codes.usernameTaken],
    request: z.strictObject({ username: Username }),
  },
  'accounts/validateEmail': {
    ...check,
    codes: [codes.emailInUse],
    request: z.strictObject({ email_address: Email }),
  },
  'accounts/validateMobileNo': {
    ...check,
    codes: [codes.mobileInUse],
    request: z.strictObject({ country_code: PhoneCode, mobile_no: MobileNo }).refine(isMobileOf, mobileWrong),
  },
  'accounts/sendOtp': sendOtp,
  'accounts/resendOtp': sendOtp,
  'accounts/sendEmailOtp': { ...sendOtp, who: 'player', request: Empty },
  'accounts/smsMobileOtp': { ...sendOtp, who: 'player', request: Empty },
  'accounts/verifyOtp': verifyOtp,
  'accounts/verifyOtp/signup': { ...verifyOtp, who: 'player' },
  'accounts/verifyEmailOtp': { ...verifyOtp, who: 'player', request: z.strictObject({ otp: Otp }) },
  'accounts/changeForgotPassword': reset,
  'accounts/confirmPassword': reset,
  'accounts/getUserProfile': { ...player, request: Empty, response: Profile },
  'accounts/updateUserDetails': {
    ...player,
    codes: [codes.emailInUse, codes.mobileInUse],
    request: UpdateProfileRequest,
    response: Profile,
  },
  'accounts/getAvatarList': {
    ...player,
    request: Empty,
    response: z.object({ avatarList: z.array(Avatar).max(50) }),
  },
  'accounts/updateAvatar': { ...player, request: Avatar.strict(), response: Avatar },
  'accounts/getCountryStateList': {
    who: 'anyone',
    read: false,
    rate: 'account',
    codes: [],
    request: z.strictObject({ country: CountryId.optional() }),
    response: CountryStates,
  },
} as const;
