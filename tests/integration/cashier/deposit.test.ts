import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../../../platform/cashier/provider.ts';
import { signWebhook } from '../../../platform/cashier/webhook-signature.ts';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { fundedPlayer } from '../../helpers/funded-player.ts';
import { ask } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { amount, begin, eventOf, now, pathOf, paymentsOf, secret, type WebhookChange } from './sandbox.ts';

let platform: TestPlatform;
let payments: ReturnType<typeof paymentsOf>;
beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
  payments = paymentsOf(platform);
});
afterAll(() => platform?.stop());

it('call cashier/getPaymentProvider returns the providers with their limits', async () => {
  const { body } = await (await fundedPlayer(platform)).call('cashier/getPaymentProvider', {});
  expect(body.success && body.data.providers).toEqual([
    {
      providerId: 'sandbox',
      name: 'Sandbox',
      isSandbox: true,
      currencyCode: 'INR',
      minDeposit: 100_00,
      maxDeposit: 100_000_00,
      minWithdrawal: 500_00,
      maxWithdrawal: 1_000_000_00,
      destinationFields: [
        { name: 'accountNumber', maxLength: 34, pattern: '[0-9A-Z]{6,34}' },
        { name: 'bankCode', maxLength: 11, pattern: '[0-9A-Z]{4,11}' },
      ],
    },
  ]);
});

describe('hosted payment page', () => {
  it('moves no money until the player approves the payment', async () => {
    const player = await fundedPlayer(platform);
    const begun = await begin(player);
    expect(begun).toMatchObject({ providerId: 'sandbox', amount, currencyCode: 'INR', status: 'created' });
    expect(begun.paymentUrl).toBe(`${platform.url}/sandbox/payments/${begun.paymentId}`);
    const { status, text, headers } = await payments.page(begun);
    expect(status).toBe(200);
    expect(text).toContain('This is a sandbox.');
    expect(text).toContain('INR\u00a0500.00');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(await player.holds('deposit')).toBe(0);
  });

  it('cannot decline a payment that was approved and credited', async () => {
    const player = await fundedPlayer(platform);
    const begun = await begin(player);
    const chosen = await payments.choose(begun, 'approved');
    expect([chosen.status, chosen.headers.location]).toEqual([303, pathOf(begun)]);
    expect(await player.holds('deposit')).toBe(amount);
    expect((await payments.page(begun)).text).toContain('The payment is approved.');
    await payments.choose(begun, 'declined');
    await payments.choose(begun, 'approved');
    expect(await payments.statusOf(begun)).toBe('approved');
    expect(await player.holds('deposit')).toBe(amount);
    expect(await payments.postings(begun)).toHaveLength(1);
  });

  it.each(['declined', 'cancelled'] as const)(
    'leaves the wallet unchanged when the payment is %s',
    async (outcome) => {
      const player = await fundedPlayer(platform);
      const begun = await begin(player);
      await payments.choose(begun, outcome);
      expect(await payments.statusOf(begun)).toBe(outcome);
      expect(await player.holds('deposit')).toBe(0);
      expect((await payments.page(begun)).text).toContain('Nothing was paid.');
    },
  );

  it('rejects unknown outcomes and unknown payments', async () => {
    const begun = await begin(await fundedPlayer(platform));
    for (const outcome of ['', 'refunded', '__proto__', '%00']) {
      expect((await payments.choose(begun, outcome)).status).toBe(400);
    }
    const unknown = ['no-such-payment', randomUUID(), "'%20or%201=1", '%00', '..%2f..'];
    for (const id of unknown) {
      const { status, text } = await ask(platform.url, `/sandbox/payments/${id}`);
      expect([status, text.includes('no such payment')], id).toEqual([404, true]);
    }
    expect(await payments.statusOf(begun)).toBe('created');
  });

  it('resends the webhook if the platform was unreachable', async () => {
    const player = await fundedPlayer(platform);
    const begun = await begin(player);
    const { sandbox } = platform.deps;
    if (!sandbox) throw new Error('no sandbox');
    sandbox.listensAt('http://127.0.0.1:1');
    await payments.choose(begun, 'approved');
    expect(await player.holds('deposit')).toBe(0);
    expect((await payments.page(begun)).text).toContain('The platform could not be reached');
    sandbox.listensAt(platform.url);
    // The sandbox, a simulated payment provider, resends the webhook after a while. It also resends the webhook when
    // the player chooses again on the payment page, as in this test.
    await payments.choose(begun, 'approved');
    expect(await player.holds('deposit')).toBe(amount);
  });
});

