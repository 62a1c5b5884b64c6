import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type {
  DestinationToStore,
  PaymentProvider,
  PayoutToSend,
} from '../../../platform/cashier/provider.ts';
import { createStripe } from '../../../platform/cashier/providers/stripe/stripe.ts';
import {
  type SignedWebhook,
  type StripeServer,
  startStripeServer,
  stripeKey,
  stripePayoutEvent,
} from '../../helpers/stripe-server.ts';

const signal = new AbortController().signal;
const hour = 3_600_000;

let stripe: StripeServer;
let provider: PaymentProvider;
const logger = { warn: () => undefined };
const clock = { now: () => new Date() };
beforeAll(async () => {
  stripe = await startStripeServer();
  provider = createStripe({ config: stripe.config, clock, logger });
});
afterAll(() => stripe.close());

const asha = {
  accountId: randomUUID(),
  firstName: 'Asha',
  lastName: 'Rao',
  birthDate: '1990-02-03',
  countryId: 'IN',
  email: 'asha@mail.example',
};
const bankAccount = { accountNumber: '123456789012', bankCode: 'HDFC0001234' };

const destination = (change: Partial<DestinationToStore> = {}): DestinationToStore => ({
  destinationId: randomUUID(),
  holder: asha,
  currencyCode: 'INR',
  values: bankAccount,
  ...change,
});

const storedToken = async (): Promise<string> => {
  const stored = await provider.storeDestination(destination(), signal);
  if (stored.kind !== 'stored') throw new Error('rejected');
  return stored.token;
};

const payout = async (change: Partial<PayoutToSend> = {}): Promise<PayoutToSend> => ({
  payoutId: randomUUID(),
  amountMinor: 750_00,
  currencyCode: 'INR',
  destinationToken: await storedToken(),
  firstSentAt: null,
  ...change,
});

const paymentOf = (payoutId: string) => {
  const [payment, ...more] = stripe.payouts.paymentsOf(payoutId);
  if (!payment || more.length > 0) throw new Error(`${more.length + 1} payments of one payout`);
  return payment;
};

describe('bank account at Stripe', () => {
  it('belongs to a recipient with the player’s name, and is stored without the account number', async () => {
    const sent = destination();
    const stored = await provider.storeDestination(sent, signal);
    expect(stored).toMatchObject({ kind: 'stored', label: '•••• 9012' });
    expect(await provider.storeDestination(sent, signal)).toEqual(stored);
    expect(JSON.stringify(stored)).not.toContain(bankAccount.accountNumber);
    const recipients = [...stripe.payouts.accounts.values()].filter(
      ({ metadata }) => metadata['destinationId'] === sent.destinationId,
    );
    expect(recipients).toMatchObject([
      { display_name: 'Asha Rao', contact_email: asha.email, identity: { country: 'IN' } },
    ]);
  });

  it.each([
    ['EUR', 'DE', { iban: 'DE89370400440532013000' }],
    ['NOK', 'NO', { iban: 'NO9386011117947' }],
    ['USD', 'US', { accountNumber: '000123456789', bankCode: '110000000' }],
  ])('is stored if its fields match their patterns: currency %s', async (currencyCode, countryId, values) => {
    const fields = provider.destinationFields(currencyCode);
    expect(fields.map(({ name }) => name)).toEqual(Object.keys(values));
    for (const { name, pattern, maxLength } of fields) {
      const value = Object.entries(values).find(([key]) => key === name)?.[1] ?? '';
      expect(value).toMatch(new RegExp(`^(?:${pattern})$`));
      expect(value.length).toBeLessThanOrEqual(maxLength);
    }
    const sent = destination({ currencyCode, values, holder: { ...asha, countryId } });
    expect((await provider.storeDestination(sent, signal)).kind).toBe('stored');
  });

  it.each<[string, Partial<DestinationToStore>]>([
    ['Stripe does not know the number', { values: { ...bankAccount, accountNumber: '123456780000' } }],
    ['Stripe wants further details', { values: { ...bankAccount, accountNumber: '123456781111' } }],
    ['the bank is in another country than the player', { holder: { ...asha, countryId: 'NO' } }],
    ['the profile has no mail address', { holder: { ...asha, email: null } }],
  ])('is rejected if %s', async (_what, change) => {
    const stored = await provider.storeDestination(destination(change), signal);
    expect(stored).toEqual({ kind: 'rejected', fields: ['accountNumber', 'bankCode'] });
  });

  it('has no form fields if Stripe does not pay out in the currency, or if no financial account is configured', async () => {
    expect(provider.destinationFields('GBP')).toEqual([]);
    const withoutAccount = createStripe({ config: { ...stripe.config, payouts: null }, clock, logger });
    expect(withoutAccount.destinationFields('INR')).toEqual([]);
    await expect(withoutAccount.payOut(await payout(), signal)).rejects.toThrow('STRIPE_FINANCIAL_ACCOUNT');
  });
});

