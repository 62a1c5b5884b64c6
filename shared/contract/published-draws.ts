import { z } from 'zod';
import { declareCall } from './call.ts';
import { DrawNumber, GameId, Instant } from './values.ts';

/** The largest number of draws in an answer of `draws/published`. */
export const mostPublishedDraws = 2500;

export const PublishedDrawsRequest = z.strictObject({
  gameId: GameId,
  /**
   * Number of the first draw in the list. If this draw is not published, the list begins with the next published draw.
   */
  from: DrawNumber,
  /** The list contains at most this many draws. */
  count: z.int().min(1).max(mostPublishedDraws),
});
export const PublishedDrawsResponse = z.object({
  draws: z
    .array(
      z.object({
        drawNumber: DrawNumber,
        /** Time of the publication, or of the newest correction. */
        changedAt: Instant,
      }),
    )
    .max(mostPublishedDraws),
});
export type PublishedDrawsResponse = z.infer<typeof PublishedDrawsResponse>;

export const publishedDrawCalls = {
  'draws/published': declareCall({
    summary: 'The numbers of a game’s published draws from one number on, lowest first.',
    who: 'anyone',
    read: true,
    rate: 'read',
    codes: [],
    request: PublishedDrawsRequest,
    response: PublishedDrawsResponse,
    example: {
      request: { gameId: 'jaldi', from: 93600, count: 2 },
      response: {
        draws: [
          { drawNumber: 93600, changedAt: '2026-11-21T18:25:04.000Z' },
          { drawNumber: 93601, changedAt: '2026-11-21T18:30:04.000Z' },
        ],
      },
    },
  }),
};
