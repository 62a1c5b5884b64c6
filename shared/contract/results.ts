import { z } from 'zod';
import { declareCall } from './call.ts';
import { AmountMinor, DrawNumber, GameId, Instant, IsoDate } from './values.ts';

/** One thing drawn: a ball, a digit, a symbol, a series or a colour. */
export const DrawnNumber = z.object({
  tNumber: z.string().min(1).max(32),
  isImage: z.boolean(),
  /** Same-site path of the picture where `isImage`, else empty. */
  resultUrl: z.string().max(200),
  role: z.enum(['main', 'bonus', 'series', 'color']),
  /** Which colour it has where the game draws colours, else empty. */
  colorKey: z.string().max(16),
});
export type DrawnNumber = z.infer<typeof DrawnNumber>;

/** One prize tier of a held draw. `prizeAmount` is what one winner gets. */
export const DrawPrize = z.object({
  prizeNo: z.int().positive(),
  /** Ordinal suffix in English ("st"), for prizeNo. */
  prizeSuffix: z.string().max(4),
  prizeText: z.string().max(80),
  prizeSubText: z.string().max(160),
  prizeAmount: AmountMinor,
  prizeName: z.string().max(80),
  noOfWinner: z.int().nonnegative(),
  betNumber: z.array(z.object({ number: z.string().max(32), colorKey: z.string().max(16) })).max(200),
  betSeriesName: z.string().max(16),
});
export type DrawPrize = z.infer<typeof DrawPrize>;

/**
 * A published result that was wrong, or a draw that does not count. What was published first stays visible: a result
 * is never changed in silence.
 */
export const ResultCorrection = z.object({
  /** Voided: the draw does not count, and every stake was paid back. */
  kind: z.enum(['corrected', 'voided']),
  /** Counts the corrections of this draw, from 1. */
  no: z.int().positive(),
  at: Instant,
  /** Words of the operator's own, in one language. */
  reason: z.string().min(1).max(300),
  /** What was published first, in draw order. */
  drawnBefore: z.array(z.string()).max(200),
  /** The same as a result shows it. */
  numbersBefore: z.array(DrawnNumber).max(32),
});
export type ResultCorrection = z.infer<typeof ResultCorrection>;

/** A published draw result (spec §3). Fields after `resultWinners` are ours. */
export const Result = z.object({
  drawId: z.string().min(1).max(64),
  gameId: GameId,
  drawNumber: DrawNumber,
  /** DD/MM/YYYY in the site's time zone. */
  drawDate: z.string().regex(/^\d{2}\/\d{2}\/\d{4}$/),
  /** HH:mm in the site's time zone. */
  drawTime: z.string().regex(/^\d{2}:\d{2}$/),
  /** English weekday. */
  drawDay: z.string().max(16),
  drawName: z.string().max(80),
  ticketPrice: AmountMinor,
  /** Names of accents, never CSS: the site maps them to its own tokens. */
  colorCode: z.string().max(16),
  prizeColorCode: z.string().max(16),
  colorType: z.string().max(16),
  iconName: z.string().max(32),
  jackpotAmount: AmountMinor,
  showJackpot: z.boolean(),
  resultType: z.enum(['image', 'number']),
  resultNumber: z.object({ tNumbers: z.array(DrawnNumber).min(1).max(32) }),
  firstPrizeDetail: z.object({
    prizeName: z.string().max(80),
    prizeAmount: AmountMinor,
    /** The number that wins the first prize, spelt for people ("62D 48215", "4 11 23"). */
    prizeWinNumber: z.string().max(120),
  }),
  drawPrizeDetail: z.array(DrawPrize).max(60),
  /** Winners counted by tier, ready to show: the popup behind "show winners count". */
  resultWinners: z.object({
    tableHeader: z.array(z.string().max(80)).max(8),
    tableData: z.array(z.array(z.string().max(80)).max(8)).max(60),
  }),
  gameName: z.string().max(80),
  gameSlug: z.string().regex(/^[a-z0-9-]{1,64}$/),
  currencyCode: z.string().length(3),
  /** The scheduled start of the draw. */
  drawStartDate: Instant,
  /** Tickets that won anything, and what they won together. */
  winnersTotal: z.int().nonnegative(),
  paidTotal: AmountMinor,
  ticketsTotal: z.int().nonnegative(),
  /** The first prize found no winner and goes on to the next draw. */
  rollsOver: z.boolean(),
  /** The newest correction; null for a result that stands as it was published. */
  correction: ResultCorrection.nullable().default(null),
});
export type Result = z.infer<typeof Result>;

