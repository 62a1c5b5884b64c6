import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
let admin: ReturnType<typeof operatorOf>;
beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
  admin = operatorOf(platform);
});
afterAll(() => platform?.stop());

const funds = { deposit: 100_00, winnings: 250_50, 'casino-bonus': 50_00 };

function purse(player: FundedPlayer) {
  return Promise.all(
    (['deposit', 'winnings', 'casino-bonus', 'held'] as const).map((bucket) => player.holds(bucket)),
  );
}

function open(player: FundedPlayer, ...more: string[]) {
  return admin('withdrawals', 'open', player.accountId, '--reason', 'By letter.', ...more);
}

it.each(['exclude', 'suspend'])(
  'withdrawals open requests all cash of a player who cannot log in (%s), once and without bonuses',
  async (stop) => {
    const player = await fundedPlayer(platform, { funds });
    expect((await open(player)).err).toContain('is active and can request withdrawals');
    await admin('players', stop, player.accountId, '--reason', 'Own wish');
    expect((await open(player)).err).toContain('is not approved');
    expect(await purse(player)).toEqual([100_00, 250_50, 50_00, 0]);
    await admin('players', 'identity', player.accountId, 'approve');
    expect((await open(player, '--dry-run')).code).toBe(0);
    // Below the players' own minimum.
    const ran = await Promise.all([open(player, '--json'), open(player, '--json'), open(player, '--json')]);
    const done = ran.filter(({ code }) => code === 0);
    expect([done.length, ran.find(({ code }) => code !== 0)?.err]).toEqual([
      1,
      expect.stringContaining('has no money to withdraw'),
    ]);
    expect(await purse(player)).toEqual([0, 0, 50_00, 350_50]);
    const { withdrawalId } = z.object({ withdrawalId: z.string() }).parse(JSON.parse(done[0]?.out ?? ''));
    expect((await admin('log', '--player', player.accountId)).out).toContain(withdrawalId);
    expect((await admin('withdrawals', 'approve', withdrawalId)).out).toContain('Approved: INR 350.50');
    expect(await purse(player)).toEqual([0, 0, 50_00, 0]);
    expect((await checkLedger(platform.deps.database)).findings).toEqual([]);
  },
);

it('withdrawals open leaves out money that a withdrawal of the player already holds', async () => {
  const player = await fundedPlayer(platform, {
    funds: { deposit: 1000_00 },
    account: { emailVerifiedAt: now, kycState: 'approved' },
  });
  await player.call('cashier/withdraw', { amount: 600_00, idempotencyKey: randomUUID() });
  await admin('players', 'exclude', player.accountId, '--reason', 'Own wish');
  expect((await open(player)).out).toContain('INR 400.00');
  expect(await purse(player)).toEqual([0, 0, 0, 1000_00]);
});
