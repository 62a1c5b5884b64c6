import { randomUUID } from 'node:crypto';
import { Socket } from 'node:net';
import type { CdnPurge } from '../cache/cdn-purge.ts';
import type { Purge, PurgeBus } from '../cache/purge.ts';
import type { Metrics } from '../ops/metrics.ts';
import { type ToPrimary, ToWorker } from './messages.ts';

/** A worker's link to the primary, which communicates with the CDN, with operators and with the other workers. */
export interface PrimaryLink {
  bus: PurgeBus;
  cdn: CdnPurge;
  /** Starts to handle the messages of the primary. */
  listen(site: { purge: Purge; metrics: Pick<Metrics, 'figures'>; stop: () => void }): void;
  ready(): void;
  /** Receives the connections that the primary accepts for this worker. */
  connections: {
    open(take: (socket: Socket) => void): void;
    /**
     * Asks the primary to send no further connections. The promise resolves when `take` has received the last
     * connection.
     */
    close(): Promise<void>;
  };
}

// Ignore errors of sending. A send fails only if the primary has exited, and in this case the workers also exit.
function say(message: ToPrimary): void {
  if (process.connected) process.send?.(message);
}

const refuse = (socket: Socket): void => void socket.destroy();

/**
 * Creates the link of a worker. It must be created before the site, because it queues messages that arrive before the
 * site is ready.
 */
export function createPrimaryLink(): PrimaryLink {
  const early: unknown[] = [];
  const closed = Promise.withResolvers<void>();
  let isOpen = false;
  let take = refuse;
  let onMessage = (message: unknown): void => {
    const { data } = ToWorker.safeParse(message);
    // The worker exits immediately if it receives `stop` before it has accepted any request.
    if (data?.say === 'stop') process.exit(0);
    early.push(message);
  };
  process.on('message', (message: unknown, handle: unknown) => {
    if (handle instanceof Socket) take(handle);
    else onMessage(message);
  });
  return {
    bus: { announce: (note) => say({ say: 'announce', note: { ...note, tags: [...note.tags] } }) },
    cdn: {
      purge: (tags, id = randomUUID()) => say({ say: 'cdn', id, tags: [...tags] }),
      settled: async () => undefined,
      waiting: 0,
      failed: 0,
      close: () => undefined,
    },
    listen({ purge, metrics, stop }) {
      onMessage = (message) => {
        const { success, data } = ToWorker.safeParse(message);
        if (!success) return;
        // Ignore a `connection` message without a connection: the client has already closed the connection.
        if (data.say === 'connection') return;
        if (data.say === 'stop') stop();
        else if (data.say === 'closed') closed.resolve();
        else if (data.say === 'peer-purge') purge.fromPeer(data.note);
        else if (data.say === 'purge') {
          purge.byPrimary(data.note);
          say({ say: 'purged', id: data.note.id });
        } else {
          const { id } = data;
          void metrics.figures().then((figures) => say({ say: 'figures', id, figures }));
        }
      };
      for (const message of early.splice(0)) onMessage(message);
    },
    ready: () => say({ say: 'ready' }),
    connections: {
      open(handler) {
        isOpen = true;
        take = handler;
        say({ say: 'open' });
      },
      async close() {
        if (!isOpen) return;
        say({ say: 'closing' });
        await closed.promise;
      },
    },
  };
}
