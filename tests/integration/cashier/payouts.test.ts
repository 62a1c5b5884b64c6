import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stopWithCleanLedger } from '../../helpers/clean-ledger.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { ask } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { before, eventOf, payoutsOn, shown, stateOf, titles, wallet } from './payout-actions.ts';
import { now } from './sandbox.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
});
beforeEach(() => platform.clock.set(now));
afterAll(() => stopWithCleanLedger(platform));

const { approved, finishOthers, verified, webhooks } = payoutsOn(() => platform);

describe('payout through the sandbox', () => {
  it('is sent and paid, and the player sees each state with its time', async () => {
    const withdrawal = await approved();
    expect(await wallet(withdrawal.player)).toEqual([0, 500_00, 2500_00]);
    platform.clock.advance(60_000);
    await platform.deps.payouts.sendDue();
    await expect.poll(() => stateOf(withdrawal)).toBe('paid');
    const [asked, sent] = [now.toISOString(), platform.clock.now().toISOString()];
    const { steps, destination } = await shown(withdrawal);
    expect(steps).toEqual([
      { state: 'requested', at: asked },
      { state: 'approved', at: asked },
      { state: 'sending', at: sent },
      ...steps.filter(({ state }) => state === 'sent'),
      { state: 'paid', at: sent },
    ]);
    expect(destination).toBe('•••• 6789');
    expect(await wallet(withdrawal.player)).toEqual([0, 500_00, 0]);
    expect(await titles(withdrawal)).toEqual(
      expect.arrayContaining(['Withdrawal paid', 'Withdrawal approved', 'Withdrawal requested']),
    );
    const { totals } = await dataOf(withdrawal.player, 'transaction/withdrawSummary', {});
    expect(totals.paid).toEqual({ count: 1, amount: 2500_00 });
  });

  it.each([
    ['declined in the response', 2500_01],
    ['declined by webhook', 2500_02],
  ])('returns the money to the wallet once when the payout is %s', async (_how, amount) => {
    const withdrawal = await approved(amount);
    await platform.deps.payouts.sendDue();
    await expect.poll(() => stateOf(withdrawal)).toBe('declined');
    expect(await shown(withdrawal)).toMatchObject({ declineReason: 'destination-closed', reason: null });
    expect(await wallet(withdrawal.player)).toEqual(before);
    expect(await titles(withdrawal)).toContain('Withdrawal not paid');
    const { notifications } = await dataOf(withdrawal.player, 'notifications/list', { tab: 'transactions' });
    expect(notifications.map(({ message }) => message).join()).toContain(
      'The bank says that this account is closed.',
    );
    for (const outcome of ['declined', 'paid']) await webhooks.send(eventOf(withdrawal, outcome));
    expect(await wallet(withdrawal.player)).toEqual(before);
    const { transactions } = await dataOf(withdrawal.player, 'transaction/transactionSummary', {});
    expect(transactions.filter(({ kind }) => kind === 'withdrawal-declined')).toMatchObject([
      { amount, heldAmount: -amount, withdrawalId: withdrawal.id },
    ]);
  });

  it('stays in the state "sent" until a late webhook arrives', async () => {
    const withdrawal = await approved(2500_03);
    await platform.deps.payouts.sendDue();
    expect(await stateOf(withdrawal)).toBe('sent');
    expect(await titles(withdrawal)).toContain('Withdrawal sent');
    platform.clock.advance(61_000);
    await platform.deps.sandbox?.deliverPayouts();
    expect(await stateOf(withdrawal)).toBe('paid');
  });

  it('is paid once if two webhooks arrive before the response of the provider', async () => {
    const withdrawal = await approved(2500_04);
    await platform.deps.payouts.sendDue();
    expect(await stateOf(withdrawal)).toBe('paid');
    expect(await wallet(withdrawal.player)).toEqual([0, 499_96, 0]);
    expect((await titles(withdrawal)).filter((title) => title === 'Withdrawal paid')).toHaveLength(1);
  });

  it('is returned to the wallet if the bank sends the money back after the payment', async () => {
    const withdrawal = await approved(2500_05);
    await platform.deps.payouts.sendDue();
    await expect.poll(() => stateOf(withdrawal)).toBe('paid');
    // After the webhook, the sandbox plans to return the money a minute later. Wait for this plan before the clock
    // advances.
    const planned = () =>
      queryDatabase(platform.databaseUrl, 'select outcome from sandbox_payouts where payout_id = $1', [
        withdrawal.id,
      ]);
    await expect.poll(planned).toEqual([{ outcome: 'declined' }]);
    platform.clock.advance(61_000);
    await platform.deps.sandbox?.deliverPayouts();
    expect(await stateOf(withdrawal)).toBe('declined');
    expect(await wallet(withdrawal.player)).toEqual(before);
  });

  it('is retried after a lost response, and then paid once', async () => {
    const withdrawal = await approved(2500_06);
    await platform.deps.payouts.sendDue();
    expect(await stateOf(withdrawal)).toBe('sending');
    platform.clock.advance(10_000);
    await platform.deps.payouts.sendDue();
    expect(await stateOf(withdrawal)).toBe('paid');
    expect(await wallet(withdrawal.player)).toEqual([0, 499_94, 0]);
  });
});

