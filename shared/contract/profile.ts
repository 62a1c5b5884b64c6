import { z } from 'zod';
import { declareCall } from './call.ts';
import { codes } from './codes.ts';
import {
  CountryId,
  CurrencyCode,
  codeMissing,
  contact,
  GivenPassword,
  hasPhoneCode,
  isMobileOf,
  Language,
  mobileWrong,
  PersonName,
  phoneRule,
  StateId,
  Tick,
} from './fields.ts';
import { KycStatus } from './identity.ts';
import { Line } from './values.ts';

const ShowInWinners = Tick.describe(
  '1: the player agrees to appear in lists of winners under a masked alias.',
);

const WinMail = Tick.describe(
  '1: the player wants a mail about each draw that they win. It is sent only to a verified e-mail address.',
);

const NoticeMail = Tick.describe(
  '1: the player wants public notices by mail. They are sent only to a verified e-mail address.',
);

export const Profile = z.object({
  username: z.string(),
  email_address: z.string().nullable(),
  emailVerified: z.boolean(),
  /**
   * A new e-mail address. It replaces `email_address` when the player enters the one-time password that was sent to the
   * new address.
   */
  pendingEmail: z.string().nullable().default(null),
  /** International number with a plus. */
  mobile_no: z.string().nullable(),
  mobileVerified: z.boolean(),
  pendingMobile: z.string().nullable().default(null),
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
  showInWinners: ShowInWinners.default(0),
  winMail: WinMail.default(0),
  noticeMail: NoticeMail.default(0),
  kycStatus: KycStatus,
  /** The operator's reason for refusing the last identity check. Null if this check was not refused. */
  kycReason: z.string().nullable().default(null),
  memberSince: z.iso.date(),
});
export type Profile = z.infer<typeof Profile>;

const line = z
  .string()
  .trim()
  .max(80, 'field.wrong')
  // Indic scripts need the zero-width joiners; other invisible characters are rejected.
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
    showInWinners: ShowInWinners.optional(),
    winMail: WinMail.optional(),
    noticeMail: NoticeMail.optional(),
    /**
     * The old address or number stays in force until the player enters the OTP that was sent to the new address or
     * number.
     */
    ...contact,
    password: GivenPassword.describe('Required for a new address or number.').optional(),
  })
  .refine(hasPhoneCode, codeMissing)
  .refine(isMobileOf, mobileWrong)
  .describe(
    `Omitted fields stay unchanged. A new address or number needs \`password\`, and waits as \`pendingEmail\` or \`pendingMobile\` until its one-time password is entered. ${phoneRule}`,
  );

export const Avatar = z.object({ avatarImage: Line().max(200) });
export const CountryStates = z.object({
  countries: z.array(
    z.object({ CountryID: CountryId, CountryName: z.string(), CountryCurrencyCode: z.string() }),
  ),
  states: z.array(z.object({ StateID: StateId, StateName: z.string(), CountryID: CountryId })),
});

const player = { who: 'player', read: false, rate: 'account', codes: [] } as const;

