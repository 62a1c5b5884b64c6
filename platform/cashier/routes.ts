import type { FastifyInstance } from 'fastify';
import type { cashierCalls } from '../../shared/contract/cashier.ts';
import type { destinationCalls } from '../../shared/contract/destinations.ts';
import type { CallHandlers } from '../http/calls.ts';
import type { CashierService } from './service.ts';

export function cashierHandlers(
  cashier: CashierService,
): CallHandlers<keyof typeof cashierCalls | keyof typeof destinationCalls> {
  return {
    'cashier/getPaymentProvider': async (_, { currencyCode }) => ({
      providers: cashier.providers(currencyCode),
    }),
    'cashier/deposit': (request, player) => cashier.deposit(player, request),
    'cashier/getPayment': ({ paymentId }, player) => cashier.payment(player, paymentId),
    'cashier/getDestinations': async (_, player) => ({ destinations: await cashier.destinations(player) }),
    'cashier/addDestination': (request, player) => cashier.addDestination(player, request),
    'cashier/removeDestination': async ({ destinationId }, player) => {
      await cashier.removeDestination(player, destinationId);
      return {};
    },
    'cashier/withdraw': (request, player, { tokenHash }) => cashier.withdraw(player, tokenHash, request),
  };
}

/** Providers send a webhook again after any status other than 200. */
const statuses = {
  taken: 200,
  forged: 401,
  'no such provider': 404,
  unknown: 404,
  contradicts: 422,
} as const;

/**
 * Serves POST /webhooks/payments/{provider}. Requests carry no API key, because the provider's signature authenticates
 * them.
 */
export async function registerWebhooks(
  app: FastifyInstance,
  { cashier, isReady }: { cashier: CashierService; isReady: () => boolean },
): Promise<void> {
  app.removeAllContentTypeParsers();
  // Keep the body as raw bytes, because the signature covers them. Stripe's events have up to about 30 kB, so
  // a limit of 64 kB is enough.
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: 64 * 1024 }, (_request, body, done) =>
    done(null, body),
  );
  app.post<{ Params: { provider: string } }>('/webhooks/payments/:provider', async (request, reply) => {
    reply.header('cache-control', 'no-store');
    if (!isReady()) return reply.code(503).send({ received: false });
    const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const outcome = await cashier.webhook(request.params.provider, request.headers, body);
    if (outcome !== 'taken')
      request.log.warn(
        { provider: request.params.provider.slice(0, 40), outcome },
        'payment webhook rejected',
      );
    return reply.code(statuses[outcome]).send({ received: outcome === 'taken' });
  });
}
