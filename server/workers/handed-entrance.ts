import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Entrance } from '../entrance.ts';
import type { Metrics } from '../ops/metrics.ts';
import type { PrimaryLink } from './primary-link.ts';

/**
 * Gives a server a connection that another process accepted. The server then handles the connection as if the server
 * had accepted it.
 */
function pass(socket: Socket, server: Server): void {
  // Set this socket option, as Node's HTTP server does for connections that it accepts itself.
  socket.allowHalfOpen = true;
  server.emit('connection', socket);
}

/** Creates the entrance through which a worker receives connections that the primary has accepted. */
export function createHandedEntrance(
  app: Pick<FastifyInstance, 'ready' | 'server'>,
  { link, metrics }: { link: PrimaryLink['connections']; metrics: Pick<Metrics, 'connectionRefused'> },
): Entrance {
  const { server } = app;
  let open = 0;
  let whenNoneOpen: (() => void) | undefined;

  const take = (socket: Socket): void => {
    // Check the connection limit by hand, because net.Server checks it only for connections that it accepts itself.
    if (open >= server.maxConnections) {
      metrics.connectionRefused();
      socket.destroy();
      return;
    }
    open++;
    socket.once('close', () => {
      open--;
      if (open === 0) whenNoneOpen?.();
    });
    pass(socket, server);
  };

  return {
    async open() {
      await app.ready();
      // Emit `listening` by hand, because this server never listens. The event makes http.Server track connections and
      // check their timeouts.
      server.emit('listening');
      link.open(take);
    },
    async close() {
      await link.close();
      if (open === 0) return;
      await new Promise<void>((resolve) => {
        whenNoneOpen = resolve;
      });
    },
  };
}