describe('cashier/getPayment', () => {
  it('returns a payment’s status to its player, and rejects other players and unknown payments', async () => {
    const player = await fundedPlayer(platform);
    const begun = await begin(player);
    const { paymentId } = begun;
    const createdAt = now.toISOString();
    const found = await player.call('cashier/getPayment', { paymentId });
    expect(found.body).toMatchObject({ data: { ...begun, createdAt, settledAt: null } });
    await payments.choose(begun, 'declined');
    const settled = await player.call('cashier/getPayment', { paymentId });
    expect(settled.body).toMatchObject({ data: { status: 'declined', settledAt: createdAt } });
    const other = await fundedPlayer(platform);
    for (const [who, id] of [
      [other, paymentId],
      [player, randomUUID()],
    ] as const)
      expect((await who.call('cashier/getPayment', { paymentId: id })).body.firstCode).toBe('10711');
  });
});

describe('link from the payment page back to the site', () => {
  it('contains the deposit’s return path and payment id, before and after the player cancels the payment', async () => {
    const linked = await startPlatform({
      now,
      catalogue: gamesOf('jaldi'),
      config: { siteUrl: 'https://lotto.example' },
    });
    try {
      const { choose, page } = paymentsOf(linked);
      const player = await fundedPlayer(linked);
      const begun = await begin(player, { returnPath: '/hi/deposit' });
      const link = `href="https://lotto.example/hi/deposit?payment=${begun.paymentId}"`;
      expect((await page(begun)).text).toContain(link);
      await choose(begun, 'cancelled');
      expect((await page(begun)).text).toContain(link);
      expect((await page(await begin(player))).text).toContain('href="https://lotto.example/"');
    } finally {
      await linked.stop();
    }
  });

  it('cannot lead to a path outside the site', async () => {
    const player = await fundedPlayer(platform);
    for (const returnPath of ['//evil.example', 'https://evil.example', '/a?b=c', '/a/../b', '/', '/a\\b']) {
      const { body } = await player.call('cashier/deposit', {
        amount,
        idempotencyKey: randomUUID(),
        returnPath,
      });
      expect([returnPath, body]).toMatchObject([
        returnPath,
        { data: { fields: { returnPath: 'field.wrong' } } },
      ]);
    }
  });
});

const minutes = (count: number) => new Date(now.getTime() + count * 60_000);

