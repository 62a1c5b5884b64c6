import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Log } from '../cache/aged-cache.ts';
import type { CallRates, RateName } from '../calls/call-rates.ts';
import { clientGoneSignal } from '../calls/client-gone-signal.ts';
import { answeredAs, traceHeaders } from '../trace/request-context.ts';
import type { Breaker } from '../upstream/breaker.ts';
import { kindOf, type UpstreamObservation } from '../upstream/transport.ts';
import { UpstreamError } from '../upstream/upstream-error.ts';
import type { createConnections } from './connections.ts';
import { downFromPlatform, isOwnPath, narrowed } from './passed-headers.ts';
import { wholeBody } from './whole-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Content security policy of the platform's answer; null: it has none, and the site's own applies. */
    policyBelow: string | null;
  }
}

/** One address that is passed through to the platform, and how its requests are refused. */
export interface PassThroughRoute {
  prefix: string;
  /** The whole path: nothing that a router or an upstream could read in another way. */
  path: RegExp;
  methods: readonly ('GET' | 'POST')[];
  /** Of a request's body. */
  bodyBytes: number;
  rate: RateName;
  /** For the metrics. */
  label: string;
  up(headers: IncomingHttpHeaders): Record<string, string | string[]>;
  refuse(reply: FastifyReply, status: number, retryAfterSeconds?: number): FastifyReply;
}

export interface PassThroughOptions {
  upstream: string;
  connections: ReturnType<typeof createConnections>;
  breaker: Breaker;
  callRates: CallRates;
  log: Log;
  observe(observation: UpstreamObservation): void;
}

export const upstreamName = 'platform-payments';
/** The sandbox tells its platform before it answers, for which it takes 5 s; what is before this site waits 12 s. */
const totalMs = 9000;
const retrySeconds = 5;
const otherMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

const failureOf = (error: unknown, label: string, isGone: boolean, isLate: boolean): UpstreamError => {
  if (error instanceof UpstreamError) return error;
  if (isGone) return new UpstreamError(upstreamName, 'aborted', `${label} is wanted no more`);
  const kind = isLate ? 'timeout' : kindOf(error);
  return new UpstreamError(upstreamName, kind, `${label}: ${kind}`, { cause: error });
};

