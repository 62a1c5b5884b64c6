import { z } from 'zod';
import { declareCall } from './call.ts';
import { codes } from './codes.ts';
import { CurrencyCode, GivenEmail, Language, PromoCode } from './fields.ts';
import { AmountMinor, Instant } from './values.ts';

/** The five bonus products of a wallet (shared/contract/wallet.ts). */
export const BonusProduct = z.enum(['casino', 'liveCasino', 'sports', 'poker', 'rummy']);

const offer = {
  /** The code in upper case. */
  promoCode: z.string().max(10),
  product: BonusProduct,
  currencyCode: CurrencyCode,
};

/** The bonus for a signup with the requested code, as a new player would receive it at the time of the call. */
export const SignupBonus = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('promo'),
    ...offer,
    /** Amount of the bonus. If `percent` is set, this is the maximum amount. */
    amount: AmountMinor,
    /** Percentage of the first deposit; null for a fixed amount. */
    percent: z.int().min(1).max(1000).nullable(),
    creditedAt: z.enum(['signup', 'first-deposit']),
    /**
     * The cash that a player must stake before they can play the bonus, as a multiple of the bonus. If the multiple is
     * 0, the bonus can be played at once.
     */
    playThrough: z.int().nonnegative(),
    /** The cash stake that `playThrough` requires for the whole bonus. */
    mostToStake: AmountMinor,
    /**
     * Days until the unplayed rest of the bonus expires. If `percent` is set, the first deposit must be made within the
     * same time.
     */
    lastsDays: z.int().positive(),
    /** Expiry of the code; null if the code does not expire. The code can be used up before its expiry. */
    validUntil: Instant.nullable(),
  }),
  z.object({
    kind: z.literal('referral'),
    ...offer,
    /**
     * The bonus is credited after the new player has verified a contact and bought a first ticket with deposited
     * money.
     */
    amount: AmountMinor,
    /** The reward of the player whose referral code was used. */
    bringer: z.object({ amount: AmountMinor, currencyCode: CurrencyCode }),
  }),
]);
export type SignupBonus = z.infer<typeof SignupBonus>;

/** A bonus in a player's wallet, or a bonus that the player's first deposit will credit. */
export const PlayerBonus = z.object({
  ...offer,
  state: z.enum(['awaiting-deposit', 'open', 'playable']),
  /** Amount of the bonus. While the bonus waits for a deposit, this is the maximum amount. */
  amount: AmountMinor,
  percent: z.int().min(1).max(1000).nullable(),
  /** The part of the bonus that has not been played yet. */
  left: AmountMinor,
  /** The bonus is unlocked when the player has staked this amount in cash. `staked` is the amount staked so far. */
  toStake: AmountMinor,
  staked: AmountMinor,
  /** Expiry of the unplayed part. For a bonus that awaits a deposit, this is the deadline for the deposit. */
  expiresAt: Instant,
});
export type PlayerBonus = z.infer<typeof PlayerBonus>;

/** The bonus that a player receives for a signup with a friend's code. */
export const PromisedReferral = z.object({
  ...offer,
  amount: AmountMinor,
  /** The bonus has two conditions. The player must buy a ticket with deposited money, and must verify a contact. */
  hasPlayed: z.boolean(),
  isContactVerified: z.boolean(),
});

export const PlayerBonuses = z.object({
  /** Bonuses by expiry, earliest first. */
  bonuses: z.array(PlayerBonus).max(50),
  /**
   * The bonus for a signup with a friend's code. Null after this bonus was credited, and for players who signed up
   * without a friend's code.
   */
  referral: PromisedReferral.nullable(),
  /** The cash stake that earns one loyalty point, in minor units of the account's currency. */
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
  /**
   * The signup link with the player's code. If the platform does not know the site's origin, the link is only a path.
   */
  referralLink: z.string().max(300),
  /** The rewards that the player (`bringer`) and a new friend would currently receive, in the player's currency. */
  rewards: z.object({ bringer: reward, friend: reward }),
  /**
   * `invited` is the number of invited addresses. `invitationsLeft` is the number of invitations that the player can
   * still send now.
   */
  invited: z.int().nonnegative(),
  invitationsLeft: z.int().nonnegative(),
  joined: z.int().nonnegative(),
  rewarded: z.int().nonnegative(),
  /** Sum of all rewards that the player has received so far, in minor units of the account's currency. */
  earned: AmountMinor,
  currencyCode: CurrencyCode,
  /** Friends who signed up with the code, newest first. */
  friends: z
    .array(
      z.object({
        /** Masked name of the friend. */
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
  /** Language of the mail; the default is the player's language. */
  userLanguge: Language.optional(),
});

const promo = [codes.promoUnknown, codes.promoUsedUp, codes.promoCurrency] as const;
const player = { who: 'player', read: false, rate: 'account' } as const;

export const campaignCalls = {
  'campaign/getSignupBonusCalculations': declareCall({
    summary: 'The bonus of a promo or referral code for a signup now.',
    who: 'anyone',
    read: false,
    rate: 'availability',
    codes: promo,
    needs: 'currency',
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
    summary: 'The player’s bonuses, with the stakes that still unlock them.',
    ...player,
    codes: [],
    request: z.strictObject({}),
    response: PlayerBonuses,
    example: { request: {}, response: { bonuses: [], referral: null, stakePerPoint: 1000 } },
  }),

  'transaction/rafUserSummary': declareCall({
    summary: 'The player’s referral code, the friends who used it, and the rewards.',
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

  /** The answer must not reveal whether an address has an account or whether a mail is sent. */
  'transaction/referAFriend': declareCall({
    summary: 'Invites friends by mail; the answer does not reveal who has an account.',
    ...player,
    rate: 'otp',
    codes: [codes.notEligible, codes.timeOutRunning, codes.contactUnverified],
    request: ReferFriendRequest,
    response: z.object({ invited: z.int().nonnegative(), invitationsLeft: z.int().nonnegative() }),
    example: {
      request: { email_addresses: ['asha42@mail.example'], userLanguge: 'en' },
      response: { invited: 1, invitationsLeft: 19 },
    },
  }),

  /** The unsubscribe link of an invitation makes this call. */
  'transaction/stopInvitations': declareCall({
    summary: 'Excludes an address from all further invitations, by the token in the mail’s link.',
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
