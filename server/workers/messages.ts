import { z } from 'zod';

/** A purge, as the processes of one instance send it to each other over Node's IPC channel. */
const Note = z.object({
  id: z.string(),
  tags: z.array(z.string()),
  hard: z.boolean(),
  atMs: z.number().optional(),
});

/** Messages from the primary to a worker. */
export const ToWorker = z.discriminatedUnion('say', [
  /** A purge that an operator requested. The worker must confirm it. */
  z.object({ say: z.literal('purge'), note: Note }),
  /** A purge that began in another worker. */
  z.object({ say: z.literal('peer-purge'), note: Note }),
  z.object({ say: z.literal('figures'), id: z.number() }),
  z.object({ say: z.literal('stop') }),
  /** Announces a connection for the worker. Node attaches the connection to this message. */
  z.object({ say: z.literal('connection') }),
  /** The reply to `closing`: the worker has received all of its connections. */
  z.object({ say: z.literal('closed') }),
]);
export type ToWorker = z.infer<typeof ToWorker>;

/** Messages from a worker to the primary. */
export const ToPrimary = z.discriminatedUnion('say', [
  /** The worker is ready to receive connections. */
  z.object({ say: z.literal('open') }),
  z.object({ say: z.literal('ready') }),
  /** The worker stops, so the primary must send it no further connections. */
  z.object({ say: z.literal('closing') }),
  z.object({ say: z.literal('purged'), id: z.string() }),
  /** A purge that began in this worker. */
  z.object({ say: z.literal('announce'), note: Note }),
  /** Tags that the primary must purge at the CDN. */
  z.object({ say: z.literal('cdn'), id: z.string(), tags: z.array(z.string()) }),
  z.object({
    say: z.literal('figures'),
    id: z.number(),
    figures: z.array(z.record(z.string(), z.unknown())),
  }),
]);
export type ToPrimary = z.infer<typeof ToPrimary>;