/** Passes a route's requests to the platform by http-proxy: bodies unchanged, and only the listed headers. */
export async function passThrough(
  scope: FastifyInstance,
  route: PassThroughRoute,
  options: PassThroughOptions,
): Promise<void> {
  const { connections, breaker, callRates, log } = options;
  const { label } = route;

  const refuse = (reply: FastifyReply, status: number, retryAfterSeconds?: number): FastifyReply => {
    answeredAs(status >= 500 ? 'error' : 'refused');
    // The rest of a body that nobody reads is not waited for.
    if (reply.request.method === 'POST' && !reply.request.raw.complete) reply.raw.shouldKeepAlive = false;
    return route.refuse(reply, status, retryAfterSeconds);
  };

  /** @throws UpstreamError for what is nothing to pass on */
  const check = (status: number, headers: IncomingHttpHeaders): void => {
    if (status >= 500 || (status >= 300 && status < 400 && !isOwnPath(headers.location)))
      throw new UpstreamError(upstreamName, 'bad-status', `${label} answered ${status}`, { status });
  };

  /** Sends it up and its answer down. @throws UpstreamError before anything was answered */
  const pass = (
    { reply, destination }: { reply: FastifyReply; destination: string },
    replyOptions: Parameters<FastifyReply['from']>[1],
    signal: AbortSignal,
  ): Promise<void> =>
    new Promise((resolve, reject) => {
      const onAbort = () => reject(signal.reason);
      signal.addEventListener('abort', onAbort, { once: true });
      const send = () =>
        reply.from(destination, {
          ...replyOptions,
          onResponse(_request, _reply, { statusCode, stream }) {
            signal.removeEventListener('abort', onAbort);
            try {
              signal.throwIfAborted();
              check(statusCode, { location: String(reply.getHeader('location')) });
            } catch (error) {
              stream.on('error', () => undefined).destroy();
              reject(error);
              return;
            }
            resolve();
            void reply.send(stream);
          },
          onError(_reply, { error }) {
            signal.removeEventListener('abort', onAbort);
            reject(error.cause ?? error);
          },
        });
      connections.within(signal, send);
    });

  const handle = async (
    request: FastifyRequest,
    reply: FastifyReply,
    destination: string,
    replyOptions: Parameters<FastifyReply['from']>[1],
  ): Promise<FastifyReply> => {
    const gone = clientGoneSignal(reply.raw);
    const late = AbortSignal.timeout(totalMs);
    const startedAt = performance.now();
    let outcome: UpstreamObservation['outcome'] = 'ok';
    try {
      await breaker.run(async () => {
        try {
          await pass({ reply, destination }, replyOptions, AbortSignal.any([gone, late]));
        } catch (error) {
          throw failureOf(error, label, gone.aborted, late.aborted);
        }
      });
    } catch (error) {
      outcome = error instanceof UpstreamError ? error.kind : 'bad-answer';
      if (outcome !== 'aborted') log.warn({ err: error, label }, 'a request could not be passed through');
      return refuse(reply, 503, retrySeconds);
    } finally {
      options.observe({
        upstream: upstreamName,
        label,
        outcome,
        seconds: (performance.now() - startedAt) / 1000,
      });
    }
    return reply;
  };

  scope.removeAllContentTypeParsers();
  scope.decorateRequest('policyBelow', null);
  scope.setErrorHandler((error, request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status >= 400 && status < 500) return refuse(reply, status);
    // Whoever goes while he sends says so in this way, too.
    if (!request.raw.destroyed) log.warn({ err: error, label }, 'a request could not be passed through');
    return refuse(reply, 503, retrySeconds);
  });
  scope.addHook('onRequest', async (request, reply) => {
    answeredAs('none', 'other');
    const [path = ''] = (request.raw.url ?? '').split('?', 1);
    if (!route.path.test(path)) return refuse(reply, 404);
    if (!route.methods.some((method) => method === request.method)) {
      reply.raw.setHeader('Allow', route.methods.join(', '));
      return refuse(reply, 405);
    }
    const waitSeconds = await callRates.take(route.rate, request.ip, null);
    return waitSeconds > 0 ? refuse(reply, 429, waitSeconds) : undefined;
  });
  scope.addHook('preParsing', async (request, _reply, payload) =>
    request.method === 'POST' && payload instanceof Readable
      ? wholeBody(payload, request.headers['content-length'], route.bodyBytes)
      : undefined,
  );
  // After the site's own: what they say of every answer is right for these too, but for the page's own styles.
  scope.addHook('onSend', async (request, reply) => {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    if (request.policyBelow !== null) reply.header('content-security-policy', request.policyBelow);
  });
  await scope.register(httpProxy, {
    upstream: options.upstream,
    prefix: route.prefix,
    rewritePrefix: route.prefix,
    routes: ['/:name'],
    httpMethods: [...route.methods],
    undici: { request: connections.request },
    disableCache: true,
    disableRequestLogging: true,
    internalRewriteLocationHeader: false,
    handler: handle,
    replyOptions: {
      // Without its query: nobody up there reads one.
      queryString: () => '',
      // It would ask ten times more where the platform says that it is not there.
      retryDelay: () => null,
      rewriteRequestHeaders: ({ headers }) => ({ ...route.up(headers), ...traceHeaders() }),
      rewriteHeaders(headers, request) {
        const policy = headers['content-security-policy'];
        if (request && policy !== undefined) request.policyBelow = narrowed(policy);
        return downFromPlatform(headers);
      },
    },
  });
  // HEAD comes with GET, and is refused before, as all of these are.
  const taken: readonly string[] = route.methods.includes('GET') ? [...route.methods, 'HEAD'] : route.methods;
  scope.route({
    method: otherMethods.filter((method) => !taken.includes(method)),
    url: `${route.prefix}/:name`,
    exposeHeadRoute: false,
    handler: (_request, reply) => refuse(reply, 405),
  });
}