export const ResultRequest = z.strictObject({
  action: z.literal('result'),
  showAllResult: z.boolean(),
  resultFrom: IsoDate,
  resultTo: IsoDate,
  /** The game asked for; without it `showAllResult` answers the newest 20 of each. */
  lastestGameId: GameId.optional(),
  /** With a game: that one draw, whatever the dates. */
  drawNumber: DrawNumber.optional(),
  /** From the page before. */
  cursor: z.string().min(1).max(64).optional(),
});
export type ResultRequest = z.infer<typeof ResultRequest>;

export const ResultResponse = z.object({
  /** showAllResult false: the newest result of each game, drawn on or before resultTo. */
  latestResult: z.array(Result).max(50),
  /** showAllResult true: newest first. */
  result: z.array(Result).max(400),
  /** Where the next page of 50 begins, or null at the end. */
  cursor: z.string().max(64).nullable(),
  /** Around the one draw asked for by drawNumber. */
  previousDrawNumber: DrawNumber.nullable(),
  nextDrawNumber: DrawNumber.nullable(),
  error: z.string().nullable(),
});
export type ResultResponse = z.infer<typeof ResultResponse>;

const read = { who: 'anyone', read: true, rate: 'read', codes: [] } as const;

/** Published results. */
export const resultCalls = {
  result: declareCall({
    summary: 'Published results: the newest of each game, those of a range of days, or one draw.',
    ...read,
    request: ResultRequest,
    response: ResultResponse,
    example: {
      request: { action: 'result', resultFrom: '2026-11-13', resultTo: '2026-11-21', showAllResult: true },
      response: {
        latestResult: [],
        result: [
          {
            drawId: 'jaldi-93600',
            gameId: 'jaldi',
            drawNumber: 93600,
            drawDate: '21/11/2026',
            drawTime: '23:55',
            drawDay: 'Saturday',
            drawName: 'Golden Jaldi',
            ticketPrice: 1100,
            colorCode: 'green',
            prizeColorCode: 'green',
            colorType: 'accent',
            iconName: 'jaldi',
            jackpotAmount: 7700,
            showJackpot: false,
            resultType: 'number',
            resultNumber: {
              tNumbers: [
                { tNumber: '2', isImage: false, resultUrl: '', role: 'main', colorKey: 'red' },
                { tNumber: 'red', isImage: false, resultUrl: '', role: 'color', colorKey: 'red' },
              ],
            },
            firstPrizeDetail: { prizeName: 'Number', prizeAmount: 7700, prizeWinNumber: '2 red' },
            drawPrizeDetail: [
              {
                prizeNo: 1,
                prizeSuffix: 'st',
                prizeText: 'The number drawn',
                prizeSubText: '',
                prizeAmount: 7700,
                prizeName: 'Number',
                noOfWinner: 0,
                betNumber: [],
                betSeriesName: '',
              },
              {
                prizeNo: 2,
                prizeSuffix: 'nd',
                prizeText: 'Violet, where a violet number is drawn',
                prizeSubText: '',
                prizeAmount: 3800,
                prizeName: 'Violet',
                noOfWinner: 0,
                betNumber: [],
                betSeriesName: '',
              },
            ],
            resultWinners: {
              tableHeader: ['Prize', 'Match', 'Winners', 'Prize amount'],
              tableData: [
                ['Number', 'The number drawn'],
                ['Violet', 'Violet, where a violet number is drawn'],
              ],
            },
            gameName: 'Golden Jaldi',
            gameSlug: 'golden-jaldi',
            currencyCode: 'INR',
            drawStartDate: '2026-11-21T18:25:00.000Z',
            winnersTotal: 1,
            paidTotal: 1900,
            ticketsTotal: 8,
            rollsOver: false,
            correction: null,
          },
        ],
        cursor: null,
        previousDrawNumber: null,
        nextDrawNumber: null,
        error: null,
      },
    },
  }),
};
