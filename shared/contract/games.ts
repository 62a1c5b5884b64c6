import { z } from 'zod';
import { declareCall } from './call.ts';
import { ColorName, lineBounds, SeriesName, SymbolName } from './tickets.ts';
import { AmountMinor, GameId } from './values.ts';

/** The regular draw times of a game, in the site's time zone. The site formats them in the page's language. */
export const Schedule = z.discriminatedUnion('every', [
  z.object({ every: z.literal('minutes'), minutes: z.int().min(1).max(60) }),
  /** Times are HH:mm. Weekdays are 0 (Sunday) to 6 (Saturday); a daily game has all seven. */
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

/** The condition under which a ticket line wins a prize tier (shared/domain/odds.ts). */
const TierRule = z.discriminatedUnion('kind', [
  /** `main` is the number of matched main balls. Without `bonus`, the bonus ball does not matter. */
  z.object({
    kind: z.literal('balls'),
    main: z.int().min(0).max(lineBounds.picks),
    bonus: z.boolean().exactOptional(),
  }),
  /** `arrangements` is the number of distinct orders of the digits of a line. It is 1 for the play `straight`. */
  z.object({
    kind: z.literal('digits'),
    play: z.enum(['straight', 'box']),
    arrangements: z.int().positive(),
  }),
  z.object({
    kind: z.literal('keno'),
    spots: z.int().min(1).max(lineBounds.picks),
    hits: z.int().min(0).max(lineBounds.picks),
  }),
  z.object({ kind: z.literal('raffle'), prizeNo: z.int().min(1).max(100) }),
  /** `places` is the number of symbols that match at their positions. */
  z.object({ kind: z.literal('symbols'), places: z.int().min(0).max(lineBounds.picks) }),
  z.discriminatedUnion('on', [
    z.object({ kind: z.literal('color'), on: z.literal('number') }),
    z.object({ kind: z.literal('color'), on: z.literal('color'), keys: z.array(ColorName).min(1).max(100) }),
  ]),
]);

export const PrizeTier = z.object({
  prizeNo: z.int().positive(),
  prizeName: z.string().max(80),
  /** Condition of the tier in English, for example "5 of 6 and the bonus ball". */
  prizeText: z.string().max(160),
  /** Prize of one winner; for a shared pot, its initial amount. */
  prizeAmount: AmountMinor,
  /** Whether the prize is a pot that all winners of the tier share. */
  shared: z.boolean(),
  /** Odds of this tier: one line wins with a chance of 1 in this number. Null if the chance depends on sales. */
  oddsOneIn: z.number().positive().nullable(),
  /**
   * The rule by which the site checks whether a line wins this tier. Null if the platform does not publish the rule.
   */
  rule: TierRule.nullable().default(null),
});
export type PrizeTier = z.infer<typeof PrizeTier>;

/** The average return of one way to play a game. */
export const PlayReturn = z.object({
  /** The prizes that a ticket line can win if it is played in this way. */
  prizeNos: z.array(z.int().positive()).min(1).max(60),
  /** The count of numbers that the line plays. Null if the prizes do not depend on this count. */
  spots: z.int().positive().nullable(),
  /** The average prize as a percentage of the price of a line. A shared pot is not included. */
  returnPercent: z.number().nonnegative(),
  /**
   * True if a shared pot is among the prizes. `returnPercent` does not include the pot, because the pot depends on
   * sales and on earlier draws.
   */
  withoutPot: z.boolean(),
});

const pool = z.int().min(1).max(lineBounds.ball);
const picks = z.int().min(1).max(lineBounds.picks);
const digits = z.int().min(1).max(lineBounds.digits);
/**
 * The numbers, digits, symbols or tickets from which players choose a line, in the format of `drawParameters` in
 * `draws/verify` (shared/domain/draw-kinds.ts). The site builds the ticket form from these parameters, and `isLine`
 * validates lines with the same parameters.
 */
export const DrawParameters = z.discriminatedUnion('kind', [
  /** A line has `picks` different numbers from 1 to `pool`. Players do not choose the `bonus` ball. */
  z.object({ kind: z.literal('balls'), pool, picks, bonus: z.union([z.literal(0), z.literal(1)]) }),
  /** A line has `digits` digits. It is played `straight` or `box`. */
  z.object({ kind: z.literal('digits'), digits }),
  /** A line has `spots.min` to `spots.max` different numbers from 1 to `pool`. */
  z.object({ kind: z.literal('keno'), pool, drawn: pool, spots: z.object({ min: picks, max: picks }) }),
  /** A line is one ticket: a series and a number of `numberDigits` digits. Each ticket is sold once. */
  z.object({
    kind: z.literal('raffle'),
    series: z.array(SeriesName).min(1).max(100),
    numberDigits: digits,
    prizes: z
      .array(
        z.object({
          prizeNo: z.int().min(1).max(100),
          winners: z.int().min(1).max(1000),
          lastDigits: digits,
          series: z.boolean(),
        }),
      )
      .min(1)
      .max(60),
  }),
  /** A line has `picks` symbols, one for each position. A symbol can occur at several positions. */
  z.object({ kind: z.literal('symbols'), symbols: z.array(SymbolName).min(1).max(100), picks }),
  /** A line is one number from 0 to `numbers` minus 1, or one colour. Each number has one colour. */
  z.object({
    kind: z.literal('color'),
    numbers: z.int().min(1).max(1000),
    colors: z
      .array(z.object({ key: ColorName, numbers: z.array(z.int().min(0).max(999)).max(1000) }))
      .min(1)
      .max(100),
  }),
]);
export type DrawParameters = z.infer<typeof DrawParameters>;

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
  /** One entry for each way to play, computed from prizes and odds. */
  returns: z.array(PlayReturn).max(60).default([]),
  drawParameters: DrawParameters,
  /** `tickets/buy` accepts at most this many lines in one purchase. */
  maxLinesPerPurchase: z.int().min(1).max(200),
});
export type Game = z.infer<typeof Game>;

