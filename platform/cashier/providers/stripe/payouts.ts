import { z } from 'zod';
import type { DeclineReason, PayoutEvent, PayoutResult, PayoutToSend } from '../../provider.ts';
import { fromStripeAmount, toStripeAmount } from './amounts.ts';
import type { StripeClient } from './client.ts';
import { StripeFault } from './fault.ts';
import { destinationOfToken } from './recipients.ts';

/** The account at Stripe from which players are paid. */
export interface PayoutSource {
  financialAccount: string;
  /** Currency of the balance. Stripe converts the money if a player has another currency. */
  currency: string;
}

/**
 * If the first attempt is older than this, a retry first searches for the payment at Stripe, because Stripe may forget
 * an idempotency key after a day.
 */
const keyLifetimeMs = 12 * 3_600_000;

const Reason = z.object({ reason: z.string() }).nullish();
const Payment = z.object({
  id: z.string(),
  livemode: z.boolean(),
  status: z.enum(['processing', 'posted', 'failed', 'returned', 'canceled']),
  status_details: z.object({ failed: Reason, returned: Reason }).nullish(),
  amount: z.object({ value: z.int().positive(), currency: z.string().regex(/^[a-z]{3}$/) }),
  metadata: z.record(z.string(), z.string()).nullish(),
});
type Payment = z.infer<typeof Payment>;

/**
 * Errors that Stripe would return for every retry, with the reason that the player sees. After any other error, the
 * platform sends the payout again.
 */
const finalErrors: Readonly<Record<string, DeclineReason>> = {
  blocked_by_stripe: 'refused',
  capability_not_enabled: 'destination-wrong',
  invalid_payout_method: 'destination-wrong',
};

function reasonOf({ status_details: details }: Payment): DeclineReason {
  const reason = details?.returned?.reason ?? details?.failed?.reason ?? '';
  if (/^payout_method_(?:closed|canceled_by_customer)$/.test(reason)) return 'destination-closed';
  if (/^payout_method_(?:does_not_exist|expired|invalid|holder|unsupported|currency)/.test(reason))
    return 'destination-wrong';
  return 'refused';
}

/**
 * A posted payment counts as paid, because its money has left the account at Stripe. A bank can still return the money.
 */
function resultOf(payment: Payment): PayoutResult {
  if (payment.status === 'processing') return { kind: 'sent' };
  return payment.status === 'posted' ? { kind: 'paid' } : { kind: 'declined', reason: reasonOf(payment) };
}

function retrieve(client: StripeClient, id: string, signal?: AbortSignal): Promise<Payment> {
  return client.request({
    what: 'retrieve outbound payment',
    answer: Payment,
    ...(signal && { signal }),
    send: (stripe) => stripe.v2.moneyManagement.outboundPayments.retrieve(id),
  });
}

/** Returns the payment at Stripe that an earlier attempt created for a payout. Null if there is none. */
async function findSent(
  client: StripeClient,
  { payoutId, firstSentAt }: PayoutToSend,
  recipient: string,
  signal: AbortSignal,
): Promise<Payment | null> {
  if (firstSentAt === null) return null;
  const found = await client.request({
    what: 'list outbound payments',
    answer: z.array(Payment),
    signal,
    async send(stripe) {
      const pages = stripe.v2.moneyManagement.outboundPayments.list({ recipient, limit: 100 });
      for await (const payment of pages) if (payment.metadata?.['payoutId'] === payoutId) return [payment];
      return [];
    },
  });
  return found[0] ?? null;
}

async function create(
  client: StripeClient,
  { payoutId, amountMinor, currencyCode, destinationToken }: PayoutToSend,
  source: PayoutSource,
  signal: AbortSignal,
): Promise<Payment> {
  const value = toStripeAmount(amountMinor, currencyCode);
  if (value === null) throw new StripeFault('create outbound payment', `no amount in ${currencyCode}`);
  const { recipient, payoutMethod } = destinationOfToken(destinationToken);
  const currency = currencyCode.toLowerCase();
  return client.request({
    what: 'create outbound payment',
    answer: Payment,
    signal,
    send: (stripe) =>
      stripe.v2.moneyManagement.outboundPayments.create(
        {
          from: { financial_account: source.financialAccount, currency: source.currency },
          to: { recipient, payout_method: payoutMethod, currency },
          amount: { value, currency },
          metadata: { payoutId },
        },
        { idempotencyKey: `payout-${payoutId}` },
      ),
  });
}

/**
 * Pays a player by an outbound payment. The idempotency key prevents a second payment. For an old payout, Stripe may
 * have forgotten the key, so the payments of the recipient are searched first.
 */
export async function payOut(
  client: StripeClient,
  source: PayoutSource,
  payout: PayoutToSend,
  { now, signal }: { now: Date; signal: AbortSignal },
): Promise<PayoutResult> {
  const { firstSentAt } = payout;
  const { recipient } = destinationOfToken(payout.destinationToken);
  if (firstSentAt !== null && now.getTime() - firstSentAt.getTime() > keyLifetimeMs) {
    const sent = await findSent(client, payout, recipient, signal);
    if (sent) return resultOf(sent);
  }
  try {
    const payment = await create(client, payout, source, signal);
    // Stripe may answer a repeated request with the response to the first request, so read the payment's current state.
    return resultOf(firstSentAt === null ? payment : await retrieve(client, payment.id, signal));
  } catch (error) {
    const reason = error instanceof StripeFault ? finalErrors[error.errorType ?? ''] : undefined;
    if (reason) return { kind: 'declined', reason };
    throw error;
  }
}

const eventPrefix = 'v2.money_management.outbound_payment.';

export const isPayoutEvent = (type: string): boolean => type.startsWith(eventPrefix);

/**
 * Reads the current state of the payment that an event names. Events arrive in any order, so the state in the event
 * could be outdated.
 * @returns an event with the payment's current outcome. Null if the payment has no outcome yet, or if another program
 *   created it
 */
export async function payoutEventOf(
  client: StripeClient,
  paymentId: string,
  isLive: boolean,
): Promise<PayoutEvent | null> {
  const payment = await retrieve(client, paymentId);
  // If another program uses the same Stripe account, its payments may have ids of another format.
  const payoutId = z.uuid().safeParse(payment.metadata?.['payoutId']).data;
  const result = resultOf(payment);
  const currencyCode = payment.amount.currency.toUpperCase();
  const amountMinor = fromStripeAmount(payment.amount.value, currencyCode);
  if (payment.livemode !== isLive || payoutId === undefined || amountMinor === null) return null;
  if (result.kind === 'sent') return null;
  return {
    kind: 'payout',
    payoutId,
    outcome: result.kind,
    reason: result.kind === 'declined' ? result.reason : null,
    amountMinor,
    currencyCode,
  };
}