describe('payout webhook', () => {
  it('moves no money if it is forged, concerns an unknown payout or contradicts the stored payout', async () => {
    await finishOthers();
    const withdrawal = await approved(2500_03);
    // The platform has not sent this payout yet, so the provider cannot know its id.
    expect((await webhooks.send(eventOf(withdrawal, 'paid'))).status).toBe(404);
    await platform.deps.payouts.sendDue();
    const paid = eventOf(withdrawal, 'paid');
    const statuses = [
      await webhooks.send(paid, { key: Buffer.alloc(32, 1) }),
      await webhooks.send(paid, { at: new Date(now.getTime() - 6 * 60_000) }),
      await webhooks.send(paid, { provider: 'stripe' }),
      await webhooks.send({ ...paid, payoutId: randomUUID() }),
      await webhooks.send({ ...paid, amountMinor: 1 }),
      await webhooks.send({ ...paid, currencyCode: 'EUR' }),
      await webhooks.send({ ...paid, outcome: 'approved' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([401, 401, 404, 404, 422, 422, 401]);
    expect(await stateOf(withdrawal)).toBe('sent');
    expect(await wallet(withdrawal.player)).toEqual([0, 499_97, 2500_03]);
  });

  it('is applied once, even if 50 webhooks of each outcome arrive at the same time', async () => {
    const withdrawal = await approved(2500_03);
    await platform.deps.payouts.sendDue();
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, nth) =>
        webhooks.send(eventOf(withdrawal, nth % 2 ? 'paid' : 'declined')),
      ),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    // The final state is always `declined`: a bank may return a paid payout, but a declined payout is never paid later.
    expect(await stateOf(withdrawal)).toBe('declined');
    expect(await wallet(withdrawal.player)).toEqual(before);
  });
});

/**
 * Returns the platform's metrics that have exactly one label. The keys contain the metric's name and the label's value.
 */
async function gauges(): Promise<Record<string, number>> {
  const { status, text } = await ask(platform.url, '/metrics');
  expect(status).toBe(200);
  const lines = [...text.matchAll(/^golden_lotto_(\w+)\{\w+="([\w-]+)"\} (\S+)$/gm)];
  return Object.fromEntries(lines.map(([, name, label, value]) => [`${name} ${label}`, Number(value)]));
}

describe('payout and mail metrics', () => {
  it('count waiting payouts and mails, and contain the age of the oldest payout and mail', async () => {
    await finishOthers();
    const earlier = await gauges();
    platform.clock.advance(60_000);
    await approved(2500_03);
    await platform.deps.payouts.sendDue();
    const waiting = await verified();
    await dataOf(waiting, 'cashier/withdraw', { amount: 1000_00, idempotencyKey: randomUUID() });
    const found = await gauges();
    expect(found).toMatchObject({
      'payouts_waiting sent': (earlier['payouts_waiting sent'] ?? 0) + 1,
      'payouts_waiting requested': (earlier['payouts_waiting requested'] ?? 0) + 1,
      'payouts_waiting contradicted': earlier['payouts_waiting contradicted'],
      'payouts_waiting by-hand': 0,
      'payout_oldest_seconds by-hand': 0,
    });
    // Insert messages that are still queued after three failed attempts to send them.
    await queryDatabase(
      platform.databaseUrl,
      `insert into messages
         (channel, template, language, recipient_hash, state, is_bulk, attempts, created_at, due_at, expires_at)
       select 'mail', 'welcome', 'en', 'metrics', 'due', is_bulk, 3, $1::timestamptz - age,
         $1::timestamptz + interval '1 day', $1::timestamptz + interval '2 days'
       from (values (false, interval '5 minutes'), (false, interval '7 minutes'), (true, interval '2 hours'))
         as waiting(is_bulk, age)`,
      [platform.clock.now().toISOString()],
    );
    expect(await gauges()).toMatchObject({
      'mails_waiting necessary': 2,
      'mail_oldest_seconds necessary': 420,
      'mails_waiting bulk': 1,
      'mail_oldest_seconds bulk': 7200,
    });
    await queryDatabase(platform.databaseUrl, "delete from messages where recipient_hash = 'metrics'");
    platform.clock.advance(3_600_000);
    expect(await gauges()).toMatchObject({
      'payout_oldest_seconds sent': (found['payout_oldest_seconds sent'] ?? 0) + 3600,
      'payout_oldest_seconds requested': (found['payout_oldest_seconds requested'] ?? 0) + 3600,
    });
  });
});