export const profileCalls = {
  'accounts/getUserProfile': declareCall({
    summary: 'The player’s profile.',
    ...player,
    request: z.strictObject({}),
    response: Profile,
    example: {
      request: {},
      response: {
        username: 'asha42',
        email_address: 'asha42@mail.example',
        emailVerified: true,
        pendingEmail: null,
        mobile_no: '+919876543210',
        mobileVerified: false,
        pendingMobile: null,
        firstName: null,
        lastName: null,
        birthDate: null,
        country: null,
        state: null,
        street: null,
        city: null,
        postCode: null,
        currencyCode: 'INR',
        userLanguge: 'en',
        avatarImage: 'avatar-10',
        isPromotion: 0,
        showInWinners: 0,
        winMail: 0,
        noticeMail: 0,
        kycStatus: 'none',
        kycReason: null,
        memberSince: '2026-11-22',
      },
    },
  }),
  'accounts/updateUserDetails': declareCall({
    summary:
      'Changes fields of the profile. A new contact needs the password, and holds once it is verified.',
    ...player,
    codes: [codes.emailInUse, codes.mobileInUse, codes.loginWrong, codes.accountLocked],
    request: UpdateProfileRequest,
    response: Profile,
    example: {
      request: { firstName: 'Asha', lastName: 'Rao', city: 'Pune' },
      response: {
        username: 'asha42',
        email_address: 'asha42@mail.example',
        emailVerified: false,
        pendingEmail: null,
        mobile_no: '+919876543210',
        mobileVerified: false,
        pendingMobile: null,
        firstName: 'Asha',
        lastName: 'Rao',
        birthDate: null,
        country: null,
        state: null,
        street: null,
        city: 'Pune',
        postCode: null,
        currencyCode: 'INR',
        userLanguge: 'en',
        avatarImage: 'avatar-07',
        isPromotion: 0,
        showInWinners: 0,
        winMail: 0,
        noticeMail: 0,
        kycStatus: 'none',
        kycReason: null,
        memberSince: '2026-11-22',
      },
    },
  }),
  'accounts/takeBackContact': declareCall({
    summary:
      'Restores the contacts before a change, by the link that the old contact received; ends all sessions and requires a new password.',
    who: 'anyone',
    read: false,
    rate: 'otp',
    codes: [codes.linkExpired],
    request: z.strictObject({ token: z.string('field.wrong').regex(/^[A-Za-z0-9_-]{43}$/, 'field.wrong') }),
    response: z.object({}),
    example: { request: { token: 'q3Jm8wYc0ZrTn5LbXv2KdPs7HgFu1EaQ9iOoMt4Ny6B' }, response: {} },
  }),
  /** The unsubscribe link of a mail makes this call, which requires no login (RFC 8058). */
  'accounts/unsubscribe': declareCall({
    summary: 'Ends the mails of one kind, by the token in the link of such a mail.',
    who: 'anyone',
    read: false,
    // A mail provider makes this call for many users from a few addresses, so the call has the high rate limit of
    // reads.
    rate: 'read',
    codes: [codes.linkExpired],
    request: z.strictObject({
      token: z.string('field.wrong').regex(/^[A-Za-z0-9_-]{100,200}$/, 'field.wrong'),
    }),
    response: z.object({}),
    example: {
      request: {
        token:
          '3kT0m5QhXc1vJ9bYw2LrZs8NfUe6GaPdRi4OoHxMtEqBnCzVyKjSlWuDgFpA7I3kT0m5QhXc1vJ9bYw2LrZs8NfUe6GaPdRi4OoHxMtEqBnCzVyKjSlWu',
      },
      response: {},
    },
  }),
  'accounts/getAvatarList': declareCall({
    summary: 'The available avatars.',
    ...player,
    request: z.strictObject({}),
    response: z.object({ avatarList: z.array(Avatar).max(50) }),
    example: {
      request: {},
      response: { avatarList: [{ avatarImage: 'avatar-01' }, { avatarImage: 'avatar-02' }] },
    },
  }),
  'accounts/updateAvatar': declareCall({
    summary: 'Selects an avatar.',
    ...player,
    session: 'renews',
    request: Avatar.strict(),
    response: Avatar,
    example: { request: { avatarImage: 'avatar-12' }, response: { avatarImage: 'avatar-12' } },
  }),
  'accounts/getCountryStateList': declareCall({
    summary: 'Countries with their currencies and states.',
    who: 'anyone',
    read: false,
    rate: 'account',
    codes: [],
    request: z.strictObject({ country: CountryId.optional() }),
    response: CountryStates,
    example: {
      request: {},
      response: {
        countries: [
          { CountryID: 'AF', CountryName: 'Afghanistan', CountryCurrencyCode: 'AFN' },
          { CountryID: 'AL', CountryName: 'Albania', CountryCurrencyCode: 'ALL' },
        ],
        states: [
          { StateID: 'IN-AN', StateName: 'Andaman and Nicobar Islands', CountryID: 'IN' },
          { StateID: 'IN-AP', StateName: 'Andhra Pradesh', CountryID: 'IN' },
        ],
      },
    },
  }),
};