describe('deposit webhook', () => {
  it('credits the payment once, even if 200 copies of the webhook arrive at the same time', async () => {
    const player = await fundedPlayer(platform);
    const begun = await begin(player);
    const event = eventOf(begun, 'approved');
    const answers = await Promise.all(Array.from({ length: 200 }, () => payments.send(event)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['200 {"received":true}']),
    );
    expect((await payments.send(event)).status).toBe(200);
    expect(await player.holds('deposit')).toBe(amount);
    expect(await payments.postings(begun)).toHaveLength(1);
    expect((await checkLedger(platform.deps.database)).findings).toEqual([]);
  });

  it('credits an approved payment once, even if webhooks arrive out of order', async () => {
    const outcomes = ['declined', 'approved', 'cancelled'];
    const orders = [
      [0, 1, 2],
      [0, 2, 1],
      [1, 0, 2],
      [1, 2, 0],
      [2, 0, 1],
      [2, 1, 0],
    ];
    for (const order of orders) {
      const player = await fundedPlayer(platform);
      const begun = await begin(player);
      for (const index of [...order, ...order]) await payments.send(eventOf(begun, outcomes[index] ?? ''));
      expect(await payments.statusOf(begun)).toBe('approved');
      expect(await player.holds('deposit')).toBe(amount);
      expect(await payments.postings(begun)).toHaveLength(1);
    }
  });

  it('credits each payment once if many are approved concurrently', async () => {
    const player = await fundedPlayer(platform);
    const all = await Promise.all(Array.from({ length: 20 }, () => begin(player)));
    await Promise.all([...all, ...all].map((begun) => payments.send(eventOf(begun, 'approved'))));
    expect(await player.holds('deposit')).toBe(20 * amount);
  });

  const forgeries: [string, WebhookChange, number][] = [
    ['signed with another key', { key: Buffer.alloc(32, 1) }, 401],
    ['signed too long ago', { at: minutes(-6) }, 401],
    ['signed in the future', { at: minutes(6) }, 401],
    ['not signed', { signature: 'none' }, 401],
    ['with an invalid signature', { signature: `t=${now.getTime()},v1=${'0'.repeat(64)}` }, 401],
    ['of another provider', { provider: 'bank' }, 404],
    ['of an unknown provider', { provider: '__proto__' }, 404],
  ];
  it.each(forgeries)('moves no money if it is forged: %s', async (_what, how, status) => {
    const player = await fundedPlayer(platform);
    const begun = await begin(player);
    expect((await payments.send(eventOf(begun, 'approved'), how)).status).toBe(status);
    expect(await payments.statusOf(begun)).toBe('created');
    expect(await player.holds('deposit')).toBe(0);
  });

  it('moves no money if its signature belongs to another body', async () => {
    const player = await fundedPlayer(platform);
    const [small, large] = [await begin(player), await begin(player, { amount: 5000_00 })];
    const signature = signWebhook(secret, Buffer.from(JSON.stringify(eventOf(small, 'approved'))), now);
    expect((await payments.send(eventOf(large, 'approved'), { signature })).status).toBe(401);
    expect(await player.holds('deposit')).toBe(0);
  });

  const contradictions: [string, object, number][] = [
    ['another amount', { amountMinor: amount * 10 }, 422],
    ['another currency', { currencyCode: 'EUR' }, 422],
    ['an unknown payment', { paymentId: randomUUID() }, 404],
    ['an unknown outcome', { outcome: 'refunded' }, 401],
    ['an unknown field', { accountId: randomUUID() }, 401],
    ['a fraction of a paisa', { amountMinor: 0.5 }, 401],
  ];
  it.each(contradictions)(
    'moves no money if it has %s, even with a valid signature',
    async (_what, change, status) => {
      const player = await fundedPlayer(platform);
      const begun = await begin(player);
      expect((await payments.send(eventOf(begun, 'approved', change))).status).toBe(status);
      expect(await player.holds('deposit')).toBe(0);
    },
  );

  it.each(['', '{', '[]', 'null', '\u0000', '"'.repeat(20_000)])(
    'moves no money if its body is malformed (case %#)',
    async (body) => {
      const { status } = await payments.sendBody(body);
      expect([401, 413]).toContain(status);
    },
  );
});

