import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createPayoutWorker, type PayoutWorker } from '../../../platform/cashier/payout-worker.ts';
import type { PaymentProvider, PayoutResult, PayoutToSend } from '../../../platform/cashier/provider.ts';
import { notifyOfMoney } from '../../../platform/notifications/money.ts';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { ask } from '../../helpers/http.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { now, paymentsOf } from './sandbox.ts';

let platform: TestPlatform;
let admin: ReturnType<typeof operatorOf>;
let webhooks: ReturnType<typeof paymentsOf>;
beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
  admin = operatorOf(platform);
  webhooks = paymentsOf(platform);
});
beforeEach(() => platform.clock.set(now));
afterAll(async () => {
  const { findings } = await checkLedger(platform.deps.database);
  await platform.stop();
  if (findings.length > 0) throw new Error(findings.join('\n'));
});

const funds = { deposit: 1000_00, winnings: 2000_00 };
const before = [2000_00, 1000_00, 0];

function verified() {
  return fundedPlayer(platform, { funds, account: { emailVerifiedAt: now, kycState: 'approved' } });
}

async function wallet(player: FundedPlayer) {
  return [await player.holds('winnings'), await player.holds('deposit'), await player.holds('held')];
}

interface Approved {
  player: FundedPlayer;
  id: string;
  amount: number;
}

/** Requests and approves a withdrawal. The last two digits of the amount select how the sandbox treats the payout. */
async function approved(amount = 2500_00): Promise<Approved> {
  const player = await verified();
  const { withdrawalId: id } = await dataOf(player, 'cashier/withdraw', {
    amount,
    idempotencyKey: randomUUID(),
  });
  const { code, err } = await admin('withdrawals', 'approve', id);
  if (code !== 0) throw new Error(err);
  return { player, id, amount };
}

async function shown({ player, id }: Approved) {
  const { withdrawals } = await dataOf(player, 'transaction/withdrawSummary', {});
  const found = withdrawals.find(({ withdrawalId }) => withdrawalId === id);
  if (!found) throw new Error(`${id} is not listed`);
  return found;
}

const stateOf = async (withdrawal: Approved) => (await shown(withdrawal)).state;

async function titles({ player }: Approved) {
  const { notifications } = await dataOf(player, 'notifications/list', { tab: 'transactions' });
  return notifications.map(({ title }) => title);
}

const eventOf = ({ id, amount }: Approved, outcome: string, change = {}) => ({
  payoutId: id,
  outcome,
  reason: null,
  amountMinor: amount,
  currencyCode: 'INR',
  ...change,
});

/** Finishes the payouts of earlier tests, so that the workers of a test find only the payouts of that test. */
const finishOthers = () =>
  queryDatabase(platform.databaseUrl, 'update payouts set finished_at = now() where finished_at is null');

/** Returns payout workers for the platform's database. Instead of the sandbox, the workers call `payOut`. */
function workersWith(payOut: (payout: PayoutToSend) => Promise<PayoutResult>, count = 1): PayoutWorker[] {
  const { deps } = platform;
  if (!deps.sandbox) throw new Error('no sandbox');
  const provider: PaymentProvider = { ...deps.sandbox, payOut };
  const onMoney = notifyOfMoney(deps);
  return Array.from({ length: count }, () => createPayoutWorker({ ...deps, providers: [provider], onMoney }));
}

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

