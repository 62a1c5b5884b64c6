import type { IncomingHttpHeaders } from 'node:http';
import { Readable } from 'node:stream';
import httpProxy from '@fastify/http-proxy';
import type { FastifyInstance, FastifyReply } from 'fastify';
import type { CallRates, RateName } from '../calls/call-rates.ts';
import { answeredAs, traceHeaders } from '../trace/request-context.ts';
import { downFromPlatform, narrowed } from './passed-headers.ts';
import { createRelay, type RelayOptions } from './relay.ts';
import { wholeBody } from './whole-body.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /**
     * Content security policy of the platform's response. If the response has no policy, the field is null, and only
     * the site's policy applies.
     */
    platformPolicy: string | null;
  }
}

/** A route whose requests are passed through to the platform. */
export interface PassThroughRoute {
  prefix: string;
  /** Matches the whole path of a valid request, so that no router or upstream can interpret the path differently. */
  path: RegExp;
  methods: readonly ('GET' | 'POST')[];
  /** Largest allowed request body, in bytes. */
  bodyBytes: number;
  rate: RateName;
  /** Name of the route in logs and metrics. */
  label: string;
  /** Returns the headers that are sent to the platform. */
  up(headers: IncomingHttpHeaders): Record<string, string | string[]>;
  refuse(reply: FastifyReply, status: number, retryAfterSeconds?: number): FastifyReply;
}

export interface PassThroughOptions extends RelayOptions {
  /** Origin of the platform. */
  upstream: string;
  callRates: CallRates;
}

const retrySeconds = 5;
const otherMethods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/**
 * Passes a route's requests to the platform with http-proxy. Bodies are unchanged. Of the client's headers, only those
 * that passed-headers.ts lists are sent.
 */
export async function passThrough(
  scope: FastifyInstance,
  route: PassThroughRoute,
  options: PassThroughOptions,
): Promise<void> {
  const { connections, callRates, log } = options;
  const relay = createRelay(route.label, options);

  const refuse = (reply: FastifyReply, status: number, retryAfterSeconds?: number): FastifyReply => {
    answeredAs(status >= 500 ? 'error' : 'refused');
    // Close the connection, so that the rest of a refused body is not read.
    if (reply.request.method === 'POST' && !reply.request.raw.complete) reply.raw.shouldKeepAlive = false;
    return route.refuse(reply, status, retryAfterSeconds);
  };

  scope.removeAllContentTypeParsers();
  scope.decorateRequest('platformPolicy', null);
  scope.setErrorHandler((error, request, reply) => {
    const status = error instanceof Error && 'statusCode' in error ? Number(error.statusCode) : 500;
    if (status >= 400 && status < 500) return refuse(reply, status);
    // Do not log the error that occurs if the client disconnects while it sends the body.
    if (request.raw.complete || !request.raw.destroyed)
      log.warn({ err: error, label: route.label }, 'request not passed through');
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
  // This hook must run after the hook that adds the site's headers, because this hook replaces some of those headers.
  scope.addHook('onSend', async (request, reply) => {
    reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer');
    if (request.platformPolicy !== null) reply.header('content-security-policy', request.platformPolicy);
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
    handler: async (_request, reply, destination, replyOptions) =>
      (await relay(reply, destination, replyOptions)) ? reply : refuse(reply, 503, retrySeconds),
    replyOptions: {
      // Send no query string, because the platform reads none on these routes.
      queryString: () => '',
      // By default, http-proxy would retry a 503 ten times.
      retryDelay: () => null,
      rewriteRequestHeaders: ({ headers }) => ({ ...route.up(headers), ...traceHeaders() }),
      rewriteHeaders(headers, request) {
        const policy = headers['content-security-policy'];
        if (request && policy !== undefined) request.platformPolicy = narrowed(policy);
        return downFromPlatform(headers);
      },
    },
  });
  // http-proxy also registers HEAD for a GET route. The onRequest hook above rejects HEAD.
  const taken: readonly string[] = route.methods.includes('GET') ? [...route.methods, 'HEAD'] : route.methods;
  scope.route({
    method: otherMethods.filter((method) => !taken.includes(method)),
    url: `${route.prefix}/:name`,
    exposeHeadRoute: false,
    handler: (_request, reply) => refuse(reply, 405),
  });
}
