import { z } from 'zod';
import { declareCall } from './call.ts';
import { AmountMinor, DrawNumber, GameId, Instant } from './values.ts';

/** A published win. The winner has agreed to its publication under a masked alias. */
export const Winner = z.object({
  alias: z.string().max(40),
  gameId: GameId,
  gameName: z.string().max(80),
  gameSlug: z.string().max(64),
  iconName: z.string().max(32),
  colorCode: z.string().max(16),
  drawNumber: DrawNumber,
  drawStartDate: Instant,
  /** Number of the prize within its game; 1 is the first prize. */
  prizeNo: z.int().positive(),
  prizeName: z.string().max(80),
  prizeAmount: AmountMinor,
  currencyCode: z.string().length(3),
});
export type Winner = z.infer<typeof Winner>;

export const WinnersRequest = z.strictObject({ lastestGameId: GameId.optional() });
export const WinnersResponse = z.object({
  /** The largest wins of the last 30 days, largest first. */
  topWinners: z.array(Winner).max(20),
  /** The most recent wins, newest first. */
  recentWinners: z.array(Winner).max(20),
  totals: z.object({
    /** The next two fields cover the current year and the current month in the site's time zone. */
    paidThisYear: AmountMinor,
    winningTicketsThisMonth: z.int().nonnegative(),
    drawsHeld: z.int().nonnegative(),
    /** Number of past draws whose commitment was stored before their sales opened. */
    drawsCommitted: z.int().nonnegative().default(0),
    largestPrize: AmountMinor,
    currencyCode: z.string().length(3),
    /**
     * True if the platform has sample players. In this case, the lists and the sums include the wins of sample players.
     */
    isSample: z.boolean().default(false),
  }),
});
export type WinnersResponse = z.infer<typeof WinnersResponse>;

const read = { who: 'anyone', read: true, rate: 'read', codes: [] } as const;

export const winnerCalls = {
  winners: declareCall({
    summary: 'Published wins, and totals of paid prizes.',
    ...read,
    request: WinnersRequest,
    response: WinnersResponse,
    example: {
      request: {},
      response: {
        topWinners: [
          {
            alias: 'Ro•••n H.',
            gameId: 'daily',
            gameName: 'Golden Daily 5/36',
            gameSlug: 'golden-daily',
            iconName: 'daily',
            colorCode: 'amber',
            drawNumber: 325,
            drawStartDate: '2026-11-21T13:30:00.000Z',
            prizeNo: 2,
            prizeName: 'Second prize',
            prizeAmount: 1000000,
            currencyCode: 'INR',
          },
        ],
        recentWinners: [
          {
            alias: 'Ta•••i V.',
            gameId: 'jaldi',
            gameName: 'Golden Jaldi',
            gameSlug: 'golden-jaldi',
            iconName: 'jaldi',
            colorCode: 'green',
            drawNumber: 93602,
            drawStartDate: '2026-11-21T18:35:00.000Z',
            prizeNo: 3,
            prizeName: 'Green or red',
            prizeAmount: 1900,
            currencyCode: 'INR',
          },
        ],
        totals: {
          paidThisYear: 16962400,
          winningTicketsThisMonth: 1786,
          drawsHeld: 828,
          drawsCommitted: 211,
          largestPrize: 1000000,
          currencyCode: 'INR',
          isSample: true,
        },
      },
    },
  }),
};
