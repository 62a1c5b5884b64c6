import { z } from 'zod';

/** What the processes of one instance say to each other, over the channel that Node opens between them. */
const Note = z.object({
  id: z.string(),
  tags: z.array(z.string()),
  hard: z.boolean(),
  atMs: z.number().optional(),
});

/** From the primary to a worker. */
export const ToWorker = z.discriminatedUnion('say', [
  /** An operator's purge: to be confirmed. */
  z.object({ say: z.literal('purge'), note: Note }),
  /** A purge of another worker. */
  z.object({ say: z.literal('peer-purge'), note: Note }),
  z.object({ say: z.literal('figures'), id: z.number() }),
  z.object({ say: z.literal('stop') }),
]);
export type ToWorker = z.infer<typeof ToWorker>;

/** From a worker to the primary. */
export const ToPrimary = z.discriminatedUnion('say', [
  /** Visitors may come; on this port. */
  z.object({ say: z.literal('ready'), port: z.number() }),
  z.object({ say: z.literal('purged'), id: z.string() }),
  /** A purge that began in this worker. */
  z.object({ say: z.literal('announce'), note: Note }),
  /** The CDN is to be told. */
  z.object({ say: z.literal('cdn'), id: z.string(), tags: z.array(z.string()) }),
  z.object({
    say: z.literal('figures'),
    id: z.number(),
    figures: z.array(z.record(z.string(), z.unknown())),
  }),
]);
export type ToPrimary = z.infer<typeof ToPrimary>;