describe('cashier/deposit', () => {
  it('creates one payment for each idempotency key', async () => {
    const player = await fundedPlayer(platform);
    const idempotencyKey = randomUUID();
    const all = await Promise.all(Array.from({ length: 30 }, () => begin(player, { idempotencyKey })));
    expect(new Set(all.map(({ paymentId }) => paymentId)).size).toBe(1);
    const { body } = await player.call('cashier/deposit', { amount: amount + 1, idempotencyKey });
    expect(body).toMatchObject({ firstCode: '10400', data: { fields: { idempotencyKey: 'field.wrong' } } });
  });

  it.each([1, 99_99, 100_000_01, Number.MAX_SAFE_INTEGER])(
    'rejects an amount of %d paise with 10602',
    async (wrong) => {
      const { body } = await (await fundedPlayer(platform)).call('cashier/deposit', {
        amount: wrong,
        idempotencyKey: randomUUID(),
      });
      expect(body.firstCode).toBe('10602');
    },
  );

  const hostile: [string, Record<string, unknown>, string][] = [
    ['no amount', { amount: undefined }, 'amount'],
    ['an amount of 0', { amount: 0 }, 'amount'],
    ['a negative amount', { amount: -500_00 }, 'amount'],
    ['a fraction of a paisa', { amount: 500_00.5 }, 'amount'],
    ['an unsafe integer', { amount: 2 ** 53 }, 'amount'],
    ['an amount as text', { amount: '50000' }, 'amount'],
    ['no idempotency key', { idempotencyKey: undefined }, 'idempotencyKey'],
    ['an unknown provider', { providerId: 'bank' }, 'providerId'],
    ['a hostile provider', { providerId: `'; drop table payments; --\u0000🎲` }, 'providerId'],
    ['a currency field', { currencyCode: 'EUR' }, 'currencyCode'],
    ['another account id', { accountId: randomUUID() }, 'accountId'],
  ];
  it.each(hostile)('returns 10400 for %s and names the field', async (_what, change, field) => {
    const player = await fundedPlayer(platform);
    const request = { amount, idempotencyKey: randomUUID(), ...change };
    const { status, body } = await player.call('cashier/deposit', request);
    expect([status, body.firstCode]).toEqual([400, '10400']);
    expect(Object.keys(body.success ? {} : (body.data?.fields ?? {}))).toEqual([field]);
  });

  it.each([
    ['suspended', '10604'],
    ['excluded', '15107'],
  ] as const)('rejects a player who is %s (code %s)', async (status, code) => {
    const player = await fundedPlayer(platform, { account: { status } });
    const { body } = await player.call('cashier/deposit', { amount, idempotencyKey: randomUUID() });
    expect(body.firstCode).toBe(code);
  });

  it('returns 10614 while the provider is down, and a later call with the same key begins the deposit', async () => {
    const { sandbox } = platform.deps;
    if (!sandbox) throw new Error('no sandbox');
    let isDown = true;
    let wasAccountFree = false;
    const begunFor = new Set<string>();
    const provider: PaymentProvider = {
      ...sandbox,
      begin: async (payment, db, signal) => {
        begunFor.add(payment.paymentId);
        if (isDown) {
          await platform.deps.db.execute(
            sql`select from accounts where account_id = ${player.accountId} for update nowait`,
          );
          wasAccountFree = true;
          throw new Error('connection refused');
        }
        return sandbox.begin(payment, db, signal);
      },
    };
    const other = await startPlatform({
      now,
      beside: platform,
      catalogue: gamesOf('jaldi'),
      overrides: { paymentProviders: [provider] },
    });
    const player = await fundedPlayer(other);
    try {
      const request = { amount, idempotencyKey: randomUUID() };
      const refused = await player.call('cashier/deposit', request);
      expect([refused.body.firstCode, wasAccountFree]).toEqual(['10614', true]);
      const [paymentId = ''] = begunFor;
      const open = await player.call('cashier/getPayment', { paymentId });
      expect(open.body).toMatchObject({ data: { status: 'created', paymentUrl: null } });
      isDown = false;
      const answers = await Promise.all(
        Array.from({ length: 5 }, () => player.call('cashier/deposit', request)),
      );
      for (const { body } of answers)
        expect(body).toMatchObject({ data: { paymentId, paymentUrl: expect.stringContaining(paymentId) } });
      expect([...begunFor]).toEqual([paymentId]);
      // The sandbox sends the webhook to `platform`, although `other` began the deposit. Both use the same database.
      const begun = await dataOf(player, 'cashier/deposit', request);
      await payments.choose(begun, 'approved');
      expect(await player.holds('deposit')).toBe(amount);
    } finally {
      await other.stop();
    }
  });

  it('rejects every deposit if no provider is configured', async () => {
    const other = await startPlatform({
      now,
      beside: platform,
      catalogue: gamesOf('jaldi'),
      config: { paymentProvider: 'off' },
    });
    try {
      const player = await fundedPlayer(other);
      const { body } = await player.call('cashier/getPaymentProvider', {});
      expect(body.success && body.data.providers).toEqual([]);
      const deposit = await player.call('cashier/deposit', { amount, idempotencyKey: randomUUID() });
      expect(deposit.body.firstCode).toBe('10400');
      expect((await ask(other.url, `/sandbox/payments/${randomUUID()}`)).text).not.toContain('sandbox');
      expect((await ask(other.url, '/webhooks/payments/sandbox', { method: 'POST' })).status).toBe(404);
    } finally {
      await other.stop();
    }
  });
});
