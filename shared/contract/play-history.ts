import { z } from 'zod';
import { declareCall } from './call.ts';
import { CurrencyCode } from './fields.ts';
import { DrawnNumber } from './results.ts';
import { page, range, summaryPage } from './summary-range.ts';
import { TicketLine } from './tickets.ts';
import { AmountMinor, GameId, Instant } from './values.ts';

const Game = GameId.regex(/^[a-z0-9-]{1,32}$/, 'field.wrong');
/**
 * open: the draw has not taken place yet. pending: the result is published, but the prizes of the draw are still being
 * posted. drawn: all prizes are posted. voided: the draw does not count, and the price was refunded.
 */
const PlayState = z.enum(['open', 'pending', 'drawn', 'voided']);

/** One purchase, which has one receipt. */
export const PurchaseRow = z.object({
  receiptNumber: z.string().max(64),
  gameId: GameId,
  gameName: z.string().max(80),
  drawId: z.string().max(64),
  drawNumber: z.int().positive(),
  drawStartDate: Instant,
  boughtAt: Instant,
  lines: z.array(TicketLine).min(1).max(200),
  ticketPrice: AmountMinor,
  totalPrice: AmountMinor,
  currencyCode: CurrencyCode,
  paidFrom: z.object({ bonus: AmountMinor, deposit: AmountMinor, winnings: AmountMinor }),
  state: PlayState,
  /**
   * Total prize of all lines. While the state is `pending`, only the prizes that are already posted are counted. The
   * total is 0 if an operator has refused the prize.
   */
  wonAmount: AmountMinor,
  /** The operator's reason for refusing the prize; null if no prize is refused. */
  refusal: z
    .object({ at: Instant, reason: z.string().max(300) })
    .nullable()
    .default(null),
});
export type PurchaseRow = z.infer<typeof PurchaseRow>;

const GameFilter = z.strictObject({ ...range, gameId: Game.optional() });
const PurchaseFilter = z.strictObject({
  ...range,
  gameId: Game.optional(),
  outcome: z
    .enum(['open', 'won', 'lost', 'voided'], 'field.wrong')
    .optional()
    .describe(
      '`open`: states `open` and `pending`. `won` and `lost`: state `drawn`, with and without a prize. A refused prize is none.',
    ),
});
export type PurchaseOutcome = NonNullable<z.output<typeof PurchaseFilter>['outcome']>;
/** Purchases that were made within a range of days. */
export const PurchaseSummary = z.object({ ...page, purchases: z.array(PurchaseRow).max(summaryPage.most) });
export type PurchaseSummary = z.infer<typeof PurchaseSummary>;

/** One ticket line that the player played in a past draw. */
export const PlayedLine = z.object({
  receiptNumber: z.string().max(64),
  lineNo: z.int().positive(),
  line: TicketLine,
  /** The matching numbers of the line; for a raffle ticket, the winning digits. */
  matched: z.array(z.string().max(32)).max(20),
  /** Number of the prize within its game; null if `prizeName` is null. */
  prizeNo: z.int().positive().nullable(),
  /** Name of the prize; null if the line won nothing. While the state is `pending`, a line with null may still win. */
  prizeName: z.string().max(80).nullable(),
  /** Amount of the prize; 0 if an operator has refused it. */
  wonAmount: AmountMinor,
  /** Whether an operator has refused the prize of the line. */
  isRefused: z.boolean().default(false),
});
export type PlayedLine = z.infer<typeof PlayedLine>;

export const PlayedDraw = z.object({
  gameId: GameId,
  gameName: z.string().max(80),
  drawId: z.string().max(64),
  drawNumber: z.int().positive(),
  drawStartDate: Instant,
  state: PlayState.exclude(['open']),
  /** Drawn numbers in the format of results (shared/contract/results.ts). */
  tNumbers: z.array(DrawnNumber).max(32),
  lines: z.array(PlayedLine).min(1).max(1000),
  totalPrice: AmountMinor,
  wonAmount: AmountMinor,
  currencyCode: CurrencyCode,
});
export type PlayedDraw = z.infer<typeof PlayedDraw>;

/**
 * Draws that took place within a range of days. A page ends early if its draws have very many lines. Therefore, only a
 * null cursor marks the last page.
 */
export const GameHistory = z.object({ ...page, draws: z.array(PlayedDraw).max(summaryPage.most) });
export type GameHistory = z.infer<typeof GameHistory>;

const purchase: z.input<typeof PurchaseRow> = {
  receiptNumber: 'JACKPOT-94-X0AWZ5YBXR',
  gameId: 'jackpot',
  gameName: 'Golden Jackpot 6/49',
  drawId: 'jackpot-94',
  drawNumber: 94,
  drawStartDate: '2026-11-25T15:00:00.000Z',
  boughtAt: '2026-11-21T18:38:00.000Z',
  lines: [[1, 2]],
  ticketPrice: 5000,
  totalPrice: 5000,
  currencyCode: 'INR',
  paidFrom: { bonus: 0, deposit: 5000, winnings: 0 },
  state: 'open',
  wonAmount: 0,
  refusal: null,
};

const own = { who: 'player', read: false, rate: 'account', codes: [] } as const;

export const playHistoryCalls = {
  'transaction/purchaseSummary': declareCall({
    summary: 'The player’s purchases and their outcomes, newest first.',
    ...own,
    request: PurchaseFilter,
    response: PurchaseSummary,
    example: {
      request: {},
      response: {
        from: '2026-10-23',
        to: '2026-11-22',
        cursor: null,
        purchases: [purchase, { ...purchase, receiptNumber: 'JACKPOT-94-GP67YF2GBW' }],
      },
    },
  }),
  'transaction/gameHistorySummary': declareCall({
    summary: 'The draws that the player took part in, with the matches of each line.',
    ...own,
    request: GameFilter,
    response: GameHistory,
    example: {
      request: {},
      response: {
        from: '2026-10-23',
        to: '2026-11-22',
        cursor: null,
        draws: [
          {
            gameId: 'jaldi',
            gameName: 'Golden Jaldi',
            drawId: 'jaldi-93600',
            drawNumber: 93600,
            drawStartDate: '2026-11-21T18:25:00.000Z',
            state: 'drawn',
            tNumbers: [{ tNumber: '5', isImage: false, resultUrl: '', role: 'main', colorKey: 'violet' }],
            lines: [
              {
                receiptNumber: 'JALDI-93600-7QK2M9XA4T',
                lineNo: 1,
                line: { number: 5 },
                matched: ['5'],
                prizeNo: 1,
                prizeName: 'Number',
                wonAmount: 7700,
                isRefused: false,
              },
            ],
            totalPrice: 1100,
            wonAmount: 7700,
            currencyCode: 'INR',
          },
        ],
      },
    },
  }),
};
