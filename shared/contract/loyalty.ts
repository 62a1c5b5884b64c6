import { z } from 'zod';
import { declareCall } from './call.ts';
import { codes } from './codes.ts';
import { CurrencyCode } from './fields.ts';
import { IdempotencyKey } from './tickets.ts';
import { AmountMinor, GameId, Instant } from './values.ts';

export const RewardId = z.string('field.wrong').regex(/^[a-z0-9-]{1,32}$/, 'field.wrong');
const points = z.int().min(1).max(10_000_000);
const offer = { rewardId: RewardId, points, currencyCode: CurrencyCode };

/**
 * A reward that players can buy with points. The terms of a reward never change. To offer other terms, an operator ends
 * the reward and creates another reward.
 */
export const LoyaltyReward = z.discriminatedUnion('kind', [
  /** Bonus money that can be played at once. It does not expire and cannot be withdrawn. */
  z.object({ kind: z.literal('bonus'), ...offer, amount: AmountMinor }),
  /** Lines with random numbers in the next draw of a game. */
  z.object({
    kind: z.literal('ticket'),
    ...offer,
    gameId: GameId,
    gameName: z.string().max(80),
    lines: z.int().min(1).max(50),
  }),
]);
export type LoyaltyReward = z.infer<typeof LoyaltyReward>;

export const LoyaltyRewards = z.object({
  loyaltyBalance: z.int().nonnegative(),
  /** The cash stake that earns one point, in minor units of the account's currency. */
  stakePerPoint: AmountMinor,
  /** Rewards in the player's currency, cheapest first. */
  rewards: z.array(LoyaltyReward).max(50),
});
export type LoyaltyRewards = z.infer<typeof LoyaltyRewards>;

export const ExchangeRequest = z.strictObject({ rewardId: RewardId, idempotencyKey: IdempotencyKey });
export type ExchangeRequest = z.infer<typeof ExchangeRequest>;
export const LoyaltyExchange = z.object({
  exchangeId: z.uuid(),
  rewardId: RewardId,
  kind: z.enum(['bonus', 'ticket']),
  /** The points that the player paid. */
  points,
  /** The credited bonus, or the price of the ticket. */
  amount: AmountMinor,
  currencyCode: CurrencyCode,
  /** The receipt of the ticket; null for a bonus. `transaction/purchaseSummary` contains the numbers of the ticket. */
  receiptNumber: z.string().max(64).nullable(),
  exchangedAt: Instant,
  /** Points and playable balance after the exchange. */
  loyaltyBalance: z.int().nonnegative(),
  totalBalance: AmountMinor,
});
export type LoyaltyExchange = z.infer<typeof LoyaltyExchange>;

const player = { who: 'player', read: false } as const;

export const loyaltyCalls = {
  'loyalty/list': declareCall({
    summary: 'The player’s loyalty points, and the rewards that they buy.',
    ...player,
    rate: 'account',
    codes: [],
    request: z.strictObject({}),
    response: LoyaltyRewards,
    example: {
      request: {},
      response: {
        loyaltyBalance: 640,
        stakePerPoint: 1000,
        rewards: [
          {
            kind: 'ticket',
            rewardId: 'daily-1',
            points: 200,
            currencyCode: 'INR',
            gameId: 'daily',
            gameName: 'Golden Daily 5/36',
            lines: 1,
          },
          { kind: 'bonus', rewardId: 'bonus-50', points: 500, currencyCode: 'INR', amount: 5000 },
        ],
      },
    },
  }),
  'loyalty/exchange': declareCall({
    summary: 'Buys a reward with loyalty points.',
    ...player,
    rate: 'money',
    codes: [
      codes.insufficientBalance,
      codes.limitExceeded,
      codes.salesClosed,
      codes.notEligible,
      codes.limitReached,
      codes.timeOutRunning,
      codes.salesOff,
      codes.notFound,
    ],
    request: ExchangeRequest,
    response: LoyaltyExchange,
    example: {
      request: { rewardId: 'bonus-50', idempotencyKey: '7c1f0a94e52bd386' },
      response: {
        exchangeId: '0d3c1b7a-9e52-4c48-a1d6-2f8b7e605c94',
        rewardId: 'bonus-50',
        kind: 'bonus',
        points: 500,
        amount: 5000,
        currencyCode: 'INR',
        receiptNumber: null,
        exchangedAt: '2026-11-22T08:31:00.000Z',
        loyaltyBalance: 140,
        totalBalance: 17000,
      },
    },
  }),
};
