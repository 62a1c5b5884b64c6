import type { Logger } from 'pino';
import type { StripeConfig } from '../../../config/stripe-config.ts';
import type { PaymentProvider, ProviderEvent } from '../../provider.ts';
import { bankAccountFields } from './bank-accounts.ts';
import { createSession, paymentEventOf } from './checkout.ts';
import { createStripeClient, type StripeClient } from './client.ts';
import { parseEvent, type StripeEvent } from './events.ts';
import { StripeFault } from './fault.ts';
import { isPayoutEvent, payOut, payoutEventOf } from './payouts.ts';
import { storeDestination } from './recipients.ts';

export interface StripeOptions {
  config: StripeConfig;
  clock: { now(): Date };
  logger: Pick<Logger, 'warn'>;
}

/** Converts an event of Stripe. Returns null if the event concerns neither a payment nor a payout of the platform. */
async function readEvent(
  client: StripeClient,
  event: StripeEvent,
  isLive: boolean,
): Promise<ProviderEvent | null> {
  if (event.object === 'event') {
    // Ignore events of connected accounts, because players pay only into the platform's own account.
    return event.account ? null : paymentEventOf(event.type, event.data.object);
  }
  const paymentId = event.related_object?.id;
  if (event.context || paymentId === undefined || !isPayoutEvent(event.type)) return null;
  return payoutEventOf(client, paymentId, isLive);
}

/**
 * Creates the payment provider Stripe. Players pay on a page of Stripe Checkout, and they are paid by outbound payments
 * to their bank accounts.
 */
export function createStripe({ config, clock, logger }: StripeOptions): PaymentProvider {
  const client = createStripeClient(config);
  const { isLive, payouts: source } = config;
  return {
    id: 'stripe',
    name: 'Stripe',
    isSandbox: !isLive,
    begin: (payment, _db, signal) => createSession(client, payment, signal),
    destinationFields: (currencyCode) => (source ? bankAccountFields(currencyCode) : []),
    storeDestination: (destination, signal) => storeDestination(client, destination, signal),
    async payOut(payout, signal) {
      if (!source) throw new StripeFault('create outbound payment', 'STRIPE_FINANCIAL_ACCOUNT is not set');
      return payOut(client, source, payout, { now: clock.now(), signal });
    },
    async readWebhook(headers, rawBody, now) {
      if (!(await client.isSigned(headers['stripe-signature'], rawBody, now))) return null;
      const event = parseEvent(rawBody);
      if (!event) return null;
      const { type, livemode } = event;
      if (livemode !== isLive) {
        logger.warn({ type, livemode }, 'webhook of the other Stripe mode rejected');
        return null;
      }
      return (await readEvent(client, event, isLive)) ?? 'ignored';
    },
  };
}
