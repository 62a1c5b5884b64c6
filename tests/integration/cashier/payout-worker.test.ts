import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { PayoutResult } from '../../../platform/cashier/provider.ts';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { stopWithCleanLedger } from '../../helpers/clean-ledger.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { before, payoutsOn, shown, stateOf, wallet } from './payout-actions.ts';
import { now } from './sandbox.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
});
beforeEach(() => platform.clock.set(now));
afterAll(() => stopWithCleanLedger(platform));

const { approved, finishOthers, workersWith } = payoutsOn(() => platform);

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
