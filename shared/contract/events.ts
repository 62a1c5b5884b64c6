import { z } from 'zod';
import { Result } from './results.ts';
import { DrawNumber, GameId, Instant, Sha256Hex } from './values.ts';

const Tags = z.array(z.string().max(64)).max(16);

/**
 * Data of the event `result` in the platform's event stream, GET /api/v1/events. Each event has a higher SSE id than
 * the event before it.
 */
export const ResultEvent = z.object({
  tags: Tags,
  result: Result,
  /** Time of the publication according to the platform's clock. Older platforms do not send it. */
  publishedAt: Instant.optional(),
});
export type ResultEvent = z.infer<typeof ResultEvent>;

/** Name of an event. Clients ignore events whose names they do not know. */
export type EventKind = 'result' | 'closed' | 'posted';

/**
 * Data of the events `closed` and `posted`. The platform sends `closed` when sales have ended. This event publishes the
 * Merkle root of the tickets before the numbers are drawn. The platform sends `posted` when all prizes of a large draw
 * are in the winners' wallets.
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
