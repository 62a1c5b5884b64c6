import type { ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

/** Longer than any statement may take. */
const LIMIT_MS = 6000;

/**
 * Lets answers in hand be finished when the app closes, then ends every connection. Node itself would wait more than a
 * minute for a connection on which nothing was ever asked. The signal tells answers without an end that it is time.
 */
export const registerDrain = (app: FastifyInstance): AbortSignal => {
  const ending = new AbortController();
  const inHand = new Set<ServerResponse>();
  const finished = Promise.withResolvers<void>();
  app.server.on('request', (_request, response: ServerResponse) => {
    inHand.add(response);
    response.once('close', () => {
      inHand.delete(response);
      if (inHand.size === 0 && ending.signal.aborted) finished.resolve();
    });
  });
  app.addHook('preClose', async () => {
    ending.abort();
    if (inHand.size > 0) {
      await Promise.race([finished.promise, wait(LIMIT_MS, undefined, { ref: false })]);
    }
    app.server.closeAllConnections();
  });
  return ending.signal;
};
