import { z } from 'zod';
import { declareCall } from './call.ts';
import { CurrencyCode } from './fields.ts';
import { Sum } from './payment-history.ts';
import { AmountMinor, GameId, Instant } from './values.ts';

/**
 * Sums over tickets. A ticket and its prizes are counted in the month of the purchase. Refused prizes and the tickets
 * of voided draws are not counted.
 */
const Played = z.object({
  purchases: z.int().nonnegative(),
  lines: z.int().nonnegative(),
  stake: AmountMinor,
  won: AmountMinor,
  /** `won` minus `stake`. */
  net: z.int(),
});
export const PlayerStatistics = z.object({
  currencyCode: CurrencyCode,
  /** Sums over the lifetime of the account, including tickets of draws that are still open. */
  total: Played,
  open: z.object({ purchases: z.int().nonnegative(), stake: AmountMinor }),
  biggestWin: z
    .object({
      amount: AmountMinor,
      gameId: GameId,
      gameName: z.string().max(80),
      drawId: z.string().max(64),
      drawNumber: z.int().positive(),
      drawStartDate: Instant,
    })
    .nullable(),
  /** Sums by game, most played first. Games without tickets are omitted. */
  byGame: z.array(Played.extend({ gameId: GameId, gameName: z.string().max(80) })).max(50),
  /**
   * Sums of the last twelve months in the site's time zone, current month first. Months without tickets are included.
   */
  byMonth: z.array(Played.extend({ month: z.string().regex(/^\d{4}-\d{2}$/) })).length(12),
  /**
   * Sums of approved deposits, of paid withdrawals, and of pending withdrawals. A withdrawal is pending until it is
   * paid or returned. Deposits that are sent back are not counted.
   */
  deposited: Sum,
  withdrawn: Sum,
  withdrawing: Sum,
});
export type PlayerStatistics = z.infer<typeof PlayerStatistics>;

const own = { who: 'player', read: false, rate: 'account', codes: [] } as const;

export const statisticsCalls = {
  'transaction/getPlayerStatistics': declareCall({
    summary: 'Sums of play and of payments, by game and by month.',
    ...own,
    request: z.strictObject({}),
    response: PlayerStatistics,
    example: {
      request: {},
      response: {
        currencyCode: 'INR',
        total: { purchases: 2, lines: 2, stake: 10000, won: 0, net: -10000 },
        open: { purchases: 2, stake: 10000 },
        biggestWin: null,
        byGame: [
          {
            gameId: 'jackpot',
            gameName: 'Golden Jackpot 6/49',
            purchases: 2,
            lines: 2,
            stake: 10000,
            won: 0,
            net: -10000,
          },
        ],
        byMonth: [
          { month: '2026-11', purchases: 2, lines: 2, stake: 10000, won: 0, net: -10000 },
          { month: '2026-10', purchases: 0, lines: 0, stake: 0, won: 0, net: 0 },
          { month: '2026-09', purchases: 0, lines: 0, stake: 0, won: 0, net: 0 },
          { month: '2026-08', purchases: 0, lines: 0, stake: 0, won: 0, net: 0 },
          { month: '2026-07', purchases: 0, lines: 0, stake: 0, won: 0, net: 0 },
          { month: '2026-06', purchases: 0, lines: 0, stake: 0, won: 0, net: 0 },
          { month: '2026-05', purchases: 0, lines: 0, stake: 0, won: 0, net: 0 },
          { month: '2026-04', purchases: 0, lines: 0, stake: 0, won: 0, net: 0 },
          { month: '2026-03', purchases: 0, lines: 0, stake: 0, won: 0, net: 0 },
          { month: '2026-02', purchases: 0, lines: 0, stake: 0, won: 0, net: 0 },
          { month: '2026-01', purchases: 0, lines: 0, stake: 0, won: 0, net: 0 },
          { month: '2025-12', purchases: 0, lines: 0, stake: 0, won: 0, net: 0 },
        ],
        deposited: { count: 1, amount: 50000 },
        withdrawn: { count: 0, amount: 0 },
        withdrawing: { count: 0, amount: 0 },
      },
    },
  }),
};
