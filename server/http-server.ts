import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Front } from './cache/front.ts';
import type { Deps } from './deps.ts';
import { createRequestObserver } from './trace/request-observer.ts';
import { isUpload } from './uploads/uploads.ts';

/** Idle connections stay open for this time in ms, so that a CDN and phones on slow networks can use them again. */
const keepAliveTimeoutMs = 72_000;
const headersTimeoutMs = 10_000;
const requestTimeoutMs = 30_000;
/** The time limit for receiving an upload. A phone on a slow network needs minutes to send pictures of documents. */
const uploadTimeoutMs = 300_000;
const maxHeaderBytes = 16 * 1024;
/**
 * The interval at which Node checks the timeouts of requests. Node's default of 30 s would overshoot these timeouts.
 */
const timeoutCheckMs = 2000;

/** What the HTTP server needs of the site's parts. */
interface HttpServerParts extends Pick<Deps, 'log'> {
  env: { limits: Pick<Deps['env']['limits'], 'connections'> };
  metrics: Pick<Deps['metrics'], 'request' | 'answered' | 'connectionRefused'>;
  state: Pick<Deps['state'], 'stopping'>;
}

/**
 * Creates the HTTP server. It answers hits of the page cache before any routing and passes other requests to `handle`.
 * @param front answers requests from the page cache; null if no request may be answered from the cache
 */
export function createHttpServer(
  { env, log, metrics, state }: HttpServerParts,
  front: Front | null,
  handle: (req: IncomingMessage, res: ServerResponse) => void,
): Server {
  const observe = createRequestObserver({ log, metrics });
  const answer = (req: IncomingMessage, res: ServerResponse): void => {
    limitBodyTime(req);
    if (state.stopping) res.shouldKeepAlive = false;
    if (!front?.answer(req, res)) observe(req, res, () => handle(req, res));
  };
  /**
   * Limits the time for receiving the body of a request other than an upload. Node has only one limit for all requests,
   * and this limit must be long enough for uploads.
   */
  const limitBodyTime = (req: IncomingMessage): void => {
    if (req.method !== 'POST' || req.readableEnded || isUpload(req.headers)) return;
    const timer = setTimeout(() => {
      const error = Object.assign(new Error('request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      server.emit('clientError', error, req.socket);
    }, requestTimeoutMs);
    // Node emits 'close' as soon as the body is complete, and also if the client disconnects.
    req.once('close', () => clearTimeout(timer));
  };
  const server = createServer(
    {
      keepAliveTimeout: keepAliveTimeoutMs,
      headersTimeout: headersTimeoutMs,
      requestTimeout: uploadTimeoutMs,
      connectionsCheckingInterval: timeoutCheckMs,
      maxHeaderSize: maxHeaderBytes,
      // Do not read the empty body of a request that has none. A cached page then costs up to a tenth less processor
      // time.
      optimizeEmptyRequests: true,
    },
    answer,
  );
  server.maxConnections = env.limits.connections;
  server.on('drop', () => metrics.connectionRefused());
  // Ignore unknown Expect headers, so that one URL has one answer.
  server.on('checkExpectation', answer);
  return server;
}