describe('payout worker', () => {
  it('calls the provider once for each payout, even if several processes run concurrently', async () => {
    await finishOthers();
    const all = await Promise.all(Array.from({ length: 24 }, () => approved(1000_00)));
    const called: string[] = [];
    const workers = workersWith(async ({ payoutId }) => {
      called.push(payoutId);
      return { kind: 'paid' };
    }, 4);
    await Promise.all(workers.map((worker) => worker.sendDue()));
    expect(called.toSorted()).toEqual(all.map(({ id }) => id).toSorted());
    for (const withdrawal of all) expect(await stateOf(withdrawal)).toBe('paid');
  });

  it('retries unanswered calls with growing delays, and never treats a missing answer as a decline', async () => {
    await finishOthers();
    const withdrawal = await approved(1000_00);
    const calls: { at: number; first: number | null }[] = [];
    const [worker] = workersWith(async ({ firstSentAt }) => {
      calls.push({
        at: platform.clock.now().getTime() - now.getTime(),
        first: firstSentAt?.getTime() ?? null,
      });
      if (calls.length === 1) throw new Error('connection refused');
      // An answer with an unknown `kind` is treated like a missing answer.
      return JSON.parse(calls.length === 2 ? '{"kind":"maybe"}' : '{"kind":"paid"}');
    });
    for (const ms of [0, 4999, 5000, 24_999, 25_000, 26_000]) {
      platform.clock.set(new Date(now.getTime() + ms));
      await worker?.sendDue();
    }
    expect(calls).toEqual([
      { at: 0, first: null },
      { at: 5000, first: now.getTime() },
      { at: 25_000, first: now.getTime() },
    ]);
    expect(await stateOf(withdrawal)).toBe('paid');
  });

  it('calls the provider again after six hours if no webhook has arrived', async () => {
    await finishOthers();
    const withdrawal = await approved(1000_00);
    const results: PayoutResult[] = [{ kind: 'sent' }, { kind: 'declined', reason: 'destination-wrong' }];
    const [worker] = workersWith(async () => results.shift() ?? { kind: 'sent' });
    await worker?.sendDue();
    expect(await stateOf(withdrawal)).toBe('sent');
    platform.clock.advance(6 * 3_600_000);
    await worker?.sendDue();
    expect(await shown(withdrawal)).toMatchObject({ state: 'declined', declineReason: 'destination-wrong' });
    expect(await wallet(withdrawal.player)).toEqual(before);
  });

  it('calls the provider every six hours for a payout that is accepted but not paid', async () => {
    await finishOthers();
    const withdrawal = await approved(1000_00);
    const askedAt: number[] = [];
    const [worker] = workersWith(async () => {
      askedAt.push(platform.clock.now().getTime());
      return { kind: 'sent' };
    });
    const firstAt = platform.clock.now().getTime();
    for (let hour = 0; hour <= 18; hour++) {
      await worker?.sendDue();
      platform.clock.advance(3_600_000);
    }
    expect(askedAt.map((at) => (at - firstAt) / 3_600_000)).toEqual([0, 6, 12, 18]);
    expect(await stateOf(withdrawal)).toBe('sent');
    const [row] = await queryDatabase<{ attempts: number }>(
      platform.databaseUrl,
      'select attempts from payouts where withdrawal_id = $1',
      [withdrawal.id],
    );
    expect(row).toEqual({ attempts: 0 });
  });

  it('is monitored by `ledger:check`, which reports money that is held although no withdrawal is open', async () => {
    const { id, player } = await approved(1000_00);
    const set = (state: string) =>
      queryDatabase(platform.databaseUrl, 'update withdrawals set state = $2 where withdrawal_id = $1', [
        id,
        state,
      ]);
    await set('paid');
    expect((await checkLedger(platform.deps.database)).findings).toEqual([
      `player:${player.accountId} INR: 100000 is held, and open withdrawals sum to 0`,
    ]);
    await set('approved');
  });

  it('keeps the rows of finished payouts for 90 days', async () => {
    const withdrawal = await approved(2500_01);
    await platform.deps.payouts.sendDue();
    const rows = () =>
      queryDatabase(platform.databaseUrl, 'select from payouts where withdrawal_id = $1', [withdrawal.id]);
    platform.clock.advance(89 * 86_400_000);
    await platform.deps.payouts.sweep();
    expect(await rows()).toHaveLength(1);
    platform.clock.advance(2 * 86_400_000);
    await platform.deps.payouts.sweep();
    expect(await rows()).toHaveLength(0);
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

/** Returns one row for each connection that waits for a lock in the test's database. */
function waitingForLocks() {
  return queryDatabase(
    platform.databaseUrl,
    "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  );
}

/** Declines a payout whose call to the provider failed. The provider then reports that the payout was paid. */
async function contradicted(amount = 2500_00): Promise<Approved> {
  await finishOthers();
  const withdrawal = await approved(amount);
  const [worker] = workersWith(() => Promise.reject(new Error('connection refused')));
  await worker?.sendDue();
  await admin('withdrawals', 'decline', withdrawal.id, '--reason', 'Not paid.', '--checked');
  expect(await wallet(withdrawal.player)).toEqual(before);
  for (let times = 0; times < 2; times++)
    expect((await webhooks.send(eventOf(withdrawal, 'paid'))).status).toBe(200);
  const listed = await admin('withdrawals', 'conflicts');
  expect(listed.out).toContain(`${withdrawal.id}  INR 2,500.00 of ${withdrawal.player.accountId}`);
  expect((await admin('withdrawals', 'list')).out).toContain('see withdrawals conflicts');
  return withdrawal;
}

function decideAs(outcome: string, { id }: Approved, ...more: string[]) {
  return admin('withdrawals', outcome, id, '--reason', 'Seen at the bank.', ...more);
}

/** Returns the entries of the house account for a withdrawal, in the order of the transfers. */
async function houseSides({ id }: Approved): Promise<string[]> {
  const rows = await queryDatabase<{ side: string }>(
    platform.databaseUrl,
    `select key || ' ' || bucket || ' ' || amount_minor as side from transfers
     join ledger_entries using (transfer_id) join ledger_accounts using (account_id)
     where key like 'withdrawal:' || $1 || ':%' and owner = 'house' order by transfer_id, bucket`,
    [id],
  );
  return rows.map(({ side }) => side.replace(`withdrawal:${id}:`, ''));
}

describe('operator commands for a payout', () => {
  it('store the outcome of an unanswered payout, so that the provider is not called again', async () => {
    await finishOthers();
    const withdrawal = await approved(1000_00);
    let calls = 0;
    const [worker] = workersWith(async () => {
      calls++;
      throw new Error('connection refused');
    });
    await worker?.sendDue();
    const unpaid = await admin('withdrawals', 'unpaid');
    expect(unpaid.out).toContain(
      `${withdrawal.id}  ${now.toISOString()}  sending  INR 1,000.00  to •••• 6789`,
    );
    expect(unpaid.out).toContain('by sandbox, 1 unanswered call, next call 2026-11-21T12:02:05.000Z');
    const words = ['withdrawals', 'decline', withdrawal.id, '--reason', 'The bank returned it.'];
    const unchecked = await admin(...words);
    expect(unchecked.code).toBe(1);
    expect(unchecked.err).toContain('repeat the command with --checked');
    words.push('--checked');
    const ran = await Promise.all([admin(...words), admin(...words)]);
    expect(ran.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 1]);
    expect(await shown(withdrawal)).toMatchObject({ state: 'declined', reason: 'The bank returned it.' });
    expect(await wallet(withdrawal.player)).toEqual(before);
    platform.clock.advance(86_400_000);
    await worker?.sendDue();
    expect(calls).toBe(1);
  });

  it('once the worker has started to send a payout, decline it only with --checked', async () => {
    await finishOthers();
    const { id } = await approved(1000_00);
    const words = ['withdrawals', 'decline', id, '--reason', 'Too late.'];
    let declining: ReturnType<typeof admin> | undefined;
    // The transaction runs the same statements as a worker that takes a payout and has not called the provider yet.
    await platform.deps.database.db.transaction(async (tx) => {
      await tx.execute(sql`select from payouts where withdrawal_id = ${id} for update`);
      declining = admin(...words);
      await expect.poll(waitingForLocks).toHaveLength(1);
      await tx.execute(
        sql`update withdrawals set state = 'sending', sending_at = now() where withdrawal_id = ${id}`,
      );
    });
    expect((await declining)?.err).toContain(`${id} is sending: the provider may have paid`);
    await queryDatabase(
      platform.databaseUrl,
      "update withdrawals set state = 'sent' where withdrawal_id = $1",
      [id],
    );
    expect((await admin(...words)).err).toContain(`${id} is sent: the provider may have paid`);
    expect((await admin(...words, '--checked')).code).toBe(0);
  });

  it('approve a payout to a removed bank account only with --checked', async () => {
    const player = await verified();
    const { withdrawalId } = await dataOf(player, 'cashier/withdraw', {
      amount: 1000_00,
      idempotencyKey: randomUUID(),
    });
    const { destinations } = await dataOf(player, 'cashier/getDestinations', {});
    for (const { destinationId } of destinations)
      await dataOf(player, 'cashier/removeDestination', { destinationId });
    const listed = (await admin('withdrawals', 'list')).out;
    expect(listed.split('\n').find((line) => line.startsWith(withdrawalId))).toContain(
      'to •••• 6789, which the player has removed',
    );
    const refused = await admin('withdrawals', 'approve', withdrawalId);
    expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('--checked')]);
    expect((await admin('withdrawals', 'approve', withdrawalId, '--checked')).code).toBe(0);
  });

  it('book a declined payout that was in fact paid, and take the amount from the wallet once', async () => {
    const withdrawal = await contradicted();
    const dry = await decideAs('paid', withdrawal, '--dry-run');
    expect(dry.out).toContain('INR 2,500.00 was taken from the wallet, and INR 0.00 is written off.');
    expect(await wallet(withdrawal.player)).toEqual(before);
    const ran = await Promise.all([decideAs('paid', withdrawal), decideAs('paid', withdrawal)]);
    expect(ran.map(({ code }) => code).toSorted((one, other) => one - other)).toEqual([0, 1]);
    expect(await wallet(withdrawal.player)).toEqual([0, 500_00, 0]);
    const { state, steps, reason } = await shown(withdrawal);
    expect([state, steps.at(-2)?.state, steps.at(-1)?.state, reason]).toEqual([
      'paid',
      'declined',
      'paid',
      null,
    ]);
    const { notifications } = await dataOf(withdrawal.player, 'notifications/list', { tab: 'transactions' });
    expect(notifications.map(({ message }) => message).join()).toContain('₹2,500 was taken from your wallet');
    expect(await houseSides(withdrawal)).toEqual(['paid payments 250000']);
    expect((await admin('withdrawals', 'conflicts')).out).not.toContain(withdrawal.id);
    // The bank finally returns the money.
    for (let times = 0; times < 2; times++) await webhooks.send(eventOf(withdrawal, 'declined'));
    expect(await wallet(withdrawal.player)).toEqual(before);
    expect(await houseSides(withdrawal)).toEqual(['paid payments 250000', 'declined-again payments -250000']);
    await webhooks.send(eventOf(withdrawal, 'paid'));
    expect((await admin('withdrawals', 'conflicts')).out).not.toContain(withdrawal.id);
  });

  it('list a payout as a conflict if the provider accepts it while an operator declines it', async () => {
    await finishOthers();
    const withdrawal = await approved();
    const words = ['withdrawals', 'decline', withdrawal.id, '--reason', 'Not paid.', '--checked'];
    const [worker] = workersWith(async () => {
      expect((await admin(...words)).code).toBe(0);
      return { kind: 'sent' };
    });
    await worker?.sendDue();
    expect(await stateOf(withdrawal)).toBe('declined');
    expect((await admin('withdrawals', 'conflicts')).out).toContain(withdrawal.id);
    await webhooks.send(eventOf(withdrawal, 'declined'));
    expect((await admin('withdrawals', 'conflicts')).out).not.toContain(withdrawal.id);
  });

  it('write off the part that the wallet cannot cover if a declined payout was in fact paid', async () => {
    const withdrawal = await contradicted();
    const { player } = withdrawal;
    await dataOf(player, 'cashier/withdraw', { amount: 2900_00, idempotencyKey: randomUUID() });
    expect((await decideAs('paid', withdrawal)).out).toContain(
      'INR 100.00 was taken from the wallet, and INR 2,400.00 is written off.',
    );
    expect(await wallet(player)).toEqual([0, 0, 2900_00]);
    await webhooks.send(eventOf(withdrawal, 'declined'));
    expect(await wallet(player)).toEqual([0, 100_00, 2900_00]);
    expect(await houseSides(withdrawal)).toEqual([
      'paid corrections -240000',
      'paid payments 250000',
      'declined-again corrections 240000',
      'declined-again payments -250000',
    ]);
  });

  it('take nothing from the wallet with --write-off, or after a confirmed decline', async () => {
    const withdrawal = await contradicted();
    expect((await decideAs('paid', withdrawal, '--write-off')).code).toBe(0);
    expect(await wallet(withdrawal.player)).toEqual(before);
    expect(await houseSides(withdrawal)).toEqual(['paid corrections -250000', 'paid payments 250000']);
    const other = await contradicted();
    expect((await decideAs('decline', other)).out).toContain('INR 2,500.00 stays in the wallet.');
    expect(await stateOf(other)).toBe('declined');
    expect((await decideAs('paid', other, '--write-off')).err).toContain('is not listed');
    await webhooks.send(eventOf(other, 'paid'));
    await webhooks.send(eventOf(other, 'declined'));
    expect((await admin('withdrawals', 'conflicts')).out).not.toContain(other.id);
    expect([await wallet(other.player), await houseSides(other)]).toEqual([before, []]);
  });

  it('refuse to delete the player during the period in which a bank can return the payout', async () => {
    await finishOthers();
    const withdrawal = await approved(3000_00);
    const { player } = withdrawal;
    const remove = () => admin('players', 'delete', player.accountId, '--reason', 'Own wish');
    expect((await remove()).err).toContain('INR 3,000.00 held for withdrawals');
    await platform.deps.payouts.sendDue();
    await expect.poll(() => stateOf(withdrawal)).toBe('paid');
    platform.clock.advance(14 * 86_400_000 - 1000);
    expect((await remove()).err).toContain(`a bank may still return a payout, or its provider`);
    platform.clock.advance(1000);
    expect((await remove()).code).toBe(0);
    // The bank returns the money later than expected, when the player is already deleted.
    const returned = eventOf(withdrawal, 'declined');
    expect((await webhooks.send(returned, { at: platform.clock.now() })).status).toBe(200);
    expect(await wallet(player)).toEqual(before);
    const sent = await queryDatabase(
      platform.databaseUrl,
      'select from notifications where account_id = $1',
      [player.accountId],
    );
    expect(sent).toEqual([]);
  });

  it('pay the cash of an excluded player, with one command, to the newest bank account', async () => {
    const player = await verified();
    await admin('players', 'exclude', player.accountId, '--reason', 'Own wish');
    const ran = await admin('withdrawals', 'open', player.accountId, '--reason', 'Own wish', '--approve');
    expect(ran.out).toContain('The platform sends it to •••• 6789 through sandbox.');
    expect(await wallet(player)).toEqual([0, 0, 3000_00]);
    await platform.deps.payouts.sendDue();
    await expect.poll(() => wallet(player)).toEqual([0, 0, 0]);
  });
});
