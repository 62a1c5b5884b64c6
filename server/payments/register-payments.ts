import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import type { ErrorPages } from '../pages/error-pages.ts';
import { createBreaker } from '../upstream/breaker.ts';
import { createConnections } from './connections.ts';
import { type PassThroughOptions, type PassThroughRoute, passThrough } from './pass-through.ts';
import { upFromBrowser, upFromProvider } from './passed-headers.ts';
import { upstreamName } from './relay.ts';

const webhooks = '/webhooks/payments';
const pages = '/sandbox/payments';

/** Returns whether a URL is a webhook, to which payment providers or the CMS send requests. */
export const isWebhook = (url: string): boolean => url.startsWith('/webhooks/');

/**
 * Creates the connections and the circuit breaker that payment pages and webhooks share.
 * @param app the connections are closed when this app closes
 */
export function createPayments(
  app: FastifyInstance,
  { env, metrics, log, callRates }: Deps,
): PassThroughOptions {
  const connections = createConnections(env.platform.origin);
  app.addHook('onClose', () => connections.close());
  return {
    upstream: env.platform.origin,
    connections,
    breaker: createBreaker(upstreamName, (state) => {
      log.warn({ upstream: upstreamName, state }, 'circuit breaker changed state');
      metrics.breaker(upstreamName, state);
    }),
    callRates,
    log,
    observe: (observation) => metrics.upstream(observation),
  };
}

/** Serves the page of the payment sandbox on which a player approves a payment. */
export async function registerPaymentPages(
  app: FastifyInstance,
  options: PassThroughOptions,
  errors: ErrorPages,
): Promise<void> {
  const route: PassThroughRoute = {
    prefix: pages,
    path: /^\/sandbox\/payments\/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/,
    methods: ['GET', 'POST'],
    bodyBytes: 1024,
    rate: 'payment',
    label: 'payment page',
    up: upFromBrowser,
    refuse(reply, status, retryAfterSeconds) {
      const reasons = { 404: 'not-found', 429: 'busy', 503: 'unavailable' } as const;
      reply.hijack();
      errors.send(reply.raw, {
        status,
        reason: status === 404 || status === 429 || status === 503 ? reasons[status] : 'bad-request',
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      });
      return reply;
    },
  };
  await app.register(async (scope) => passThrough(scope, route, options));
}

/**
 * Serves the webhook to which payment providers report payments. The webhook also works during maintenance, because a
 * player may already have paid.
 */
export async function passWebhooks(
  app: FastifyInstance,
  options: PassThroughOptions,
  { headers }: Deps,
): Promise<void> {
  const route: PassThroughRoute = {
    prefix: webhooks,
    path: /^\/webhooks\/payments\/[a-z0-9-]{1,32}$/,
    methods: ['POST'],
    bodyBytes: 64 * 1024,
    rate: 'webhook',
    label: 'webhook',
    up: upFromProvider,
    refuse(reply, status, retryAfterSeconds) {
      const text = JSON.stringify({ received: false });
      reply.hijack();
      reply.raw.writeHead(status, [
        'Content-Type',
        'application/json; charset=utf-8',
        'Content-Length',
        String(text.length),
        'Cache-Control',
        'no-store',
        ...(retryAfterSeconds === undefined ? [] : ['Retry-After', String(retryAfterSeconds)]),
        ...headers,
      ]);
      reply.raw.end(reply.request.method === 'HEAD' ? undefined : text);
      return reply;
    },
  };
  await app.register(async (scope) => passThrough(scope, route, options));
}
