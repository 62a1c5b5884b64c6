import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PaymentProvider } from '../../../platform/cashier/provider.ts';
import { fundedPlayer } from '../../helpers/funded-player.ts';
import { ask } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { amount, begin, now, paymentsOf } from './sandbox.ts';

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
