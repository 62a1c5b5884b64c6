import { z } from 'zod';
import { declareCall } from './call.ts';
import { AmountMinor, DrawNumber, GameId, Instant, IsoDate, Line } from './values.ts';

/** One drawn element: a ball, digit, symbol, series or colour. */
export const DrawnNumber = z.object({
  tNumber: z.string().min(1).max(32),
  isImage: z.boolean(),
  /** Same-site path of the image if `isImage` is set, otherwise empty. */
  resultUrl: z.string().max(200),
  role: z.enum(['main', 'bonus', 'series', 'color']),
  /** Key of the drawn colour, in games that draw colours. Otherwise empty. */
  colorKey: z.string().max(16),
});
export type DrawnNumber = z.infer<typeof DrawnNumber>;

/** One prize tier of a past draw. `prizeAmount` is the prize of one winner. */
export const DrawPrize = z.object({
  prizeNo: z.int().positive(),
  /** English ordinal suffix of `prizeNo`, for example "st". */
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

/** The correction of a published result, or the voiding of a draw. The first published result stays visible. */
export const ResultCorrection = z.object({
  /** voided: the draw does not count, and every stake was refunded. */
  kind: z.enum(['corrected', 'voided']),
  /** Number of this correction among the corrections of the draw, counted from 1. */
  no: z.int().positive(),
  at: Instant,
  /** The reason for the correction or the refund. An operator writes it in one language, and it is not translated. */
  reason: z.string().min(1).max(300),
  /** The numbers of the result as first published, in the order in which they were drawn. */
  drawnBefore: z.array(z.string()).max(200),
  /** The result as it was first published, before any correction, in the format of `resultNumber`. */
  numbersBefore: z.array(DrawnNumber).max(32),
});
export type ResultCorrection = z.infer<typeof ResultCorrection>;

/** A published draw result (spec §3). The fields after `resultWinners` extend the spec. */
export const Result = z.object({
  drawId: z.string().min(1).max(64),
  gameId: GameId,
  drawNumber: DrawNumber,
  /** Date as DD/MM/YYYY in the site's time zone. */
  drawDate: z.string().regex(/^\d{2}\/\d{2}\/\d{4}$/),
  /** Time as HH:mm in the site's time zone. */
  drawTime: z.string().regex(/^\d{2}:\d{2}$/),
  /** Name of the weekday in English. */
  drawDay: z.string().max(16),
  drawName: z.string().max(80),
  /**
   * Part of the day, if the game has several draws a day at fixed times. The site's locale files contain the name of
   * each part.
   */
  drawSlot: z
    .string()
    .regex(/^[a-z0-9-]{1,20}$/)
    .nullable()
    .default(null),
  ticketPrice: AmountMinor,
  /** Name of an accent colour, which the site maps to a design token. */
  colorCode: z.string().max(16),
  /** Name of the accent colour of the first prize. */
  prizeColorCode: z.string().max(16),
  /** Origin of `prizeColorCode`: the colour that was drawn, or the game's colour. */
  colorType: z.enum(['drawn', 'game']),
  iconName: z.string().max(32),
  jackpotAmount: AmountMinor,
  showJackpot: z.boolean(),
  resultType: z.enum(['image', 'number']),
  resultNumber: z.object({ tNumbers: z.array(DrawnNumber).min(1).max(32) }),
  firstPrizeDetail: z.object({
    prizeName: z.string().max(80),
    prizeAmount: AmountMinor,
    /** The winning number as text, for example "62D 48215" or "4 11 23". */
    prizeWinNumber: z.string().max(120),
  }),
  drawPrizeDetail: z.array(DrawPrize).max(60),
  /** Number of winners of each tier, formatted for the winners-count popup. */
  resultWinners: z.object({
    tableHeader: z.array(z.string().max(80)).max(8),
    tableData: z.array(z.array(z.string().max(80)).max(8)).max(60),
  }),
  gameName: z.string().max(80),
  gameSlug: z.string().regex(/^[a-z0-9-]{1,64}$/),
  currencyCode: z.string().length(3),
  drawStartDate: Instant,
  /** Number of winning tickets. */
  winnersTotal: z.int().nonnegative(),
  /**
   * The number of winning tickets, out of `winnersTotal`, whose prizes are in the wallets. A large draw is published
   * before all its prizes are posted. Null if the platform does not report this number.
   */
  prizesPosted: z.int().nonnegative().nullable().default(null),
  paidTotal: AmountMinor,
  ticketsTotal: z.int().nonnegative(),
  /** Whether the first prize had no winner and rolls over to the next draw. */
  rollsOver: z.boolean(),
  /** The newest correction; null if the result was never corrected. */
  correction: ResultCorrection.nullable().default(null),
});
export type Result = z.infer<typeof Result>;

export const ResultRequest = z.strictObject({
  action: z.literal('result'),
  showAllResult: z.boolean(),
  resultFrom: IsoDate,
  resultTo: IsoDate,
  /**
   * Restricts the answer to results of this game. Without this field, `showAllResult` returns the newest 20 results of
   * each game.
   */
  lastestGameId: GameId.optional(),
  /** Restricts the answer to this draw of the game `lastestGameId`, regardless of the dates. */
  drawNumber: DrawNumber.optional(),
  /** Cursor from the previous page. */
  cursor: Line().min(1).max(64).optional(),
});
export type ResultRequest = z.infer<typeof ResultRequest>;

export const ResultResponse = z.object({
  /** The newest result of each requested game up to `resultTo`; empty if `drawNumber` is given. */
  latestResult: z.array(Result).max(50),
  /** The results that `showAllResult` requests, newest first. */
  result: z.array(Result).max(400),
  /** Cursor for the next page of 50 results; null on the last page. */
  cursor: z.string().max(64).nullable(),
  /** Numbers of the draws before and after the draw that `drawNumber` requests. */
  previousDrawNumber: DrawNumber.nullable(),
  nextDrawNumber: DrawNumber.nullable(),
  error: z.string().nullable(),
});
export type ResultResponse = z.infer<typeof ResultResponse>;

const exampleResult = {
  drawId: 'jaldi-93600',
  gameId: 'jaldi',
  drawNumber: 93600,
  drawDate: '21/11/2026',
  drawTime: '23:55',
  drawDay: 'Saturday',
  drawName: 'Golden Jaldi',
  drawSlot: null,
  ticketPrice: 1100,
  colorCode: 'green',
  prizeColorCode: 'red',
  colorType: 'drawn',
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
    tableHeader: ['Prize', 'Match', 'Winners', 'Prize amount (INR)'],
    tableData: [
      ['Number', 'The number drawn', '0', '77'],
      ['Violet', 'Violet, where a violet number is drawn', '0', '38'],
    ],
  },
  gameName: 'Golden Jaldi',
  gameSlug: 'golden-jaldi',
  currencyCode: 'INR',
  drawStartDate: '2026-11-21T18:25:00.000Z',
  winnersTotal: 1,
  paidTotal: 1900,
  prizesPosted: 1,
  ticketsTotal: 8,
  rollsOver: false,
  correction: null,
} satisfies Result;

const read = { who: 'anyone', read: true, rate: 'read', codes: [] } as const;

export const resultCalls = {
  result: declareCall({
    summary: 'Published results: the newest of each game, those of a range of days, or one draw.',
    ...read,
    request: ResultRequest,
    response: ResultResponse,
    example: {
      request: { action: 'result', resultFrom: '2026-11-13', resultTo: '2026-11-21', showAllResult: true },
      response: {
        latestResult: [exampleResult],
        result: [exampleResult],
        cursor: null,
        previousDrawNumber: null,
        nextDrawNumber: null,
        error: null,
      },
    },
  }),
};
