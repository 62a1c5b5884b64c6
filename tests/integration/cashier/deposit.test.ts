import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signWebhook } from '../../../platform/cashier/webhook-signature.ts';
import { deriveKey } from '../../../platform/config/derive-key.ts';
import { checkLedger } from '../../../platform/wallet/check.ts';
import type { DepositBegun } from '../../../shared/contract/cashier.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { ask } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform, testKeys } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';

const now = new Date('2026-11-21T12:02:00Z');
const amount = 500_00;
let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
});
afterAll(() => platform?.stop());

async function begin(player: FundedPlayer, change = {}): Promise<DepositBegun> {
  const { body } = await player.call('cashier/deposit', {
    amount,
    idempotencyKey: randomUUID(),
    ...change,
  });
  if (!body.success) throw new Error(`refused: ${JSON.stringify(body)}`);
  return body.data;
}

function pathOf(begun: DepositBegun) {
  return new URL(begun.paymentUrl).pathname;
}

function choose(begun: DepositBegun, outcome: string) {
  return ask(platform.url, pathOf(begun), {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: `outcome=${outcome}`,
  });
}

function page(begun: DepositBegun) {
  return ask(platform.url, pathOf(begun));
}

const secret = deriveKey(testKeys.drawSealKey, 'payments');

function told(begun: DepositBegun, outcome: string, change = {}) {
  return {
    paymentId: begun.paymentId,
    outcome,
    amountMinor: begun.amount,
    currencyCode: begun.currencyCode,
    ...change,
  };
}

/** A webhook as the sandbox sends it. */
function tell(event: unknown, { at = now, key = secret, provider = 'sandbox', signature = '' } = {}) {
  const body = JSON.stringify(event);
  return ask(platform.url, `/webhooks/payments/${provider}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-webhook-signature': signature || signWebhook(key, Buffer.from(body), at),
    },
    body,
  });
}

async function statusOf({ paymentId }: DepositBegun) {
  const [row] = await queryDatabase(
    platform.databaseUrl,
    'select status from payments where payment_id = $1',
    [paymentId],
  );
  return row?.['status'];
}

function postings(begun: DepositBegun) {
  return queryDatabase(platform.databaseUrl, 'select transfer_id from transfers where key = $1', [
    `deposit:sandbox:${begun.paymentId}`,
  ]);
}

it('the cashier offers its providers with the limits of deposits and withdrawals', async () => {
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
    },
  ]);
});

describe('a payment on the hosted page', () => {
  it('is marked as a sandbox payment, and moves nothing before a choice', async () => {
    const player = await fundedPlayer(platform);
    const begun = await begin(player);
    expect(begun).toMatchObject({ providerId: 'sandbox', amount, currencyCode: 'INR', status: 'created' });
    expect(begun.paymentUrl).toBe(`${platform.url}/sandbox/payments/${begun.paymentId}`);
    const { status, text, headers } = await page(begun);
    expect(status).toBe(200);
    expect(text).toContain('This is a sandbox.');
    expect(text).toContain('INR\u00a0500.00');
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(await player.holds('deposit')).toBe(0);
  });

  it('is credited to the wallet after approval, and stays approved', async () => {
    const player = await fundedPlayer(platform);
    const begun = await begin(player);
    const chosen = await choose(begun, 'approved');
    expect([chosen.status, chosen.headers.location]).toEqual([303, pathOf(begun)]);
    expect(await player.holds('deposit')).toBe(amount);
    expect((await page(begun)).text).toContain('The amount is in the wallet.');
    await choose(begun, 'declined');
    await choose(begun, 'approved');
    expect(await statusOf(begun)).toBe('approved');
    expect(await player.holds('deposit')).toBe(amount);
    expect(await postings(begun)).toHaveLength(1);
  });

  it.each(['declined', 'cancelled'] as const)('leaves the wallet unchanged when %s', async (outcome) => {
    const player = await fundedPlayer(platform);
    const begun = await begin(player);
    await choose(begun, outcome);
    expect(await statusOf(begun)).toBe(outcome);
    expect(await player.holds('deposit')).toBe(0);
    expect((await page(begun)).text).toContain('Nothing was paid.');
  });

  it('rejects other choices and unknown payments', async () => {
    const begun = await begin(await fundedPlayer(platform));
    for (const outcome of ['', 'refunded', '__proto__', '%00']) {
      expect((await choose(begun, outcome)).status).toBe(400);
    }
    const unknown = ['no-such-payment', randomUUID(), "'%20or%201=1", '%00', '..%2f..'];
    for (const id of unknown) {
      const { status, text } = await ask(platform.url, `/sandbox/payments/${id}`);
      expect([status, text.includes('no such payment')], id).toEqual([404, true]);
    }
    expect(await statusOf(begun)).toBe('created');
  });

  it('is reported again when the platform could not be reached', async () => {
    const player = await fundedPlayer(platform);
    const begun = await begin(player);
    const { sandbox } = platform.deps;
    if (!sandbox) throw new Error('no sandbox');
    sandbox.listensAt('http://127.0.0.1:1');
    await choose(begun, 'approved');
    expect(await player.holds('deposit')).toBe(0);
    expect((await page(begun)).text).toContain('The platform could not be reached');
    sandbox.listensAt(platform.url);
    // Reloading the page and choosing again sends it again, as does the sandbox itself.
    await choose(begun, 'approved');
    expect(await player.holds('deposit')).toBe(amount);
  });
});

describe('a webhook', () => {
  it('is posted once, of 200 concurrent copies and later ones', async () => {
    const player = await fundedPlayer(platform);
    const begun = await begin(player);
    const event = told(begun, 'approved');
    const answers = await Promise.all(Array.from({ length: 200 }, () => tell(event)));
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`))).toEqual(
      new Set(['200 {"received":true}']),
    );
    expect((await tell(event)).status).toBe(200);
    expect(await player.holds('deposit')).toBe(amount);
    expect(await postings(begun)).toHaveLength(1);
    expect((await checkLedger(platform.deps.database)).findings).toEqual([]);
  });

  it('of an approval is posted once, in whatever order other webhooks of the payment arrive', async () => {
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
      for (const index of [...order, ...order]) await tell(told(begun, outcomes[index] ?? ''));
      expect(await statusOf(begun)).toBe('approved');
      expect(await player.holds('deposit')).toBe(amount);
      expect(await postings(begun)).toHaveLength(1);
    }
  });

  it('of each of many concurrent payments is posted', async () => {
    const player = await fundedPlayer(platform);
    const all = await Promise.all(Array.from({ length: 20 }, () => begin(player)));
    await Promise.all([...all, ...all].map((begun) => tell(told(begun, 'approved'))));
    expect(await player.holds('deposit')).toBe(20 * amount);
  });

  const minutes = (count: number) => new Date(now.getTime() + count * 60_000);
  const forgeries: [string, Parameters<typeof tell>[1], number][] = [
    ['signed with another key', { key: Buffer.alloc(32, 1) }, 401],
    ['signed too long ago', { at: minutes(-6) }, 401],
    ['signed in the future', { at: minutes(6) }, 401],
    ['not signed', { signature: 'none' }, 401],
    ['with an invalid signature', { signature: `t=${now.getTime()},v1=${'0'.repeat(64)}` }, 401],
    ['of another provider', { provider: 'bank' }, 404],
    ['of an unknown provider', { provider: '__proto__' }, 404],
  ];
  it.each(forgeries)('%s moves nothing', async (_what, how, status) => {
    const player = await fundedPlayer(platform);
    const begun = await begin(player);
    expect((await tell(told(begun, 'approved'), how)).status).toBe(status);
    expect(await statusOf(begun)).toBe('created');
    expect(await player.holds('deposit')).toBe(0);
  });

  it('with the signature of another body moves nothing', async () => {
    const player = await fundedPlayer(platform);
    const [small, large] = [await begin(player), await begin(player, { amount: 5000_00 })];
    const signature = signWebhook(secret, Buffer.from(JSON.stringify(told(small, 'approved'))), now);
    expect((await tell(told(large, 'approved'), { signature })).status).toBe(401);
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
  it.each(contradictions)('signed, with %s, moves nothing', async (_what, change, status) => {
    const player = await fundedPlayer(platform);
    const begun = await begin(player);
    expect((await tell(told(begun, 'approved', change))).status).toBe(status);
    expect(await player.holds('deposit')).toBe(0);
  });

  it.each(['', '{', '[]', 'null', '\u0000', '"'.repeat(20_000)])(
    'without a valid event (%#) moves nothing',
    async (body) => {
      const { status } = await ask(platform.url, '/webhooks/payments/sandbox', {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-webhook-signature': signWebhook(secret, Buffer.from(body), now),
        },
        body,
      });
      expect([401, 413]).toContain(status);
    },
  );
});

