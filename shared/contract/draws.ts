import { z } from 'zod';
import { codes } from './codes.ts';

/** A day in the site's time zone, as the calls take it. */
export const IsoDate = z.iso.date();
/** An absolute instant, UTC. */
export const Instant = z.iso.datetime();
/** Money: an integer of the currency's minor unit (paise for INR). */
export const AmountMinor = z.int().nonnegative();
export const GameId = z.string().regex(/^[a-z0-9-]{1,32}$/);
const DrawNumber = z.int().positive();
const Sha256Hex = z.string().regex(/^[0-9a-f]{64}$/);

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

/** A draw that is still to be held. */
export const UpcomingDraw = z.object({
  gameId: GameId,
  gameName: z.string().max(80),
  gameSlug: z.string().max(64),
  iconName: z.string().max(32),
  colorCode: z.string().max(16),
  drawId: z.string().max(64),
  drawNumber: DrawNumber,
  drawName: z.string().max(80),
  /** First prize as it stands now; for the jackpot game the rolled-over pot. */
  jackpotAmount: AmountMinor,
  ticketPrice: AmountMinor,
  currencyCode: z.string().length(3),
  drawStartDate: Instant,
  salesCloseDate: Instant,
  /** SHA-256 of the secret seed, published before sales opened. */
  commitment: Sha256Hex,
});
export type UpcomingDraw = z.infer<typeof UpcomingDraw>;

export const UpcomingDrawRequest = z.strictObject({ action: z.literal('upcomingDraw') });
/** The next draw of each game, soonest first. */
export const UpcomingDrawResponse = z.object({
  gameList: z.array(UpcomingDraw).max(50),
  error: z.string().nullable(),
});
export type UpcomingDrawResponse = z.infer<typeof UpcomingDrawResponse>;

/** When a game is drawn, in the site's time zone. The site words it in the reader's language. */
export const Schedule = z.discriminatedUnion('every', [
  z.object({ every: z.literal('minutes'), minutes: z.int().min(1).max(60) }),
  /** Times as HH:mm; weekdays 0 Sunday to 6 Saturday, all seven for daily. */
  z.object({
    every: z.literal('week'),
    weekdays: z.array(z.int().min(0).max(6)).min(1).max(7),
    times: z
      .array(z.string().regex(/^\d{2}:\d{2}$/))
      .min(1)
      .max(24),
  }),
]);
export type Schedule = z.infer<typeof Schedule>;

export const PrizeTier = z.object({
  prizeNo: z.int().positive(),
  prizeName: z.string().max(80),
  /** What must match, in English ("5 of 6 and the bonus ball"). */
  prizeText: z.string().max(160),
  /** What one winner gets; for a shared pot, what the pot starts with. */
  prizeAmount: AmountMinor,
  /** The pot is divided among its winners. */
  shared: z.boolean(),
  /** Chance of one line to win this tier is 1 in this; null where it depends on tickets sold. */
  oddsOneIn: z.number().positive().nullable(),
});
export type PrizeTier = z.infer<typeof PrizeTier>;

export const Game = z.object({
  gameId: GameId,
  slug: z.string().regex(/^[a-z0-9-]{1,64}$/),
  name: z.string().max(80),
  description: z.string().max(300),
  iconName: z.string().max(32),
  colorCode: z.string().max(16),
  ticketPrice: AmountMinor,
  currencyCode: z.string().length(3),
  schedule: Schedule,
  prizeTiers: z.array(PrizeTier).min(1).max(60),
});
export type Game = z.infer<typeof Game>;

export const GameListRequest = z.strictObject({});
export const GameListResponse = z.object({ gameList: z.array(Game).max(50), error: z.string().nullable() });
export type GameListResponse = z.infer<typeof GameListResponse>;

/** A win that may be shown: the alias hides who it was. */
export const Winner = z.object({
  alias: z.string().max(40),
  gameId: GameId,
  gameName: z.string().max(80),
  gameSlug: z.string().max(64),
  iconName: z.string().max(32),
  colorCode: z.string().max(16),
  drawNumber: DrawNumber,
  drawStartDate: Instant,
  prizeName: z.string().max(80),
  prizeAmount: AmountMinor,
  currencyCode: z.string().length(3),
});
export type Winner = z.infer<typeof Winner>;

export const WinnersRequest = z.strictObject({ lastestGameId: GameId.optional() });
export const WinnersResponse = z.object({
  /** The largest wins of the last 30 days, largest first. */
  topWinners: z.array(Winner).max(20),
  /** The newest wins, newest first. */
  recentWinners: z.array(Winner).max(20),
  totals: z.object({
    /** Sums since the first day of this year and this month in the site's time zone. */
    paidThisYear: AmountMinor,
    winningTicketsThisMonth: z.int().nonnegative(),
    drawsHeld: z.int().nonnegative(),
    largestPrize: AmountMinor,
    currencyCode: z.string().length(3),
  }),
});
export type WinnersResponse = z.infer<typeof WinnersResponse>;

const forEveryone = { who: 'anyone', read: true, rate: 'read', codes: [] } as const;

export const VerifyRequest = z.strictObject({ drawId: z.string().min(1).max(64) });
/** All that anyone needs to repeat a draw (shared/domain/draw-function.ts). */
export const VerifyResponse = z.object({
  drawId: z.string(),
  gameId: GameId,
  gameName: z.string(),
  gameSlug: z.string(),
  drawNumber: DrawNumber,
  drawStartDate: Instant,
  /** SHA-256 of the seed, and when it was stored. */
  commitment: Sha256Hex,
  committedAt: Instant,
  /** Merkle root over the tickets at the close. */
  ticketsRoot: Sha256Hex.nullable(),
  ticketsTotal: z.int().nonnegative(),
  closedAt: Instant.nullable(),
  /** Null until the draw is published. */
  seed: Sha256Hex.nullable(),
  publishedAt: Instant.nullable(),
  /** Name of the function and its parameters, as shared/domain/draw-function.ts takes them. */
  drawFunction: z.string(),
  drawParameters: z.record(z.string(), z.unknown()),
  /** What counts as drawn, in draw order: after a correction no longer what was published first. */
  drawn: z.array(z.string()),
  /** What seed, draw and tickets give, computed on the server just now; empty before publication. */
  drawnBySeed: z.array(z.string()).default([]),
  /** The seed fits its commitment, and `drawn` is what it gives. Null before publication. */
  verified: z.boolean().nullable(),
  /** Where the published result was corrected, or the draw does not count. */
  correction: ResultCorrection.nullable().default(null),
});
export type VerifyResponse = z.infer<typeof VerifyResponse>;

/** The reads that everybody may make. */
export const drawCalls = {
  result: { ...forEveryone, request: ResultRequest, response: ResultResponse },
  upcomingDraw: { ...forEveryone, request: UpcomingDrawRequest, response: UpcomingDrawResponse },
  gameList: { ...forEveryone, request: GameListRequest, response: GameListResponse },
  winners: { ...forEveryone, request: WinnersRequest, response: WinnersResponse },
  'draws/verify': {
    ...forEveryone,
    codes: [codes.drawNotFound],
    request: VerifyRequest,
    response: VerifyResponse,
  },
} as const;
