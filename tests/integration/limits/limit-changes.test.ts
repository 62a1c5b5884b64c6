import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stopWithCleanLedger } from '../../helpers/clean-ledger.ts';
import type { FundedPlayer } from '../../helpers/funded-player.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { type Caller, deposit, limitOf, now, set, withCashOn } from './limit-actions.ts';

const dayMs = 86_400_000;
let platform: TestPlatform;

beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
});
afterAll(() => stopWithCleanLedger(platform));
beforeEach(async () => {
  platform.clock.set(now);
  await platform.deps.engine.tick();
});

const withCash = withCashOn(() => platform);

/** Opens another session, because a session ends after a day. */
async function loggedInAgain({ accountId }: FundedPlayer): Promise<Caller> {
  const authorization = `Bearer ${await platform.deps.sessions.open(accountId)}`;
  return { call: (name, data) => platform.call(name, data, { headers: { authorization } }) };
}

describe('change of a limit', () => {
  it('takes effect at once if it lowers the limit', async () => {
    const player = await withCash();
    await set(player, 'spend', 'day', 500_00);
    await set(player, 'spend', 'day', 900_00);
    await set(player, 'spend', 'day', 100_00);
    expect(await limitOf(player, 'spend', 'day')).toMatchObject({ amount: 100_00, waiting: null });
  });

  it('takes effect after 24 hours and a confirmation if it raises the limit', async () => {
    const player = await withCash(0);
    await set(player, 'deposit', 'day', 500_00);
    const { limits } = await set(player, 'deposit', 'day', 900_00);
    const waiting = limits[0]?.waiting;
    expect(waiting).toMatchObject({
      amount: 900_00,
      effectiveAt: '2026-11-22T18:22:00.000Z',
      expiresAt: '2026-11-29T18:22:00.000Z',
    });
    const limitId = waiting?.limitId ?? '';
    expect((await player.call('limits/confirm', { limitId })).body).toEqual({
      success: false,
      firstCode: '10615',
      data: { kind: 'waiting-change', endsAt: '2026-11-22T18:22:00.000Z' },
    });
    platform.clock.advance(dayMs);
    const later = await loggedInAgain(player);
    // The lower limit applies until the player confirms the higher one.
    expect(await deposit(later, 600_00)).toMatchObject({ firstCode: '10610' });
    await dataOf(later, 'limits/confirm', { limitId });
    expect(await deposit(later, 600_00)).toMatchObject({ success: true });
    expect((await later.call('limits/confirm', { limitId })).body.firstCode).toBe('10711');
  });

  it('expires if it is not confirmed within a week', async () => {
    const player = await withCash();
    await set(player, 'deposit', 'month', 500_00);
    const waiting = (await set(player, 'deposit', 'month', null)).limits[2]?.waiting;
    expect(waiting).toMatchObject({ amount: null });
    platform.clock.advance(8 * dayMs);
    const later = await loggedInAgain(player);
    const limitId = waiting?.limitId ?? '';
    expect((await later.call('limits/confirm', { limitId })).body.firstCode).toBe('10711');
    expect(await limitOf(later, 'deposit', 'month')).toMatchObject({ amount: 500_00, waiting: null });
  });
});

describe('changes of a limit in two tabs', () => {
  it('leave the lowest limit in force', async () => {
    const player = await withCash();
    await set(player, 'deposit', 'month', 500_00);
    await Promise.all([
      set(player, 'deposit', 'month', 900_00),
      set(player, 'deposit', 'month', 200_00),
      set(player, 'deposit', 'month', 900_00),
    ]);
    const { amount, waiting } = await limitOf(player, 'deposit', 'month');
    expect(amount).toBe(200_00);
    expect([undefined, 900_00]).toContain(waiting?.amount);
  });

  it('cannot be confirmed in one tab after the other tab has replaced them', async () => {
    const player = await withCash();
    await set(player, 'deposit', 'month', 500_00);
    const first = (await set(player, 'deposit', 'month', 600_00)).limits[2]?.waiting;
    const repeated = (await set(player, 'deposit', 'month', 600_00)).limits[2]?.waiting;
    expect(repeated).toEqual(first);
    await set(player, 'deposit', 'month', null);
    platform.clock.advance(dayMs);
    const later = await loggedInAgain(player);
    const limitId = first?.limitId ?? '';
    expect((await later.call('limits/confirm', { limitId })).body.firstCode).toBe('10711');
  });
});
