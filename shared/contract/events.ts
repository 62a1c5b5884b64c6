import { z } from 'zod';
import { Result } from './results.ts';
import { DrawNumber, GameId, Instant, Sha256Hex } from './values.ts';

const Tags = z.array(z.string().max(64)).max(16);

/** Data of `event: result` in the platform's GET /api/v1/events. The SSE ids increase. */
export const ResultEvent = z.object({
  tags: Tags,
  result: Result,
  /** Time of the publication by the platform's clock; missing from older platforms. */
  publishedAt: Instant.optional(),
});
export type ResultEvent = z.infer<typeof ResultEvent>;

/** Name of an event. Clients ignore those that they do not know. */
export type EventKind = 'result' | 'closed' | 'posted';

/**
 * Data of `event: closed`: sales have ended, and the root of the tickets is published before the numbers are drawn.
 * Data of `event: posted`: the last prize of a large draw is in its winner's wallet.
 */
export const DrawEvent = z.object({
  tags: Tags,
  drawId: z.string().max(64),
  gameId: GameId,
  drawNumber: DrawNumber,
  ticketsRoot: Sha256Hex,
  ticketsTotal: z.int().nonnegative(),
  at: Instant,
});
export type DrawEvent = z.infer<typeof DrawEvent>;
