import { Server as NetServer } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Accepts or receives the connections of visitors for one process. */
export interface Entrance {
  /** Starts accepting connections. */
  open(): Promise<void>;
  /** Stops accepting connections, and resolves when the last accepted connection has ended. */
  close(): Promise<void>;
}

/**
 * Creates the entrance of a process that listens on the port itself, instead of receiving connections from the primary.
 */
export function createPortEntrance(
  app: Pick<FastifyInstance, 'listen' | 'server'>,
  address: { host: string; port: number },
): Entrance {
  const { server } = app;
  return {
    async open() {
      await app.listen(address);
    },
    close: () =>
      new Promise((resolve) => {
        if (!server.listening) return resolve();
        // Call close() of net.Server, which only stops listening. close() of http.Server would drop idle connections at
        // once.
        NetServer.prototype.close.call(server, () => resolve());
      }),
  };
}