describe('call cashier/deposit', () => {
  it('prepares one payment at the provider for each idempotency key', async () => {
    const player = await fundedPlayer(platform);
    const idempotencyKey = randomUUID();
    const all = await Promise.all(Array.from({ length: 30 }, () => begin(player, { idempotencyKey })));
    expect(new Set(all.map(({ paymentId }) => paymentId)).size).toBe(1);
    const { body } = await player.call('cashier/deposit', { amount: amount + 1, idempotencyKey });
    expect(body).toMatchObject({ firstCode: '10400', data: { fields: { idempotencyKey: 'field.wrong' } } });
  });

  it.each([1, 99_99, 100_000_01, Number.MAX_SAFE_INTEGER])('rejects %d paise with 10602', async (wrong) => {
    const { body } = await (await fundedPlayer(platform)).call('cashier/deposit', {
      amount: wrong,
      idempotencyKey: randomUUID(),
    });
    expect(body.firstCode).toBe('10602');
  });

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
    ['a currency of its own', { currencyCode: 'EUR' }, 'currencyCode'],
    ['another account id', { accountId: randomUUID() }, 'accountId'],
  ];
  it.each(hostile)('rejects %s with 10400 and names the field', async (_what, change, field) => {
    const player = await fundedPlayer(platform);
    const request = { amount, idempotencyKey: randomUUID(), ...change };
    const { status, body } = await player.call('cashier/deposit', request);
    expect([status, body.firstCode]).toEqual([400, '10400']);
    expect(Object.keys(body.success ? {} : (body.data?.fields ?? {}))).toEqual([field]);
  });

  it.each(['suspended', 'excluded'] as const)('rejects a player who is %s with 10604', async (status) => {
    const player = await fundedPlayer(platform, { account: { status } });
    const { body } = await player.call('cashier/deposit', { amount, idempotencyKey: randomUUID() });
    expect(body.firstCode).toBe('10604');
  });

  it('offers nothing and rejects a deposit without a provider', async () => {
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
