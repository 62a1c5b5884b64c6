import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codes } from '../../../shared/contract/codes.ts';
import { ask } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { freshName, shortForm } from '../../helpers/player.ts';
import { callAt, cookieHeader, jarOf } from '../../helpers/recording-platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import {
  type EventChange,
  type SignedWebhook,
  type StripeServer,
  startStripeServer,
  stripeEvent,
  stripeKey,
} from '../../helpers/stripe-server.ts';

const siteUrl = 'https://lotto.example';
const amount = 500_00;

let stripe: StripeServer;
let platform: TestPlatform;
let site: TestSite;
const logged: string[] = [];
beforeAll(async () => {
  stripe = await startStripeServer();
  platform = await startPlatform({
    historyDays: 0,
    catalogue: gamesOf('jaldi'),
    config: { siteUrl, paymentProvider: 'stripe', stripe: stripe.config },
    logger: pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) }),
  });
  site = await startSite({ platform, warm: false, live: false, env: { CALL_RATE_PERCENT: '0' } });
});
afterAll(async () => {
  await site?.close();
  await platform?.stop();
  await stripe?.close();
});

interface Begun {
  firstCode: string;
  data: { paymentId: string; paymentUrl: string; status: string };
}

/** Signs up a player on the site. The returned functions make this player's requests to the site. */
const freshPlayer = async () => {
  const jar = jarOf(await callAt(site.origin, 'accounts/signup', shortForm({ username: freshName() })));
  const call = async (name: string, data: unknown) =>
    JSON.parse((await callAt(site.origin, name, data, { jar })).text);
  return {
    jar,
    deposit: (change = {}): Promise<Begun> =>
      call('cashier/deposit', { amount, idempotencyKey: randomUUID(), returnPath: '/deposit', ...change }),
    deposited: async (): Promise<number> => (await call('wallet', {})).data.depositBalance,
    statusOf: async (paymentId: string): Promise<string> =>
      (await call('cashier/getPayment', { paymentId })).data.status,
  };
};

const tell = ({ body, headers }: SignedWebhook) =>
  ask(site.origin, '/webhooks/payments/stripe', { method: 'POST', body, headers });
/** Reports an event about the page of a payment. By default, the payment succeeded at once. */
const report = (
  { data }: Begun,
  { type = 'completed', session = {}, ...change }: EventChange & { type?: string; session?: object } = {},
) =>
  tell(
    stripeEvent(
      `checkout.session.${type}`,
      { ...stripe.sessionOf(data.paymentId), status: 'complete', payment_status: 'paid', ...session },
      change,
    ),
  );

