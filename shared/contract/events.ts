import { z } from 'zod';
import { Result } from './draws.ts';

/** `event: result` of the platform's GET /api/v1/events. The SSE id is the event's own, ever growing. */
export const ResultEvent = z.object({
  tags: z.array(z.string().max(64)).max(16),
  result: Result,
});
export type ResultEvent = z.infer<typeof ResultEvent>;
