import type { ServerResponse } from 'node:http';
import { Server } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Longer than the statement timeout. */
const limitMs = 6000;
/**
 * Idle connections stay open this long, since a request may already be in flight on one (RFC 9112 §9.5). The site is
 * near, so that 300 ms are plenty. Every answer during that time closes its connection.
 */
const idleMs = 300;
const pollMs = 20;

/** Stops listening and waits for answers in progress. Closes idle connections soon, and all connections at the limit. */
async function drain(server: FastifyInstance['server']): Promise<void> {
  const startedAt = performance.now();
  const closed = new Promise<void>((resolve) => {
    // close() of http drops idle connections at once. close() of net only stops listening.
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
 * Makes the app close without failing a request: it accepts no new connections, and every answer in progress is finished
 * and closes its connection. Event streams end when the returned signal is aborted.
 */
export function registerDrain(app: FastifyInstance): AbortSignal {
  const ending = new AbortController();
  const inProgress = new Set<ServerResponse>();
  // Prepended: this must run before a handler that answers synchronously.
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
