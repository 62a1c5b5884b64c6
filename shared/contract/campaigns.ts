import { z } from 'zod';
import { declareCall } from './call.ts';
import { codes } from './codes.ts';
import { CurrencyCode, GivenEmail, Language, PromoCode } from './fields.ts';
import { AmountMinor, Instant } from './values.ts';

/** Which of the five bonuses of a wallet it is (shared/contract/wallet.ts). */
export const BonusProduct = z.enum(['casino', 'liveCasino', 'sports', 'poker', 'rummy']);

const offer = {
  /** In upper case. */
  promoCode: z.string().max(10),
  product: BonusProduct,
  currencyCode: CurrencyCode,
};

/** What a code gives to somebody who signs up with it at this moment. */
export const SignupBonus = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('promo'),
    ...offer,
    /** The bonus; with `percent` the most that it can be. */
    amount: AmountMinor,
    /** Of the first deposit; null: the amount is fixed. */
    percent: z.int().min(1).max(1000).nullable(),
    creditedAt: z.enum(['signup', 'first-deposit']),
    /** The bonus can be played once so many times of it were staked in cash; 0: at once. */
    playThrough: z.int().nonnegative(),
    /** The same as an amount, of the whole bonus. */
    mostToStake: AmountMinor,
    /** Days after which what was not played lapses; with `percent` also the days in which to deposit. */
    lastsDays: z.int().positive(),
    /** Until when the code is taken, unless it is used up before; null: no end is set. */
    validUntil: Instant.nullable(),
  }),
  z.object({
    kind: z.literal('referral'),
    ...offer,
    /** Once the new player's contact is verified and a first ticket was paid out of a deposit. */
    amount: AmountMinor,
    /** What the player gets whose code it is. */
    bringer: z.object({ amount: AmountMinor, currencyCode: CurrencyCode }),
  }),
]);
export type SignupBonus = z.infer<typeof SignupBonus>;

/** A bonus in a player's wallet, or one that comes with the first deposit. */
export const PlayerBonus = z.object({
  ...offer,
  state: z.enum(['awaiting-deposit', 'open', 'playable']),
  /** While a deposit is awaited: the most that the bonus can be. */
  amount: AmountMinor,
  percent: z.int().min(1).max(1000).nullable(),
  /** Not played yet. */
  left: AmountMinor,
  /** In cash: what must be staked before it can be played, and what was. */
  toStake: AmountMinor,
  staked: AmountMinor,
  /** Then what is left of it lapses, or the deposit comes too late. */
  expiresAt: Instant,
});
export const PlayerBonuses = z.object({
  /** What ends first comes first. */
  bonuses: z.array(PlayerBonus).max(50),
  /** One loyalty point for each of these that is staked in cash, in minor units of the account's currency. */
  stakePerPoint: AmountMinor,
});
export type PlayerBonuses = z.infer<typeof PlayerBonuses>;

const reward = z.object({ amount: AmountMinor, currencyCode: CurrencyCode });
export const ReferralSummaryRequest = z.strictObject({
  cursor: z
    .string('field.wrong')
    .regex(/^[A-Za-z0-9_-]{1,100}$/, 'field.wrong')
    .optional(),
});
export const ReferralSummary = z.object({
  referralCode: z.string().max(10),
  /** Where a friend signs up with it; without an origin where the platform does not know the site's. */
  referralLink: z.string().max(300),
  /** What a friend who signs up now brings, to the player and to the friend, in the player's currency. */
  rewards: z.object({ bringer: reward, friend: reward }),
  /** Addresses that were written to; how many can be now. */
  invited: z.int().nonnegative(),
  invitationsLeft: z.int().nonnegative(),
  joined: z.int().nonnegative(),
  rewarded: z.int().nonnegative(),
  /** In minor units of the account's currency. */
  earned: AmountMinor,
  currencyCode: CurrencyCode,
  /** Newest first. */
  friends: z
    .array(
      z.object({
        /** Masked: who it is the player knows. */
        name: z.string().max(16),
        state: z.enum(['joined', 'rewarded']),
        joinedAt: Instant,
        rewardedAt: Instant.nullable(),
        earned: AmountMinor,
      }),
    )
    .max(20),
  cursor: z.string().nullable(),
});
export type ReferralSummary = z.infer<typeof ReferralSummary>;

