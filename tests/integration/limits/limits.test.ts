import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { fundedPlayer } from '../../helpers/funded-player.ts';
import { ask } from '../../helpers/http.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer, testPassword } from '../../helpers/player.ts';
import { dataOf, payIn } from '../../helpers/player-actions.ts';
import { type Caller, deposit, limitOf, now, set, withCashOn } from './limit-actions.ts';

let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
});
afterAll(() => platform?.stop());
beforeEach(async () => {
  platform.clock.set(now);
  await platform.deps.engine.tick();
});

const withCash = withCashOn(() => platform);

/** Buys lines of the next draw. Each line costs ₹11. */
async function buy(player: Caller, lines = 1) {
  await platform.deps.engine.tick();
  const { gameList } = await dataOf(platform, 'upcomingDraw', { action: 'upcomingDraw' });
  const drawId = gameList.find(({ gameId }) => gameId === 'jaldi')?.drawId ?? '';
  const order = {
    gameId: 'jaldi',
    drawId,
    lines: Array.from({ length: lines }, () => ({ number: 7 })),
    idempotencyKey: randomUUID(),
  };
  return (await player.call('tickets/buy', order)).body;
}

/**
 * Processes only as many items at once as the test platform has database connections. On a busy machine, a further item
 * could wait too long for a connection and fail. The sandbox would then resend the item's webhook only when the test
 * advances the clock.
 */
async function inGroups<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += 4)
    results.push(...(await Promise.all(items.slice(start, start + 4).map(work))));
  return results;
}

/** Approves a payment on the payment page. */
async function approve(paymentUrl: string): Promise<void> {
  const { status } = await ask(platform.url, new URL(paymentUrl).pathname, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'outcome=approved',
  });
  expect(status).toBe(303);
}

describe('limits/get', () => {
  it('returns six limits with the end of each period in the time zone of the site', async () => {
    const player = await withCash();
    await buy(player, 3);
    const { limits, ...rest } = await dataOf(player, 'limits/get', {});
    expect(
      limits.map(({ kind, period, amount, used, endsAt }) => [kind, period, amount, used, endsAt]),
    ).toEqual([
      ['deposit', 'day', null, 0, '2026-11-21T18:30:00.000Z'],
      ['deposit', 'week', null, 0, '2026-11-22T18:30:00.000Z'],
      ['deposit', 'month', null, 0, '2026-11-30T18:30:00.000Z'],
      ['spend', 'day', null, 33_00, '2026-11-21T18:30:00.000Z'],
      ['spend', 'week', null, 33_00, '2026-11-22T18:30:00.000Z'],
      ['spend', 'month', null, 33_00, '2026-11-30T18:30:00.000Z'],
    ]);
    expect(rest).toEqual({
      currencyCode: 'INR',
      asOf: now.toISOString(),
      timeOut: null,
      session: { startedAt: now.toISOString(), staked: 33_00, won: 0 },
    });
  });
});

describe('spending limit', () => {
  it('includes stakes from before it was set, and is named in the rejection of a purchase', async () => {
    const player = await withCash();
    expect(await buy(player, 2)).toMatchObject({ success: true });
    await set(player, 'spend', 'day', 40_00);
    expect(await buy(player, 2)).toEqual({
      success: false,
      firstCode: '10610',
      data: {
        kind: 'spend',
        period: 'day',
        currencyCode: 'INR',
        limit: 40_00,
        left: 18_00,
        endsAt: '2026-11-21T18:30:00.000Z',
      },
    });
    expect(await buy(player)).toMatchObject({ success: true });
    expect(await limitOf(player, 'spend', 'day')).toMatchObject({ amount: 40_00, used: 33_00, left: 7_00 });
  });

  it('includes bonus play, and a purchase must meet the limits of all periods', async () => {
    const player = await fundedPlayer(platform, { funds: { 'casino-bonus': 50_00 } });
    await set(player, 'spend', 'week', 22_00);
    await set(player, 'spend', 'day', 100_00);
    expect(await buy(player, 2)).toMatchObject({ success: true });
    expect(await buy(player)).toMatchObject({ firstCode: '10610', data: { period: 'week', left: 0 } });
  });

  it('begins again with the next period, and still applies if the clock is set back', async () => {
    const player = await withCash();
    await set(player, 'spend', 'day', 11_00);
    expect(await buy(player)).toMatchObject({ success: true });
    platform.clock.set(new Date('2026-11-21T18:30:00Z'));
    expect(await buy(player)).toMatchObject({ success: true });
    platform.clock.set(new Date('2026-11-21T18:20:00Z'));
    expect(await buy(player)).toMatchObject({
      firstCode: '10610',
      data: { left: 0, endsAt: '2026-11-22T18:30:00.000Z' },
    });
  });

  it('is never exceeded by parallel purchases', async () => {
    const player = await withCash();
    await set(player, 'spend', 'month', 55_00);
    const bought = await Promise.all(Array.from({ length: 12 }, () => buy(player)));
    expect(bought.filter(({ success }) => success)).toHaveLength(5);
    expect(await limitOf(player, 'spend', 'month')).toMatchObject({ used: 55_00, left: 0 });
  });

  it('counts the price of free tickets, like stakes that are paid from a bonus', async () => {
    const player = await fundedPlayer(platform, { funds: { loyalty: 900 } });
    await platform.deps.database.db.execute(
      `insert into loyalty_rewards (reward_id, kind, points, currency_code, game_id, lines, created_at)
       values ('limit-2', 'ticket', 100, 'INR', 'jaldi', 2, now()) on conflict do nothing`,
    );
    await set(player, 'spend', 'day', 30_00);
    const exchange = async () =>
      (await player.call('loyalty/exchange', { rewardId: 'limit-2', idempotencyKey: randomUUID() })).body;
    expect(await exchange()).toMatchObject({ success: true });
    expect(await exchange()).toMatchObject({ firstCode: '10610', data: { kind: 'spend', left: 8_00 } });
    expect(await player.holds('loyalty', 'PTS')).toBe(800);
  });
});

