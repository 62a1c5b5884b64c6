import { setTimeout as wait } from 'node:timers/promises';
import { errors, Pool } from 'undici';
import type { Log } from '../log.ts';
import { currentContext, traceHeaders } from '../trace/request-context.ts';
import { type BreakerState, createBreaker } from './breaker.ts';
import {
  type CancelReason,
  ExchangeCancelled,
  type Exchanged,
  exchange,
  type ResponseHeaders,
} from './exchange.ts';
import { type BreakerCaller, callerAt } from './outage-evidence.ts';
import { isWorthRetrying, UpstreamError, type UpstreamErrorKind } from './upstream-error.ts';

/** Time and size limits for one request to an upstream. */
export interface Limits {
  connectMs: number;
  headersMs: number;
  /** Time limit for the whole body, in ms. Slowly arriving bytes do not extend it. */
  bodyMs: number;
  /** Time limit from the first attempt to the last byte, in ms, including the retry. */
  totalMs: number;
  bodyBytes: number;
  connections: number;
}

export const defaultLimits: Limits = {
  connectMs: 1000,
  headersMs: 3000,
  bodyMs: 5000,
  totalMs: 6000,
  bodyBytes: 4 * 1024 * 1024,
  connections: 64,
};

export interface UpstreamRequest {
  method: 'GET' | 'POST';
  /** Path and query, as sent. */
  path: string;
  /**
   * Returns the request's headers as a new object, because the transport adds further headers to this object. The
   * function is called for each attempt, because a signature contains the time.
   */
  headers(): Record<string, string>;
  body?: string;
  signal?: AbortSignal | undefined;
  /** Replaces two time limits: the limit for the head of the response, and the limit for the whole exchange. */
  answersWithinMs?: number | undefined;
  /** Whether to send the request again after a failure. Only reads may be sent twice. */
  retry: boolean;
  /** The client that waits for the answer. The default is the client of the current request. */
  caller?: BreakerCaller | undefined;
  /** Label for the metrics. It contains the call's name and never a value of the request. */
  label: string;
}

export interface UpstreamResponse {
  status: number;
  /** Header names are in lower case. */
  headers: ResponseHeaders;
  body: unknown;
}

export interface UpstreamObservation {
  upstream: string;
  label: string;
  outcome: 'ok' | UpstreamErrorKind;
  seconds: number;
}

export interface TransportOptions {
  /** Name in logs and metrics. It names the upstream and the kind of its callers, for example 'platform-calls'. */
  name: string;
  origin: string;
  log: Log;
  limits?: Partial<Limits> | undefined;
  observe?: ((observation: UpstreamObservation) => void) | undefined;
  onBreaker?: ((upstream: string, state: BreakerState) => void) | undefined;
}

export type Transport = ReturnType<typeof createTransport>;

const retryAfterMs = 50;
const retryJitterMs = 100;

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

const kinds: Record<string, UpstreamErrorKind> = {
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  ETIMEDOUT: 'timeout',
  UND_ERR_RES_EXCEEDED_MAX_SIZE: 'too-large',
  UND_ERR_HEADERS_OVERFLOW: 'too-large',
  ECONNREFUSED: 'refused',
  ENOTFOUND: 'refused',
  EAI_AGAIN: 'refused',
  EHOSTUNREACH: 'refused',
  ENETUNREACH: 'refused',
  EADDRNOTAVAIL: 'refused',
};

/** Maps an error of undici to its kind. */
export function errorKindOf(error: unknown): UpstreamErrorKind {
  if (error instanceof errors.HTTPParserError) return 'bad-answer';
  const code = codeOf(error);
  const known = kinds[code];
  if (known) return known;
  // A failed TLS handshake counts as a refused connection.
  return /^(?:ERR_TLS|ERR_SSL|CERT_)/.test(code) ? 'refused' : 'reset';
}

const kindOfCancel: Record<CancelReason, UpstreamErrorKind> = {
  late: 'timeout',
  queued: 'queue',
  unwanted: 'aborted',
};

const gatewayStatuses = new Set([502, 503, 504]);

/**
 * Returns whether a status of 502, 503 or 504 comes from a proxy in front of the upstream. The function assumes a proxy
 * if the body is not the platform's response to a call.
 */
function isFromGateway(status: number, text: string): boolean {
  if (!gatewayStatuses.has(status)) return false;
  try {
    const body: unknown = JSON.parse(text);
    return typeof body !== 'object' || body === null || !('success' in body);
  } catch {
    return true;
  }
}

/**
 * Returns the caller to which the circuit breaker attributes a request. A background load has no client, so its path
 * counts as the caller. Clients cannot fake many callers in this way, because they cannot cause background loads of
 * many different paths.
 */
