import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stopWithCleanLedger } from '../../helpers/clean-ledger.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { type Approved, before, eventOf, payoutsOn, shown, stateOf, wallet } from './payout-actions.ts';
import { now } from './sandbox.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
});
beforeEach(() => platform.clock.set(now));
afterAll(() => stopWithCleanLedger(platform));

const { admin, approved, finishOthers, verified, webhooks, workersWith } = payoutsOn(() => platform);

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
