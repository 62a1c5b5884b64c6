import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { signWebhook } from '../../../platform/cashier/webhook-signature.ts';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { fundedPlayer } from '../../helpers/funded-player.ts';
import { ask } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { amount, begin, eventOf, now, pathOf, paymentsOf, secret, type WebhookChange } from './sandbox.ts';

let platform: TestPlatform;
let payments: ReturnType<typeof paymentsOf>;
beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
  payments = paymentsOf(platform);
});
afterAll(() => platform?.stop());

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
