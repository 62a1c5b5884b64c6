import type { Stripe } from 'stripe';
import { z } from 'zod';
import type { PaymentEvent, PaymentToBegin } from '../../provider.ts';
import { fromStripeAmount, toStripeAmount } from './amounts.ts';
import type { StripeClient } from './client.ts';
import { StripeFault } from './fault.ts';

/** Time for which a payment page stays open. Stripe accepts 30 minutes to 24 hours. */
const openForSeconds = 60 * 60;

/** Stripe shows its page in the language of the player's browser, so this text must be valid in every language. */
const productName = 'Golden Lotto';

/**
 * Returns the request for a payment page. The request is always identical for the same payment, because Stripe rejects
 * an idempotency key that is repeated with different values.
 */
export function sessionOf(payment: PaymentToBegin): Stripe.Checkout.SessionCreateParams {
  const { paymentId, amountMinor, currencyCode, returnUrl, createdAt } = payment;
  const amount = toStripeAmount(amountMinor, currencyCode);
  if (amount === null) throw new StripeFault('create checkout session', `no amount in ${currencyCode}`);
  if (returnUrl === null) throw new StripeFault('create checkout session', 'no return URL');
  return {
    mode: 'payment',
    client_reference_id: paymentId,
    metadata: { paymentId },
    payment_intent_data: { metadata: { paymentId } },
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: currencyCode.toLowerCase(),
          unit_amount: amount,
          product_data: { name: productName },
        },
      },
    ],
    // The payment must have the currency of the wallet. Otherwise Stripe would offer the currency of the player's
    // country.
    adaptive_pricing: { enabled: false },
    success_url: returnUrl,
    cancel_url: returnUrl,
    // Count the expiry from the payment's stored creation time, so that a repeated request has the same value. After
    // the expiry, Stripe rejects a repeated request instead of opening a second payment page.
    expires_at: Math.floor(createdAt.getTime() / 1000) + openForSeconds,
  };
}

/** Creates the payment page of a payment at Stripe and returns its URL. A repeated request returns the same page. */
export async function createSession(
  client: StripeClient,
  payment: PaymentToBegin,
  signal: AbortSignal,
): Promise<string> {
  const params = sessionOf(payment);
  const { paymentId } = payment;
  const Created = z.object({
    client_reference_id: z.literal(paymentId),
    amount_total: z.literal(params.line_items?.[0]?.price_data?.unit_amount ?? 0),
    url: z.url({ protocol: /^https?$/ }).max(2000),
  });
  const create = (idempotencyKey: string) =>
    client.request({
      what: 'create checkout session',
      answer: Created,
      signal,
      send: (stripe) => stripe.checkout.sessions.create(params, { idempotencyKey }),
    });
  const { url } = await create(`deposit-${paymentId}`).catch((error: unknown) => {
    // Stripe stores a 500 response and repeats it for a day to every request with the same idempotency key. No player
    // can have received a page under this key, so a request with a new key cannot open a second page.
    const isStored = error instanceof StripeFault && error.isStored && (error.httpStatus ?? 0) >= 500;
    if (isStored) return create(`deposit-${paymentId}-2`);
    throw error;
  });
  return url;
}

const Session = z.object({
  client_reference_id: z.string().nullish(),
  metadata: z.object({ paymentId: z.uuid() }),
  payment_status: z.enum(['paid', 'unpaid', 'no_payment_required']),
  amount_total: z.int().positive(),
  currency: z.string().regex(/^[a-z]{3}$/),
});

function outcomeOf(type: string, isPaid: boolean): PaymentEvent['outcome'] | null {
  switch (type) {
    case 'checkout.session.completed':
      // A bank debit can take days. A later event then reports the outcome.
      return isPaid ? 'approved' : null;
    case 'checkout.session.async_payment_succeeded':
      return isPaid ? 'approved' : null;
    case 'checkout.session.async_payment_failed':
      return 'declined';
    case 'checkout.session.expired':
      return 'cancelled';
    default:
      return null;
  }
}

/** Reads an event about a payment page. Returns null for every other event, and for pages of other programs. */
export function paymentEventOf(type: string, object: unknown): PaymentEvent | null {
  if (!type.startsWith('checkout.session.')) return null;
  const parsed = Session.safeParse(object);
  if (!parsed.success) return null;
  const {
    client_reference_id: reference,
    metadata,
    payment_status: status,
    amount_total,
    currency,
  } = parsed.data;
  const outcome = outcomeOf(type, status === 'paid');
  const currencyCode = currency.toUpperCase();
  const amountMinor = fromStripeAmount(amount_total, currencyCode);
  if (outcome === null || amountMinor === null || reference !== metadata.paymentId) return null;
  return { kind: 'payment', paymentId: metadata.paymentId, outcome, amountMinor, currencyCode };
}
