import type { Worker } from 'node:cluster';
import { createServer, type Socket } from 'node:net';
import type { ToWorker } from './messages.ts';

interface Taker {
  worker: Worker;
  isOpen: boolean;
  /** Connections that are assigned to the worker but not yet written to its IPC channel, because the worker is busy. */
  unsent: Set<Socket>;
}

/** The port of all workers. The primary accepts its connections and hands each one to a worker. */
export type SharedPort = ReturnType<typeof createSharedPort>;

/**
 * Creates the port that the workers share. It starts to listen when the first worker is open.
 *
 * `node:cluster` could also distribute connections. However, `node:cluster` stops listening only after the last worker
 * has stopped taking connections. Connections that arrive in between would be lost.
 */
export function createSharedPort({ host, port }: { host: string; port: number }) {
  const takers = new Map<number, Taker>();
  const listening = Promise.withResolvers<number>();
  const server = createServer({ pauseOnConnect: true, noDelay: true }, hand);
  server.once('error', listening.reject);
  let isStarted = false;

  /**
   * Returns the open worker with the fewest unsent connections. If several workers have equally few, they take turns.
   */
  function nextTaker(): Taker | null {
    let best: Taker | null = null;
    for (const taker of takers.values()) {
      if (!taker.isOpen || !taker.worker.isConnected()) continue;
      if (!best || taker.unsent.size < best.unsent.size) best = taker;
    }
    if (best) {
      takers.delete(best.worker.id);
      takers.set(best.worker.id, best);
    }
    return best;
  }

  function hand(socket: Socket): void {
    const taker = nextTaker();
    if (!taker) {
      socket.destroy();
      return;
    }
    taker.unsent.add(socket);
    const message: ToWorker = { say: 'connection' };
    taker.worker.send(message, socket, {}, (error) => {
      if (taker.unsent.delete(socket) && error) socket.destroy();
    });
  }

  return {
    /** A promise that resolves with the port number, or rejects if the port is occupied. */
    listening: listening.promise,

    /** Adds a worker, which receives connections from now on. */
    add(worker: Worker): void {
      const taker: Taker = { worker, isOpen: true, unsent: new Set() };
      takers.set(worker.id, taker);
      // A disconnected worker can receive nothing more, so hand its unsent connections to other workers.
      worker.once('disconnect', () => {
        takers.delete(worker.id);
        for (const socket of taker.unsent) hand(socket);
        taker.unsent.clear();
      });
      if (isStarted) return;
      isStarted = true;
      server.listen({ host, port }, () => {
        const address = server.address();
        listening.resolve(typeof address === 'object' && address ? address.port : port);
      });
    },

    /** Assigns no further connections to a worker. Connections that were assigned earlier still reach it. */
    leave(worker: Worker): void {
      const taker = takers.get(worker.id);
      if (taker) taker.isOpen = false;
    },

    close(): void {
      server.close();
    },
  };
}
