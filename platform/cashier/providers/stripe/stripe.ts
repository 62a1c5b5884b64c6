import type { Logger } from 'pino';
import type { StripeConfig } from '../../../config/stripe-config.ts';
import type { PaymentProvider } from '../../provider.ts';
import { createSession, paymentEventOf } from './checkout.ts';
import { createStripeClient } from './client.ts';
import { parseEvent } from './events.ts';
import { StripeFault } from './fault.ts';

export interface StripeOptions {
  config: StripeConfig;
  logger: Pick<Logger, 'warn'>;
}

/** Creates the payment provider Stripe. Players pay on a page of Stripe Checkout. */
export function createStripe({ config, logger }: StripeOptions): PaymentProvider {
  const client = createStripeClient(config);
  return {
    id: 'stripe',
    name: 'Stripe',
    isSandbox: !config.isLive,
    begin: (payment, _db, signal) => createSession(client, payment, signal),
    destinationFields: () => [],
    storeDestination: async () => ({ kind: 'rejected', fields: [] }),
    payOut: async () => {
      throw new StripeFault('pay out', 'payouts are not configured');
    },
    async readWebhook(headers, rawBody, now) {
      if (!(await client.isSigned(headers['stripe-signature'], rawBody, now))) return null;
      const event = parseEvent(rawBody);
      if (!event) return null;
      if (event.livemode !== config.isLive) {
        logger.warn(
          { type: event.type, livemode: event.livemode },
          'webhook of the other Stripe mode rejected',
        );
        return null;
      }
      // The platform accepts payments on its own account only.
      if (event.account) return 'ignored';
      return paymentEventOf(event.type, event.data.object) ?? 'ignored';
    },
  };
}