describe('Stripe payout', () => {
  it('is sent once in the currency of the wallet, no matter how often the call is repeated', async () => {
    const sent = await payout();
    expect(await provider.payOut(sent, signal)).toEqual({ kind: 'sent' });
    expect(await provider.payOut({ ...sent, firstSentAt: new Date() }, signal)).toEqual({ kind: 'sent' });
    expect(paymentOf(sent.payoutId)).toMatchObject({
      amount: { value: 750_00, currency: 'inr' },
      from: { financial_account: stripe.config.payouts?.financialAccount },
      metadata: { payoutId: sent.payoutId },
    });
  });

  it('reports the current state when the call is repeated', async () => {
    const sent = await payout();
    await provider.payOut(sent, signal);
    stripe.payouts.settle(paymentOf(sent.payoutId), 'posted');
    expect(await provider.payOut({ ...sent, firstSentAt: new Date() }, signal)).toEqual({ kind: 'paid' });
  });

  it('is sent once, even after Stripe has forgotten the idempotency key', async () => {
    const sent = await payout();
    await provider.payOut(sent, signal);
    stripe.forgetKeys();
    const later = { ...sent, firstSentAt: new Date(Date.now() - 13 * hour) };
    expect(await provider.payOut(later, signal)).toEqual({ kind: 'sent' });
    expect(paymentOf(sent.payoutId).status).toBe('processing');
    // The first attempt of this payout did not reach Stripe, so the payout is sent now.
    const lost = await payout({ firstSentAt: new Date(Date.now() - 13 * hour) });
    expect(await provider.payOut(lost, signal)).toEqual({ kind: 'sent' });
    expect(paymentOf(lost.payoutId).status).toBe('processing');
  });

  it.each([
    ['blocked_by_stripe', 'refused'],
    ['capability_not_enabled', 'destination-wrong'],
    ['invalid_payout_method', 'destination-wrong'],
  ])('is declined after the final error %s', async (type, reason) => {
    const sent = await payout();
    stripe.next({ kind: 'error', status: 400, type });
    expect(await provider.payOut(sent, signal)).toEqual({ kind: 'declined', reason });
  });

  it.each([
    ['the balance is too low', { status: 400, type: 'insufficient_funds' }],
    ['the key lacks a permission', { status: 403, type: 'invalid_request_error' }],
    ['the request is invalid', { status: 400, type: 'invalid_request_error' }],
  ])('fails if %s, and is sent by the retry', async (_what, error) => {
    const sent = await payout();
    stripe.next({ kind: 'error', ...error });
    await expect(provider.payOut(sent, signal)).rejects.toThrow(/^create outbound payment: \w+Error/);
    expect(await provider.payOut({ ...sent, firstSentAt: new Date() }, signal)).toEqual({ kind: 'sent' });
    expect(paymentOf(sent.payoutId).status).toBe('processing');
  });

  it('is sent once if Stripe executes the payout but the response is lost or unreadable', async () => {
    const [lost, garbled] = [await payout(), await payout()];
    stripe.next({ kind: 'lost' });
    expect(await provider.payOut(lost, signal)).toEqual({ kind: 'sent' });
    stripe.next({ kind: 'text', text: '{"status":"posted"}' });
    const failure = await provider.payOut(garbled, signal).catch((error: unknown) => error);
    expect(String(failure)).toContain('unexpected answer in id');
    expect(String(failure)).not.toContain(stripeKey);
    expect(await provider.payOut({ ...garbled, firstSentAt: new Date() }, signal)).toEqual({ kind: 'sent' });
    for (const { payoutId } of [lost, garbled]) expect(paymentOf(payoutId).status).toBe('processing');
  });
});

