import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Wallet } from '../../../shared/contract/wallet.ts';
import { fundedPlayer } from '../../helpers/funded-player.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';

let platform: TestPlatform;
beforeAll(async () => {
  platform = await startPlatform({
    now: new Date('2026-11-21T12:02:00Z'),
    catalogue: gamesOf('jaldi'),
  });
});
afterAll(() => platform?.stop());

const funds = {
  deposit: 1_00,
  winnings: 2_00,
  'casino-bonus': 4_00,
  'live-casino-bonus': 8_00,
  'sports-bonus': 16_00,
  'poker-bonus': 32_00,
  'rummy-bonus': 64_00,
  'open-casino-bonus': 128_00,
  'open-live-casino-bonus': 256_00,
  'open-sports-bonus': 512_00,
  'open-poker-bonus': 1024_00,
  'open-rummy-bonus': 2048_00,
  held: 4096_00,
  loyalty: 77,
};

function sum(items: readonly { total: number }[]) {
  return items.reduce((all, { total }) => all + total, 0);
}

describe.each(['wallet', 'cashier/getWalletDetails'] as const)('call `%s`', (name) => {
  it('returns every balance that the contract declares, and the correct totals', async () => {
    const player = await fundedPlayer(platform, { funds });
    const { status, body } = await player.call(name, {});
    expect(status).toBe(200);
    if (!body.success) throw new Error('refused');
    const { groups, ...amounts } = Wallet.strict().parse(body.data);
    // The balances of the buckets are powers of two. Therefore each total shows which buckets it includes.
    expect(amounts).toEqual({
      currencyCode: 'INR',
      totalBalance: 127_00,
      depositBalance: 1_00,
      winBalance: 2_00,
      totalCashBalance: 3_00,
      loyaltyBalance: 77,
      casinoBonusBalance: 4_00,
      liveCasinoBonusBalance: 8_00,
      sportsBonusBalance: 16_00,
      pokerBonusBalance: 32_00,
      rummyBonusBalance: 64_00,
      openSportsBookBonus: 512_00,
      openPokerBonus: 1024_00,
      openRummyBonus: 2048_00,
      totalCasinoBonus: 132_00,
      totalLiveCasinoBonus: 264_00,
      totalSportsBonus: 528_00,
      totalPokerBonus: 1056_00,
      totalRummyBonus: 2112_00,
      totalBonusBalance: 4092_00,
      withdrawableBalance: 3_00,
      heldBalance: 4096_00,
    });
    expect(Object.fromEntries(groups.map((group) => [group.name, group.total]))).toEqual({
      cash: 3_00,
      bonus: 4092_00,
      heldBalance: 4096_00,
      loyaltyBalance: 77,
    });
  });

  it('returns, for each group and subgroup, a total that equals the sum of the group’s items', async () => {
    const player = await fundedPlayer(platform, { funds });
    const { body } = await player.call(name, {});
    const groups = body.success ? body.data.groups : [];
    const made = [...groups, ...groups.flatMap(({ items }) => items)].filter(({ items }) => items.length > 0);
    expect(made.map(({ items }) => sum(items))).toEqual(made.map(({ total }) => total));
    expect(made.map((group) => group.name)).toEqual(['cash', 'bonus', 'activeBonus', 'lockedBonus']);
    const bonus = body.success && body.data.groups.find((group) => group.name === 'bonus');
    expect(bonus && bonus.items.map((item) => [item.name, item.total])).toEqual([
      ['activeBonus', 124_00],
      ['lockedBonus', 3968_00],
    ]);
  });

  it('returns zeros for an empty wallet', async () => {
    const { body } = await (await fundedPlayer(platform)).call(name, {});
    const { currencyCode, groups, ...amounts } = body.success ? Wallet.parse(body.data) : failed();
    expect(new Set(Object.values(amounts))).toEqual(new Set([0]));
    expect(groups).toHaveLength(4);
    expect(currencyCode).toBe('INR');
  });

  it('returns 15107 for a visitor', async () => {
    expect(await platform.call(name, {})).toEqual({
      status: 401,
      body: { success: false, firstCode: '15107' },
    });
    const { body } = await platform.call(
      name,
      {},
      { headers: { authorization: `Bearer ${'a'.repeat(43)}` } },
    );
    expect(body).toEqual({ success: false, firstCode: '15107' });
  });
});

function failed(): never {
  throw new Error('refused');
}
