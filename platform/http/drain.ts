import type { ServerResponse } from 'node:http';
import { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * The shutdown closes connections that are still open after this time. The time is longer than the timeout of SQL
 * statements, so that a running API call can finish.
 */
const limitMs = 6000;
/**
 * During the shutdown, idle connections stay open for this time, because the site may just have sent a request (RFC
 * 9112 §9.5). 300 ms are enough, because the network between the site and the platform is fast. Every answer during the
 * shutdown closes its connection.
 */
const idleMs = 300;
const pollMs = 20;

/**
 * Stops listening and waits for answers in progress. Closes idle connections after `idleMs`, and all connections after
 * `limitMs`.
 */
async function drain(server: FastifyInstance['server']): Promise<void> {
  const startedAt = performance.now();
  const closed = new Promise<void>((resolve) => {
    // Call close() of net.Server, which only stops listening. close() of http.Server would immediately close idle
    // connections.
    Server.prototype.close.call(server, () => resolve());
  });
  const timer = setInterval(() => {
    const ms = performance.now() - startedAt;
    if (ms >= limitMs) server.closeAllConnections();
    else if (ms >= idleMs) server.closeIdleConnections();
  }, pollMs);
  try {
    await closed;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Lets the app close without failing a request. While the app closes, it accepts no new connections. It finishes each
 * answer in progress and then closes the connection.
 * @returns a signal that aborts when the app begins to close, so that event streams end
 */
export function registerDrain(app: FastifyInstance): AbortSignal {
  const ending = new AbortController();
  const inProgress = new Set<ServerResponse>();
  // Prepend the listener, because it must run before a handler that answers synchronously.
  app.server.prependListener('request', (_request, response: ServerResponse) => {
    if (ending.signal.aborted) response.shouldKeepAlive = false;
    inProgress.add(response);
    response.once('close', () => inProgress.delete(response));
  });
  app.addHook('preClose', async () => {
    for (const response of inProgress) response.shouldKeepAlive = false;
    ending.abort();
    if (app.server.listening) await drain(app.server);
  });
  return ending.signal;
}