export const ReferFriendRequest = z.strictObject({
  email_addresses: z
    .array(GivenEmail, 'enter_email_address')
    .min(1, 'enter_email_address')
    .max(5, 'field.wrong'),
  /** Of the mail; the player's own where it is left out. */
  userLanguge: Language.optional(),
});

const promo = [codes.promoUnknown, codes.promoUsedUp, codes.promoCurrency] as const;
const player = { who: 'player', read: false, rate: 'account' } as const;

/** Promo codes, bonuses and friends (spec §7). */
export const campaignCalls = {
  'campaign/getSignupBonusCalculations': declareCall({
    summary: 'What a promo or referral code gives to somebody who signs up with it now.',
    who: 'anyone',
    read: false,
    rate: 'availability',
    codes: promo,
    request: z.strictObject({ promoCode: PromoCode, currency: CurrencyCode }),
    response: SignupBonus,
    example: {
      request: { promoCode: 'K7MQ2XWR', currency: 'INR' },
      response: {
        kind: 'referral',
        promoCode: 'K7MQ2XWR',
        product: 'casino',
        currencyCode: 'INR',
        amount: 5000,
        bringer: { amount: 5000, currencyCode: 'INR' },
      },
    },
  }),

  'campaign/getBonuses': declareCall({
    summary: 'The player’s bonuses, and what is still to be staked for them.',
    ...player,
    codes: [],
    request: z.strictObject({}),
    response: PlayerBonuses,
    example: { request: {}, response: { bonuses: [], stakePerPoint: 1000 } },
  }),

  'transaction/rafUserSummary': declareCall({
    summary: 'The player’s own referral code, the friends it brought, and what they earned.',
    ...player,
    codes: [],
    request: ReferralSummaryRequest,
    response: ReferralSummary,
    example: {
      request: {},
      response: {
        referralCode: 'K7MQ2XWR',
        referralLink: '/signup?campaigncode=K7MQ2XWR',
        rewards: {
          bringer: { amount: 5000, currencyCode: 'INR' },
          friend: { amount: 5000, currencyCode: 'INR' },
        },
        invited: 0,
        invitationsLeft: 20,
        joined: 0,
        rewarded: 0,
        earned: 0,
        currencyCode: 'INR',
        friends: [],
        cursor: null,
      },
    },
  }),

  /** The same answer whoever the addresses belong to, and whether anything is sent there. */
  'transaction/referAFriend': declareCall({
    summary: 'Sends an invitation to friends; the answer does not say who has an account.',
    ...player,
    rate: 'otp',
    codes: [codes.notEligible, codes.contactUnverified],
    request: ReferFriendRequest,
    response: z.object({ invited: z.int().nonnegative(), invitationsLeft: z.int().nonnegative() }),
    example: {
      request: { email_addresses: ['asha42@mail.example'], userLanguge: 'en' },
      response: { invited: 1, invitationsLeft: 19 },
    },
  }),

  /** What the link in an invitation does: no player has a mail sent to this address any more. */
  'transaction/stopInvitations': declareCall({
    summary: 'Takes an address off all further invitations, by the token of the mail’s link.',
    who: 'anyone',
    read: false,
    rate: 'availability',
    codes: [],
    request: z.strictObject({
      token: z.string('field.wrong').regex(/^[A-Za-z0-9_-]{20,100}$/, 'field.wrong'),
    }),
    response: z.object({}),
    example: { request: { token: '1FqKv5-dUZ6lrBMxmwoFkgLVj4-YLr6X-JtILpa89ac' }, response: {} },
  }),
};
