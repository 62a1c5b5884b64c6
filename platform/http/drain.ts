import type { ServerResponse } from 'node:http';
import { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Longer than any statement may take. */
const limitMs = 6000;
/**
 * The next request may be on its way on a connection that is idle (RFC 9112 §9.5): the site is near, so that this is
 * long. Answers meanwhile are each the last of their connection.
 */
const idleMs = 300;
const lookMs = 20;

/** Ends a server once its answers are finished; what is idle after a moment is closed, and all of it at the limit. */
async function drain(server: FastifyInstance['server']): Promise<void> {
  const startedAt = performance.now();
  const closed = new Promise<void>((resolve) => {
    // http's own close() would cut idle connections at once; the one below it only stops listening.
    Server.prototype.close.call(server, () => resolve());
  });
  const timer = setInterval(() => {
    const ms = performance.now() - startedAt;
    if (ms >= limitMs) server.closeAllConnections();
    else if (ms >= idleMs) server.closeIdleConnections();
  }, lookMs);
  try {
    await closed;
  } finally {
    clearInterval(timer);
  }
}

/**
 * Lets the app close without failing a request: no new connections, every answer in hand finished and the last of its
 * connection. The signal tells answers without an end that it is time.
 */
export function registerDrain(app: FastifyInstance): AbortSignal {
  const ending = new AbortController();
  const inHand = new Set<ServerResponse>();
  // Before whatever answers at once.
  app.server.prependListener('request', (_request, response: ServerResponse) => {
    if (ending.signal.aborted) response.shouldKeepAlive = false;
    inHand.add(response);
    response.once('close', () => inHand.delete(response));
  });
  app.addHook('preClose', async () => {
    for (const response of inHand) response.shouldKeepAlive = false;
    ending.abort();
    if (app.server.listening) await drain(app.server);
  });
  return ending.signal;
}
