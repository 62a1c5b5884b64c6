import type { FastifyInstance } from 'fastify';
import type { Deps } from '../deps.ts';
import type { ErrorPages } from '../routes/error-pages.ts';
import { createBreaker } from '../upstream/breaker.ts';
import { createConnections } from './connections.ts';
import { type Door, type PassThroughOptions, passThrough, upstreamName } from './pass-through.ts';
import { upFromBrowser, upFromProvider } from './passed-headers.ts';

const webhooks = '/webhooks/payments';
const pages = '/sandbox/payments';

export const isWebhook = (url: string): boolean => url.startsWith(`${webhooks}/`);

/**
 * What of the platform the public has to reach: the page on which a payment of the sandbox is approved, and the
 * address to which payment providers tell what became of a payment.
 */
export async function registerPayments(app: FastifyInstance, deps: Deps, errors: ErrorPages): Promise<void> {
  const { config, env, headers, metrics, log } = deps;
  const connections = createConnections(env.platform.origin);
  app.addHook('onClose', () => connections.close());
  const options: PassThroughOptions = {
    upstream: env.platform.origin,
    connections,
    breaker: createBreaker(upstreamName, (state) => {
      log.warn({ upstream: upstreamName, state }, 'circuit breaker');
      metrics.breaker(upstreamName, state);
    }),
    callRates: deps.callRates,
    log,
    observe: (observation) => metrics.upstream(observation),
  };

  const page: Door = {
    prefix: pages,
    path: /^\/sandbox\/payments\/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/,
    methods: ['GET', 'POST'],
    bodyBytes: 1024,
    rate: 'payment',
    label: 'payment page',
    up: upFromBrowser,
    isShut: () => config.setup.maintenance,
    refuse(reply, status, retryAfterSeconds) {
      const reasons = { 404: 'not-found', 429: 'busy', 503: 'unavailable' } as const;
      const known = status === 404 || status === 429 || status === 503 ? reasons[status] : 'bad-request';
      reply.hijack();
      errors.send(reply.raw, {
        status,
        reason: status === 503 && config.setup.maintenance ? 'maintenance' : known,
        lang: config.boot.defaultLanguage,
        ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
      });
      return reply;
    },
  };
  const webhook: Door = {
    prefix: webhooks,
    path: /^\/webhooks\/payments\/[a-z0-9-]{1,32}$/,
    methods: ['POST'],
    bodyBytes: 16 * 1024,
    rate: 'webhook',
    label: 'webhook',
    up: upFromProvider,
    // Who paid has paid, whatever the site does meanwhile.
    isShut: () => false,
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
  for (const door of [page, webhook]) await app.register(async (scope) => passThrough(scope, door, options));
}