export const GameListRequest = z.strictObject({});
export const GameListResponse = z.object({
  gameList: z.array(Game).max(50),
  /** Whether the platform sells tickets. If false, `tickets/buy` answers 10609, and the site shows no ticket form. */
  sales: z.boolean().default(true),
  error: z.string().nullable(),
});
export type GameListResponse = z.infer<typeof GameListResponse>;

const read = { who: 'anyone', read: true, rate: 'read', codes: [] } as const;

export const gameCalls = {
  gameList: declareCall({
    summary: 'The games with their prices, schedules, prize tiers and the form of their tickets.',
    ...read,
    request: GameListRequest,
    response: GameListResponse,
    example: {
      request: {},
      response: {
        gameList: [
          {
            gameId: 'daily',
            slug: 'golden-daily',
            name: 'Golden Daily 5/36',
            description: 'Choose 5 of 36 numbers. One draw every evening, and two right numbers already win.',
            iconName: 'daily',
            colorCode: 'amber',
            ticketPrice: 2000,
            currencyCode: 'INR',
            schedule: { every: 'week', weekdays: [0, 1, 2, 3, 4, 5, 6], times: ['19:00'] },
            prizeTiers: [
              {
                prizeNo: 1,
                prizeName: 'First prize',
                prizeText: '5 of 5',
                prizeAmount: 100000000,
                shared: false,
                oddsOneIn: 376992,
                rule: { kind: 'balls', main: 5 },
              },
              {
                prizeNo: 2,
                prizeName: 'Second prize',
                prizeText: '4 of 5',
                prizeAmount: 1000000,
                shared: false,
                oddsOneIn: 2432.206451612903,
                rule: { kind: 'balls', main: 4 },
              },
            ],
            returns: [
              { prizeNos: [1, 2, 3, 4], spots: null, returnPercent: 61.16177531618709, withoutPot: false },
            ],
            drawParameters: { kind: 'balls', pool: 36, picks: 5, bonus: 0 },
            maxLinesPerPurchase: 50,
          },
        ],
        sales: true,
        error: null,
      },
    },
  }),
};
