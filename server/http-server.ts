import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Front } from './cache/front.ts';
import type { Deps } from './deps.ts';
import { createRequestObserver } from './trace/request-observer.ts';

/** Idle connections stay open this long, so that a CDN and phones on slow networks can use them again. */
const keepAliveTimeoutMs = 72_000;
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
const maxHeaderBytes = 16 * 1024;
/** Node checks timeouts every 30 s by default, which would overshoot the timeouts above. */
const timeoutCheckMs = 2000;

/**
 * Creates the HTTP server. It answers hits of the page cache before any routing and passes other requests to `handle`.
 * @param front answers requests from the page cache; null if no request may be answered from the cache
 */
export function createHttpServer(
  { env, log, metrics, state }: Deps,
  front: Front | null,
  handle: (req: IncomingMessage, res: ServerResponse) => void,
): Server {
  const observe = createRequestObserver({ log, metrics });
  const answer = (req: IncomingMessage, res: ServerResponse): void => {
    if (state.stopping) res.shouldKeepAlive = false;
    if (!front?.answer(req, res)) observe(req, res, () => handle(req, res));
  };
  const server = createServer(
    {
      keepAliveTimeout: keepAliveTimeoutMs,
      headersTimeout: headersTimeoutMs,
      requestTimeout: requestTimeoutMs,
      connectionsCheckingInterval: timeoutCheckMs,
      maxHeaderSize: maxHeaderBytes,
    },
    answer,
  );
  server.maxConnections = env.limits.connections;
  server.on('drop', () => metrics.connectionRefused());
  // Ignore unknown Expect headers, so that one URL has one answer.
  server.on('checkExpectation', answer);
  return server;
}