describe('a deposit with Stripe', () => {
  it('leads to Stripe’s payment page and is credited after the webhook', async () => {
    const { deposit, deposited, statusOf } = await freshPlayer();
    const begun = await deposit();
    const { paymentId, paymentUrl } = begun.data;
    const session = stripe.sessionOf(paymentId);
    expect(paymentUrl).toBe(session.url);
    expect(session).toMatchObject({
      amount_total: amount,
      currency: 'inr',
      client_reference_id: paymentId,
      success_url: `${siteUrl}/deposit?payment=${paymentId}`,
      cancel_url: `${siteUrl}/deposit?payment=${paymentId}`,
    });
    expect(await deposited()).toBe(0);
    expect((await report(begun)).status).toBe(200);
    expect(await deposited()).toBe(amount);
    expect(await statusOf(paymentId)).toBe('approved');
  });

  it('works without script: the result page links to Stripe’s page', async () => {
    const { jar, deposit } = await freshPlayer();
    const { paymentId, paymentUrl } = (await deposit()).data;
    const page = await ask(site.origin, `/deposit?payment=${paymentId}`, {
      headers: { cookie: cookieHeader(jar) },
    });
    expect(page.text).toContain(`href="${paymentUrl}"`);
  });

  it('waits for a payment method that takes days, and then follows its outcome', async () => {
    const { deposit, deposited, statusOf } = await freshPlayer();
    const [paid, failed] = [await deposit(), await deposit()];
    for (const begun of [paid, failed])
      expect((await report(begun, { session: { payment_status: 'unpaid' } })).status).toBe(200);
    expect(await statusOf(paid.data.paymentId)).toBe('created');
    await report(failed, { type: 'async_payment_failed', session: { payment_status: 'unpaid' } });
    await report(paid, { type: 'async_payment_succeeded' });
    expect(await statusOf(failed.data.paymentId)).toBe('declined');
    expect(await deposited()).toBe(amount);
  });

  it('is cancelled when the payment page expires', async () => {
    const { deposit, deposited, statusOf } = await freshPlayer();
    const begun = await deposit();
    await report(begun, { type: 'expired', session: { status: 'expired', payment_status: 'unpaid' } });
    expect(await statusOf(begun.data.paymentId)).toBe('cancelled');
    expect(await deposited()).toBe(0);
  });

  it('is credited once, even if Stripe reports it 50 times', async () => {
    const { deposit, deposited } = await freshPlayer();
    const begun = await deposit();
    const answers = await Promise.all(Array.from({ length: 50 }, () => report(begun)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await deposited()).toBe(amount);
  });
});

/** Returns the references of a page for a payment that the platform does not have. */
const unknownPayment = () => {
  const paymentId = randomUUID();
  return { client_reference_id: paymentId, metadata: { paymentId } };
};
const minutes = (count: number) => new Date(Date.now() + count * 60_000);

describe('a webhook of Stripe', () => {
  it.each<[string, Parameters<typeof report>[1], number]>([
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
    expect((await report(begun, change)).status).toBe(status);
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
      ...stripe.sessionOf(begun.data.paymentId),
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

describe('a fault of Stripe', () => {
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
  ])('is invisible to the player if Stripe %s', async (_what, faults) => {
    const { deposit } = await freshPlayer();
    const before = stripe.sessions.size;
    stripe.next(...faults);
    const begun = await deposit();
    expect(begun.data.paymentUrl).toBe(stripe.sessionOf(begun.data.paymentId).url);
    expect(stripe.sessions.size).toBe(before + 1);
  });

  it.each<[string, Parameters<StripeServer['next']>]>([
    ['is not JSON', [{ kind: 'text', text: '<html>busy</html>' }]],
    ['is no payment page', [{ kind: 'text', text: '{"object":"list","url":"https://evil.example"}' }]],
    ['rejects the key', [{ kind: 'error', status: 401, type: 'invalid_request_error' }]],
  ])('is reported if the answer %s, and the same key then opens one page', async (_what, faults) => {
    const { deposit } = await freshPlayer();
    const idempotencyKey = randomUUID();
    const before = stripe.sessions.size;
    stripe.next(...faults);
    expect(await deposit({ idempotencyKey })).toMatchObject({ firstCode: codes.paymentsUnavailable });
    const begun = await deposit({ idempotencyKey });
    expect(begun.data.paymentUrl).toBe(stripe.sessionOf(begun.data.paymentId).url);
    expect(stripe.sessions.size).toBe(before + 1);
  });

  it('holds no lock on the account while Stripe is slow, and an early webhook is credited', async () => {
    const { deposit, deposited } = await freshPlayer();
    const answer = Promise.withResolvers<void>();
    const before = stripe.sessions.size;
    stripe.next({ kind: 'late', until: answer.promise });
    const slow = deposit();
    await expect.poll(() => stripe.sessions.size).toBe(before + 1);
    const paymentId = [...stripe.sessions.values()].at(-1)?.metadata['paymentId'] ?? '';
    const early: Begun = { firstCode: '', data: { paymentId, paymentUrl: '', status: 'created' } };
    expect((await report(early)).status).toBe(200);
    expect(await deposited()).toBe(amount);
    expect((await deposit()).data.status).toBe('created');
    answer.resolve();
    expect((await slow).data.paymentId).toBe(paymentId);
  });

  it('opens one page for parallel requests with one key', async () => {
    const { deposit } = await freshPlayer();
    const idempotencyKey = randomUUID();
    const before = stripe.sessions.size;
    const all = await Promise.all(Array.from({ length: 8 }, () => deposit({ idempotencyKey })));
    expect(new Set(all.map(({ data }) => data.paymentUrl)).size).toBe(1);
    expect(stripe.sessions.size).toBe(before + 1);
  });
});

it('the log contains neither the keys of Stripe nor its answers', () => {
  const text = logged.join('');
  expect(text).toContain('StripeFault');
  expect(text).toContain('req_StandIn1');
  for (const secret of [stripeKey, ...stripe.config.webhookSecrets, 'failed for', '<html>', 'evil.example'])
    expect(text).not.toContain(secret);
});