const read = ({ body, headers }: SignedWebhook) =>
  provider.readWebhook(headers, Buffer.from(body), new Date());

describe('Stripe payout webhook', () => {
  it.each([
    ['posted', undefined, 'paid', null],
    ['failed', 'payout_method_declined', 'declined', 'refused'],
    ['failed', 'payout_method_does_not_exist', 'declined', 'destination-wrong'],
    ['returned', 'payout_method_closed', 'declined', 'destination-closed'],
    ['returned', 'payout_method_holder_name_incorrect', 'declined', 'destination-wrong'],
    ['returned', 'renamed_in_a_later_version', 'declined', 'refused'],
    ['canceled', undefined, 'declined', 'refused'],
  ] as const)('maps Stripe’s status %s (%s) to %s (%s)', async (status, detail, outcome, reason) => {
    const { payoutId, ...sent } = await payout();
    await provider.payOut({ payoutId, ...sent }, signal);
    const payment = paymentOf(payoutId);
    stripe.payouts.settle(payment, status, detail);
    expect(await read(stripePayoutEvent(payment, status))).toEqual({
      kind: 'payout',
      payoutId,
      outcome,
      reason,
      amountMinor: 750_00,
      currencyCode: 'INR',
    });
  });

  it.each(['order 17', '', '../x'])('ignores another program’s payment with payout id "%s"', async (id) => {
    const sent = await payout();
    await provider.payOut(sent, signal);
    const payment = paymentOf(sent.payoutId);
    payment.metadata['payoutId'] = id;
    stripe.payouts.settle(payment, 'posted');
    expect(await read(stripePayoutEvent(payment, 'posted'))).toBe('ignored');
  });

  it('reports the current state, even if events arrive in the wrong order', async () => {
    const sent = await payout();
    await provider.payOut(sent, signal);
    const payment = paymentOf(sent.payoutId);
    expect(await read(stripePayoutEvent(payment, 'posted'))).toBe('ignored');
    stripe.payouts.settle(payment, 'returned', 'payout_method_closed');
    for (const type of ['returned', 'posted', 'created'])
      expect(await read(stripePayoutEvent(payment, type))).toMatchObject({ outcome: 'declined' });
  });

  it('is ignored if it belongs to another account or program, and rejected if its mode or secret is wrong', async () => {
    const sent = await payout();
    await provider.payOut(sent, signal);
    const payment = paymentOf(sent.payoutId);
    stripe.payouts.settle(payment, 'posted');
    expect(await read(stripePayoutEvent(payment, 'posted', { account: 'acct_1Other' }))).toBe('ignored');
    expect(await read(stripePayoutEvent(payment, 'posted', { livemode: true }))).toBeNull();
    expect(await read(stripePayoutEvent(payment, 'posted', { secret: 'whsec_another' }))).toBeNull();
    payment.metadata = {};
    expect(await read(stripePayoutEvent(payment, 'posted'))).toBe('ignored');
  });

  it('is rejected if the payment cannot be read, so that Stripe resends the webhook', async () => {
    await expect(read(stripePayoutEvent({ id: 'obp_test_unknown' }, 'posted'))).rejects.toThrow(
      'retrieve outbound payment',
    );
  });
});
