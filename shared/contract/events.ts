import { z } from 'zod';
import { Result } from './results.ts';
import { Instant } from './values.ts';

/** `event: result` of the platform's GET /api/v1/events. SSE ids increase. */
export const ResultEvent = z.object({
  tags: z.array(z.string().max(64)).max(16),
  result: Result,
  /** When it was published, by the platform's clock; missing from older platforms. */
  publishedAt: Instant.optional(),
});
export type ResultEvent = z.infer<typeof ResultEvent>;
