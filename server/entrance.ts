import { Server as NetServer } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Controls whether a process gets connections of visitors. The process either listens on the port, or receives
 * connections from the primary process.
 */
export interface Entrance {
  open(): Promise<void>;
  /** Stops accepting connections, and resolves when the last accepted connection has ended. */
  close(): Promise<void>;
}

/** Creates the entrance of a process that listens on the port. */
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
        // Call the method close() of net.Server, which only stops listening. The method close() of http.Server would
        // also drop idle connections.
        NetServer.prototype.close.call(server, () => resolve());
      }),
  };
}
