import { z } from 'zod';
import { declareCall } from './call.ts';
import { AmountMinor, DrawNumber, GameId, Instant, Sha256Hex } from './values.ts';

export const UpcomingDraw = z.object({
  gameId: GameId,
  gameName: z.string().max(80),
  gameSlug: z.string().max(64),
  iconName: z.string().max(32),
  colorCode: z.string().max(16),
  drawId: z.string().max(64),
  drawNumber: DrawNumber,
  drawName: z.string().max(80),
  /** The current first prize. For the jackpot game, it is the pot, including rollovers. */
  jackpotAmount: AmountMinor,
  ticketPrice: AmountMinor,
  currencyCode: z.string().length(3),
  drawStartDate: Instant,
  salesCloseDate: Instant,
  /** SHA-256 hash of the secret seed. */
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

/** A draw on sale, with the commitment to its seed. */
export const OpenDraw = z.object({
  drawId: z.string().max(64),
  drawNumber: DrawNumber,
  drawName: z.string().max(80),
  /** Price of one line. A new price of the game applies only to draws that are committed after the price change. */
  ticketPrice: AmountMinor,
  drawStartDate: Instant,
  salesCloseDate: Instant,
  /** SHA-256 hash of the secret seed. */
  commitment: Sha256Hex,
  committedAt: Instant,
  /** The time at which sales actually started. */
  openedAt: Instant,
  /** Name of the draw method (shared/domain/draw-methods.ts). */
  drawFunction: z.string().max(64),
});
export type OpenDraw = z.infer<typeof OpenDraw>;

export const OpenDrawsRequest = z.strictObject({ gameId: GameId });
export const OpenDrawsResponse = z.object({ draws: z.array(OpenDraw).max(10) });
export type OpenDrawsResponse = z.infer<typeof OpenDrawsResponse>;

const read = { who: 'anyone', read: true, rate: 'read', codes: [] } as const;

export const upcomingDrawCalls = {
  upcomingDraw: declareCall({
    summary: 'The next draw of each game, soonest first.',
    ...read,
    request: UpcomingDrawRequest,
    response: UpcomingDrawResponse,
    example: {
      request: { action: 'upcomingDraw' },
      response: {
        gameList: [
          {
            gameId: 'jaldi',
            gameName: 'Golden Jaldi',
            gameSlug: 'golden-jaldi',
            iconName: 'jaldi',
            colorCode: 'green',
            drawId: 'jaldi-93603',
            drawNumber: 93603,
            drawName: 'Golden Jaldi',
            jackpotAmount: 7700,
            ticketPrice: 1100,
            currencyCode: 'INR',
            drawStartDate: '2026-11-21T18:40:00.000Z',
            salesCloseDate: '2026-11-21T18:39:40.000Z',
            commitment: 'cb736a46eeee11c1ce8c68338bbdbd874f64ede4fdb1b11a15ef9ddf99e60160',
          },
        ],
        error: null,
      },
    },
  }),
  'draws/open': declareCall({
    summary: 'The draws of one game that are on sale, newest last, at most ten, each with its commitment.',
    ...read,
    request: OpenDrawsRequest,
    response: OpenDrawsResponse,
    example: {
      request: { gameId: 'jaldi' },
      response: {
        draws: [
          {
            drawId: 'jaldi-93603',
            drawNumber: 93603,
            drawName: 'Golden Jaldi',
            ticketPrice: 1100,
            drawStartDate: '2026-11-21T18:40:00.000Z',
            salesCloseDate: '2026-11-21T18:39:40.000Z',
            commitment: 'cb736a46eeee11c1ce8c68338bbdbd874f64ede4fdb1b11a15ef9ddf99e60160',
            committedAt: '2026-11-21T18:04:00.000Z',
            openedAt: '2026-11-21T18:25:00.000Z',
            drawFunction: 'golden-lotto/2',
          },
        ],
      },
    },
  }),
};
