import { z } from 'zod';
import { Result } from './results.ts';
import { Instant } from './values.ts';

/** Data of `event: result` in the platform's GET /api/v1/events. The SSE ids increase. */
export const ResultEvent = z.object({
  tags: z.array(z.string().max(64)).max(16),
  result: Result,
  /** Time of the publication by the platform's clock; missing from older platforms. */
  publishedAt: Instant.optional(),
});
export type ResultEvent = z.infer<typeof ResultEvent>;
