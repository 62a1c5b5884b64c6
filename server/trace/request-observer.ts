import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Metrics } from '../ops/metrics.ts';
import { openContext, runInContext } from './request-context.ts';

export interface RequestObserverOptions {
  log: Logger;
  metrics: Pick<Metrics, 'request' | 'answered'>;
}

/**
 * A connection is closed if nothing is sent on it for this long. Event streams stay open, because they send data every
 * 25 s. Connections of page cache hits have no such timer, because setting a timer would take longer than writing the
 * headers.
 */
const silenceMs = 120_000;

/**
 * Wraps the handling of a request that the page cache could not answer. The wrapper gives the request an id. When the
 * request ends, the wrapper counts and logs it without personal data.
 */
export function createRequestObserver({ log, metrics }: RequestObserverOptions) {
  return (req: IncomingMessage, res: ServerResponse, answer: () => void): void => {
    const context = openContext(req.headers);
    const startedAt = performance.now();
    req.socket.setTimeout(silenceMs);
    res.once('close', () => {
      const { id, route, cache } = context;
      const ms = performance.now() - startedAt;
      if (cache !== null) metrics.request(route, cache);
      if (route === 'health') return;
      if (route !== 'events') metrics.answered(route, res.statusCode, ms / 1000);
      // The cache outcome is null if the first look-up missed but a later one was a hit, for example under another
      // spelling of the URL. The page cache has already counted and logged such a hit.
      if (cache === null && route !== 'events') return;
      const line = {
        reqId: id,
        method: req.method,
        route,
        status: res.statusCode,
        ms: Math.round(ms),
        cache,
      };
      log.info(res.writableFinished ? line : { ...line, cutShort: true }, 'answered');
    });
    runInContext(context, answer);
  };
}
