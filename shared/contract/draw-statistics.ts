import { z } from 'zod';
import { declareCall } from './call.ts';
import { DrawnNumber } from './results.ts';
import { DrawNumber, GameId, Instant } from './values.ts';

/**
 * Parts of a result that are counted separately:
 * - main, bonus: the balls of a ball game or keno
 * - place: one of several positions, each with its own digit or symbol
 * - number, color: the number of a colour game and its colour
 * - series, lastDigit: the series of a raffle's first prize, and the last digit of its winning number
 */
export const DrawnPartName = z.enum(['main', 'bonus', 'place', 'number', 'color', 'series', 'lastDigit']);
export type DrawnPartName = z.infer<typeof DrawnPartName>;

const times = z.int().nonnegative();

/** A number, digit, symbol, series or colour, and how often it was drawn in one part of the results. */
export const DrawnCount = DrawnNumber.extend({
  /** Number of counted draws whose result contains the value in this part. */
  times,
  /** Like `times`, but counted only among the newest draws (`recentDraws`). */
  recentTimes: times,
  /**
   * Number of counted draws since the value was last drawn: 0 if the newest draw contains it. Null if the value was
   * never drawn.
   */
  drawsAgo: times.nullable(),
});
export type DrawnCount = z.infer<typeof DrawnCount>;

export const DrawnPart = z.object({
  part: DrawnPartName,
  /** Position in the result, counted from 1. It is null if the result has this part only once. */
  place: z.int().positive().nullable(),
  /** Number of different values of this part in one draw. */
  perDraw: z.int().positive(),
  /** All values that can be drawn, in their natural order. */
  values: z.array(DrawnCount).min(1).max(1000),
});
export type DrawnPart = z.infer<typeof DrawnPart>;

export const DrawStatisticsRequest = z.strictObject({ gameId: GameId });
export const DrawStatisticsResponse = z.object({
  gameId: GameId,
  gameName: z.string().max(80),
  gameSlug: z.string().max(64),
  /** Number of counted draws. Void draws are not counted. A corrected draw is counted with its valid result. */
  draws: z.int().nonnegative(),
  /** Number of draws that `recentTimes` covers: at most 50. */
  recentDraws: z.int().nonnegative(),
  /** Time of the first counted draw; null if no draw is counted. */
  firstDrawDate: Instant.nullable(),
  /** Number and time of the newest draw that the statistics cover. Both are null if no draw is counted. */
  lastDrawNumber: DrawNumber.nullable(),
  lastDrawDate: Instant.nullable(),
  parts: z.array(DrawnPart).min(1).max(64),
});
export type DrawStatisticsResponse = z.infer<typeof DrawStatisticsResponse>;

const plain = { isImage: false, resultUrl: '' } as const;

export const drawStatisticsCalls = {
  'draws/statistics': declareCall({
    summary: 'How often each number, digit, symbol or colour of a game was drawn, and how many draws ago.',
    who: 'anyone',
    read: true,
    rate: 'read',
    codes: [],
    request: DrawStatisticsRequest,
    response: DrawStatisticsResponse,
    example: {
      request: { gameId: 'jaldi' },
      response: {
        gameId: 'jaldi',
        gameName: 'Golden Jaldi',
        gameSlug: 'golden-jaldi',
        draws: 8641,
        recentDraws: 50,
        firstDrawDate: '2026-10-22T18:40:00.000Z',
        lastDrawNumber: 93602,
        lastDrawDate: '2026-11-21T18:35:00.000Z',
        parts: [
          {
            part: 'number',
            place: null,
            perDraw: 1,
            values: [
              {
                ...plain,
                tNumber: '0',
                role: 'main',
                colorKey: 'violet',
                times: 871,
                recentTimes: 4,
                drawsAgo: 0,
              },
              {
                ...plain,
                tNumber: '1',
                role: 'main',
                colorKey: 'green',
                times: 850,
                recentTimes: 7,
                drawsAgo: 12,
              },
            ],
          },
          {
            part: 'color',
            place: null,
            perDraw: 1,
            values: [
              {
                ...plain,
                tNumber: 'violet',
                role: 'color',
                colorKey: 'violet',
                times: 1733,
                recentTimes: 9,
                drawsAgo: 0,
              },
            ],
          },
        ],
      },
    },
  }),
};