describe('deposit limit', () => {
  it('counts deposits as soon as they are begun, so that parallel deposits never exceed it', async () => {
    const player = await withCash(0);
    await set(player, 'deposit', 'day', 1000_00);
    const begun = await Promise.all(Array.from({ length: 50 }, () => deposit(player, 100_00)));
    expect(begun.filter(({ success }) => success)).toHaveLength(10);
    expect(begun.find(({ success }) => !success)).toMatchObject({
      firstCode: '10610',
      data: { kind: 'deposit', period: 'day', limit: 1000_00, left: 0 },
    });
    expect(await limitOf(player, 'deposit', 'day')).toMatchObject({ used: 1000_00, left: 0 });
  });

  it('is never exceeded by deposits that were begun before the limit was set', async () => {
    const player = await withCash(0);
    const paymentUrls = await inGroups(Array.from({ length: 50 }), async () => {
      const request = { amount: 100_00, idempotencyKey: randomUUID() };
      return (await dataOf(player, 'cashier/deposit', request)).paymentUrl;
    });
    await set(player, 'deposit', 'week', 1000_00);
    await inGroups(paymentUrls, approve);
    await expect.poll(() => player.holds('held')).toBe(4000_00);
    expect(await player.holds('deposit')).toBe(1000_00);
    const { notifications } = await dataOf(player, 'notifications/list', { tab: 'transactions' });
    expect(notifications.map(({ title }) => title)).toContain('A deposit is sent back');
  });

  it('counts a deposit that arrived, and stops counting a cancelled one', async () => {
    const player = await withCash(0);
    await set(player, 'deposit', 'day', 300_00);
    await payIn(platform, player, 200_00, 'cancelled');
    await expect.poll(async () => (await limitOf(player, 'deposit', 'day')).used).toBe(0);
    await payIn(platform, player, 200_00);
    await expect.poll(() => player.holds('deposit')).toBe(200_00);
    expect(await deposit(player, 200_00)).toMatchObject({ firstCode: '10610', data: { left: 100_00 } });
  });
});

describe('limits/timeOut', () => {
  it('begins a time-out that rejects deposits and purchases, leaves the session open, does not block withdrawals, and cannot be shortened', async () => {
    const player = await createPlayer(platform);
    await dataOf(player, 'limits/timeOut', { days: 7, password: testPassword });
    const endsAt = '2026-11-28T18:22:00.000Z';
    const reason = { success: false, firstCode: '10611', data: { kind: 'time-out', endsAt } };
    expect(await buy(player)).toEqual(reason);
    expect(await deposit(player, 500_00)).toEqual(reason);
    expect(
      (await player.call('cashier/withdraw', { amount: 500_00, idempotencyKey: 'k'.repeat(20) })).body,
    ).toMatchObject({ firstCode: '10605' });
    const shorter = await dataOf(player, 'limits/timeOut', { days: 1, password: testPassword });
    expect(shorter.timeOut).toEqual({ endsAt });
  });

  it('rejects a wrong password', async () => {
    const player = await createPlayer(platform);
    const { body } = await player.call('limits/timeOut', { days: 1, password: 'Wrong-river-42' });
    expect(body.firstCode).toBe('15111');
    expect((await dataOf(player, 'limits/get', {})).timeOut).toBeNull();
  });
});

describe('limits/exclude', () => {
  it('ends all sessions, and later logins return the end of the exclusion', async () => {
    const player = await createPlayer(platform);
    const endsAt = '2027-05-21T18:22:00.000Z';
    expect(await dataOf(player, 'limits/exclude', { months: 6, password: testPassword })).toEqual({ endsAt });
    expect((await player.call('wallet', {})).body.firstCode).toBe('15107');
    const { username } = player;
    const login = { type: 2 as const, username, password: testPassword };
    expect((await platform.call('accounts/login', login)).body).toEqual({
      success: false,
      firstCode: '15116',
      data: { kind: 'exclusion', endsAt },
    });
    expect((await platform.call('accounts/login', { ...login, password: 'Wrong-river-42' })).body).toEqual({
      success: false,
      firstCode: '15111',
    });
  });
});

it('the ledger is consistent after all tests', async () => {
  expect((await checkLedger(platform.deps.database)).findings).toEqual([]);
});