function callerOf({ caller, path }: UpstreamRequest): BreakerCaller {
  if (caller) return caller;
  const address = currentContext()?.address ?? null;
  return address === null ? { address: path, name: path } : callerAt(address);
}

/**
 * Creates the transport that sends JSON over HTTP to one upstream, with limits for time, size and connections. It
 * throws UpstreamError and no other error.
 */
export function createTransport(options: TransportOptions) {
  const { name, origin, log, observe = () => undefined } = options;
  const limits: Limits = { ...defaultLimits, ...options.limits };
  const pool = new Pool(origin, {
    connections: limits.connections,
    pipelining: 1,
    connect: { timeout: limits.connectMs },
    // exchange() enforces both timeouts, so undici's own timeouts are off. Those timeouts have a resolution of a second
    // and restart with each part of a body.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: limits.bodyBytes,
    keepAliveTimeout: 20_000,
  });
  const breaker = createBreaker(name, (state) => {
    log.warn({ upstream: name, state }, 'circuit breaker changed state');
    options.onBreaker?.(name, state);
  });

  /** Parses a response. @throws UpstreamError for a redirect, and for a body that should be JSON but is not */
  const read = (label: string, { status, headers, text }: Exchanged): UpstreamResponse => {
    if (status >= 300 && status < 400)
      throw new UpstreamError(name, 'bad-status', `${label} answered ${status}`, { status });
    try {
      return { status, headers, body: JSON.parse(text) };
    } catch {
      if (status < 300)
        throw new UpstreamError(name, 'bad-answer', `${label} answered without JSON`, { status });
      return { status, headers, body: null };
    }
  };

  /** Makes one attempt and records its metrics. A status of 500 or above is an error, whatever the body contains. */
  const attempt = async (request: UpstreamRequest, endsAt: number): Promise<UpstreamResponse> => {
    const { method, path, body, signal, label, answersWithinMs } = request;
    const startedAt = performance.now();
    const within = {
      headMs: limits.connectMs + (answersWithinMs ?? limits.headersMs),
      bodyMs: limits.bodyMs,
      totalMs: Math.max(0, endsAt - startedAt),
    };
    let outcome: UpstreamObservation['outcome'] = 'ok';
    try {
      const headers = Object.assign(request.headers(), traceHeaders());
      const exchanged = await exchange(pool, { method, path, headers, body }, within, signal);
      const { status, text } = exchanged;
      if (isFromGateway(status, text))
        throw new UpstreamError(name, 'gateway', `${label} answered ${status}`, { status });
      if (status >= 500)
        throw new UpstreamError(name, 'bad-status', `${label} answered ${status}`, { status });
      return read(label, exchanged);
    } catch (error) {
      const failure = named(error, label);
      outcome = failure.kind;
      throw failure;
    } finally {
      observe({ upstream: name, label, outcome, seconds: (performance.now() - startedAt) / 1000 });
    }
  };

  const named = (error: unknown, label: string): UpstreamError => {
    if (error instanceof UpstreamError) return error;
    const kind = error instanceof ExchangeCancelled ? kindOfCancel[error.why] : errorKindOf(error);
    if (kind === 'aborted') return new UpstreamError(name, kind, `${label} was cancelled`);
    return new UpstreamError(name, kind, `${label}: ${kind}`, { cause: error });
  };

  const sendOnce = (request: UpstreamRequest, endsAt: number): Promise<UpstreamResponse> =>
    breaker.run(callerOf(request), () => attempt(request, endsAt));

  const sendWithRetry = async (request: UpstreamRequest, endsAt: number): Promise<UpstreamResponse> => {
    try {
      return await sendOnce(request, endsAt);
    } catch (error) {
      if (!(error instanceof UpstreamError) || !isWorthRetrying(error)) throw error;
      const pauseMs = retryAfterMs + Math.random() * retryJitterMs;
      if (performance.now() + pauseMs >= endsAt || breaker.state !== 'closed') throw error;
      await wait(pauseMs);
      return await sendOnce(request, endsAt);
    }
  };

  return {
    /**
     * Sends one request, with one retry if the request allows it and time is left.
     * @returns a response with a status below 500 and its parsed body. The body is null for an error response without
     * JSON. The promise rejects only with UpstreamError
     */
    send(request: UpstreamRequest): Promise<UpstreamResponse> {
      const endsAt = performance.now() + (request.answersWithinMs ?? limits.totalMs);
      return request.retry ? sendWithRetry(request, endsAt) : sendOnce(request, endsAt);
    },
    get breakerState(): BreakerState {
      return breaker.state;
    },
    close: () => pool.destroy(),
  };
}
