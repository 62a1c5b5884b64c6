import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { codes } from '../../../shared/contract/codes.ts';
import { ask } from '../../helpers/http.ts';
import { cookieHeader } from '../../helpers/recording-platform.ts';
import { type StripeServer, stripeEvent } from '../../helpers/stripe-server.ts';
import { amount, type PageChange, siteUrl, useStripeSite } from './stripe-site.ts';

const { stage, freshPlayer, tell, report } = useStripeSite();

describe('Stripe deposit', () => {
  it('redirects to Stripe’s payment page and is credited after the webhook', async () => {
    const { deposit, deposited, statusOf } = await freshPlayer();
    const begun = await deposit();
    const { paymentId, paymentUrl } = begun.data;
    const session = stage().stripe.sessionOf(paymentId);
    expect(paymentUrl).toBe(session.url);
    expect(session).toMatchObject({
      amount_total: amount,
      currency: 'inr',
      client_reference_id: paymentId,
      success_url: `${siteUrl}/deposit?payment=${paymentId}`,
      cancel_url: `${siteUrl}/deposit?payment=${paymentId}`,
    });
    expect(await deposited()).toBe(0);
    expect((await report(begun.data.paymentId)).status).toBe(200);
    expect(await deposited()).toBe(amount);
    expect(await statusOf(paymentId)).toBe('approved');
  });

  it('works without JavaScript, because the result page links to Stripe’s payment page', async () => {
    const { jar, deposit } = await freshPlayer();
    const { paymentId, paymentUrl } = (await deposit()).data;
    const page = await ask(stage().site.origin, `/deposit?payment=${paymentId}`, {
      headers: { cookie: cookieHeader(jar) },
    });
    expect(page.text).toContain(`href="${paymentUrl}"`);
  });

  it('stays open until Stripe reports the outcome, if the payment method takes days', async () => {
    const { deposit, deposited, statusOf } = await freshPlayer();
    const [paid, failed] = [await deposit(), await deposit()];
    for (const begun of [paid, failed])
      expect((await report(begun.data.paymentId, { session: { payment_status: 'unpaid' } })).status).toBe(
        200,
      );
    expect(await statusOf(paid.data.paymentId)).toBe('created');
    await report(failed.data.paymentId, {
      type: 'async_payment_failed',
      session: { payment_status: 'unpaid' },
    });
    await report(paid.data.paymentId, { type: 'async_payment_succeeded' });
    expect(await statusOf(failed.data.paymentId)).toBe('declined');
    expect(await deposited()).toBe(amount);
  });

  it('is cancelled when the payment page expires', async () => {
    const { deposit, deposited, statusOf } = await freshPlayer();
    const begun = await deposit();
    await report(begun.data.paymentId, {
      type: 'expired',
      session: { status: 'expired', payment_status: 'unpaid' },
    });
    expect(await statusOf(begun.data.paymentId)).toBe('cancelled');
    expect(await deposited()).toBe(0);
  });

  it('is credited once, even if Stripe reports it 50 times', async () => {
    const { deposit, deposited } = await freshPlayer();
    const begun = await deposit();
    const answers = await Promise.all(Array.from({ length: 50 }, () => report(begun.data.paymentId)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await deposited()).toBe(amount);
  });
});

/** Returns fields for a payment page. They contain the id of a payment that the platform does not know. */
const unknownPayment = () => {
  const paymentId = randomUUID();
  return { client_reference_id: paymentId, metadata: { paymentId } };
};
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

describe('Stripe webhook', () => {
  it.each<[string, PageChange, number]>([
    ['it is signed with another secret', { secret: 'whsec_anotherDestination' }, 401],
    ['it was signed more than five minutes ago', { at: minutes(-6) }, 401],
    ['it belongs to the live mode', { livemode: true }, 401],
    ['it belongs to a connected account', { account: 'acct_1Other' }, 200],
    ['its amount is different', { session: { amount_total: amount * 10 } }, 422],
    ['its currency is different', { session: { currency: 'eur' } }, 422],
    ['its payment is unknown', { session: unknownPayment() }, 404],
    ['its two references differ', { session: { client_reference_id: randomUUID() } }, 200],
    ['another program created its payment page', { session: { metadata: {} } }, 200],
    ['nothing was paid', { session: { payment_status: 'no_payment_required', amount_total: 0 } }, 200],
    ['its type is unknown', { type: 'renamed_in_a_later_version' }, 200],
  ])('credits nothing if %s', async (_what, change, status) => {
    const { deposit, deposited } = await freshPlayer();
    const begun = await deposit();
    expect((await report(begun.data.paymentId, change)).status).toBe(status);
    expect(await deposited()).toBe(0);
  });

  it('is accepted and ignored if it concerns no payment', async () => {
    for (const [type, object] of [
      ['charge.refunded', { id: 'ch_1', object: 'charge' }],
      ['account.updated', { id: 'acct_1', object: 'account', padding: 'x'.repeat(30_000) }],
      ['checkout.session.completed', null],
    ] as const)
      expect((await tell(stripeEvent(type, object))).status).toBe(200);
  });

  it('is rejected if its body was modified or is no event', async () => {
    const { deposit, deposited } = await freshPlayer();
    const begun = await deposit();
    const { body, headers } = stripeEvent('checkout.session.completed', {
      ...stage().stripe.sessionOf(begun.data.paymentId),
      payment_status: 'paid',
    });
    for (const changed of [
      body.trim().replaceAll('\n', ''),
      body.replace('"amount_total": 50000', '"amount_total": 5'),
      '',
      '{',
    ])
      expect((await tell({ body: changed, headers })).status).toBe(401);
    for (const signature of ['', 't=1', 't=x,v1=00', 'v1=00,t=9999999999'])
      expect((await tell({ body, headers: { ...headers, 'stripe-signature': signature } })).status).toBe(401);
    expect(await deposited()).toBe(0);
  });
});

describe('deposit request to Stripe', () => {
  it.each<[string, Parameters<StripeServer['next']>]>([
    ['answers with 429', [{ kind: 'error', status: 429, type: 'rate_limit_error', code: 'rate_limit' }]],
    ['answers with 503', [{ kind: 'error', status: 503 }]],
    [
      'answers with 500 twice',
      [
        { kind: 'error', status: 500 },
        { kind: 'error', status: 500 },
      ],
    ],
    ['closes the connection after it has created the page', [{ kind: 'lost' }]],
  ])('succeeds for the player even if Stripe %s', async (_what, faults) => {
    const { deposit } = await freshPlayer();
    const before = stage().stripe.sessions.size;
    stage().stripe.next(...faults);
    const begun = await deposit();
    expect(begun.data.paymentUrl).toBe(stage().stripe.sessionOf(begun.data.paymentId).url);
    expect(stage().stripe.sessions.size).toBe(before + 1);
  });

  it.each<[string, Parameters<StripeServer['next']>]>([
    ['is a 500 that Stripe repeats for the same key', [{ kind: 'stored' }]],
    ['is not JSON', [{ kind: 'text', text: '<html>busy</html>' }]],
    ['is no payment page', [{ kind: 'text', text: '{"object":"list","url":"https://evil.example"}' }]],
    ['rejects the key', [{ kind: 'error', status: 401, type: 'invalid_request_error' }]],
  ])('fails if the response %s, and a retry with the same key then opens one page', async (_what, faults) => {
    const { deposit } = await freshPlayer();
    const idempotencyKey = randomUUID();
    const before = stage().stripe.sessions.size;
    stage().stripe.next(...faults);
    expect(await deposit({ idempotencyKey })).toMatchObject({ firstCode: codes.paymentsUnavailable });
    const begun = await deposit({ idempotencyKey });
    expect(begun.data.paymentUrl).toBe(stage().stripe.sessionOf(begun.data.paymentId).url);
    expect(stage().stripe.sessions.size).toBe(before + 1);
  });

  it('holds no lock on the account while it waits for Stripe, so that a webhook can credit the deposit in the meantime', async () => {
    const { deposit, deposited } = await freshPlayer();
    const answer = Promise.withResolvers<void>();
    const before = stage().stripe.sessions.size;
    stage().stripe.next({ kind: 'late', until: answer.promise });
    const slow = deposit();
    await expect.poll(() => stage().stripe.sessions.size).toBe(before + 1);
    const paymentId = [...stage().stripe.sessions.values()].at(-1)?.metadata['paymentId'] ?? '';
    expect((await report(paymentId)).status).toBe(200);
    expect(await deposited()).toBe(amount);
    expect((await deposit()).data.status).toBe('created');
    answer.resolve();
    expect((await slow).data.paymentId).toBe(paymentId);
  });

  it('opens only one payment page for parallel requests with the same idempotency key', async () => {
    const { deposit } = await freshPlayer();
    const idempotencyKey = randomUUID();
    const before = stage().stripe.sessions.size;
    const all = await Promise.all(Array.from({ length: 8 }, () => deposit({ idempotencyKey })));
    expect(new Set(all.map(({ data }) => data.paymentUrl)).size).toBe(1);
    expect(stage().stripe.sessions.size).toBe(before + 1);
  });
});
