import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { campaignPlayOn } from '../../helpers/campaign-play.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer } from '../../helpers/player.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
let on: ReturnType<typeof campaignPlayOn>;
beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
  await platform.deps.engine.tick();
  on = campaignPlayOn(platform);
});
afterAll(() => platform?.stop());

function expire(accountId: string) {
  return queryDatabase(platform.databaseUrl, 'update promo_uses set expires_at = $2 where account_id = $1', [
    accountId,
    now,
  ]);
}

describe('bonus with a condition', () => {
  it('becomes playable after the player has staked enough cash', async () => {
    await on.promo('HALF', { percent: 50, amounts: { INR: 60_00 }, playThrough: 2, product: 'rummy' });
    const player = await createPlayer(platform, { promoCode: 'HALF' });
    expect(await on.holds(player, 'open-rummy-bonus')).toBe(0);
    await on.pay(player, 100_00);
    expect(await on.holds(player, 'open-rummy-bonus')).toBe(50_00);
    expect(await on.holds(player, 'deposit')).toBe(100_00);
    await on.pay(player, 100_00);
    expect(await on.holds(player, 'open-rummy-bonus')).toBe(50_00);
    const first = await on.buy(player, 9);
    expect(first.totalBalance).toBe(200_00 - 99_00);
    expect(await on.holds(player, 'rummy-bonus')).toBe(0);
    const { body } = await player.call('campaign/getBonuses', {});
    expect(body).toMatchObject({
      data: { bonuses: [{ state: 'open', amount: 50_00, left: 50_00, toStake: 100_00, staked: 99_00 }] },
    });
    const second = await on.buy(player, 1);
    expect(second.totalBalance).toBe(200_00 - 110_00 + 50_00);
    expect(await on.holds(player, 'open-rummy-bonus')).toBe(0);
    expect(await on.holds(player, 'rummy-bonus')).toBe(50_00);
    expect(await on.notificationTitles(player)).toContain('Your bonus can be played');
    // Bonus money that was spent before the expiry cannot expire.
    expect((await on.buy(player, 3)).paidFrom).toEqual({ bonus: 33_00, deposit: 0, winnings: 0 });
    await expire(player.accountId);
    await Promise.all([1, 2, 3].map(() => platform.deps.campaigns.sweepBonuses()));
    expect(await on.holds(player, 'rummy-bonus')).toBe(0);
    const postings = await queryDatabase(
      platform.databaseUrl,
      `select kind, amount_minor::int as amount from ledger_entries join transfers using (transfer_id)
       join ledger_accounts using (account_id) where owner = $1 and bucket like '%rummy%' order by transfer_id, amount`,
      [`player:${player.accountId}`],
    );
    expect(postings.map(({ kind, amount }) => `${String(kind)} ${String(amount)}`)).toEqual([
      'bonus 5000',
      'bonus-released -5000',
      'bonus-released 5000',
      'ticket -3300',
      'bonus-expired -1700',
    ]);
  });

  it('cannot become playable after it has expired', async () => {
    await on.promo('SLOW', { playThrough: 1 });
    const player = await createPlayer(platform, { promoCode: 'SLOW' });
    await on.pay(player, 100_00);
    await expire(player.accountId);
    await on.buy(player, 5);
    expect(await on.holds(player, 'open-casino-bonus')).toBe(50_00);
    await platform.deps.housekeeping.run();
    expect(await on.holds(player, 'open-casino-bonus')).toBe(0);
    expect(await on.holds(player, 'casino-bonus')).toBe(0);
    expect(await on.notificationTitles(player)).toContain('A bonus has expired');
  });

  it('becomes playable only once, even if concurrent purchases meet its condition', async () => {
    await on.promo('RUSH', { playThrough: 1 });
    const player = await createPlayer(platform, { promoCode: 'RUSH' });
    await on.pay(player, 500_00);
    await Promise.all(Array.from({ length: 10 }, () => on.buy(player, 1)));
    const spent = 110_00;
    const left = (await on.holds(player, 'casino-bonus')) + (await on.holds(player, 'deposit'));
    expect(left).toBe(500_00 + 50_00 - spent);
    expect(await on.holds(player, 'open-casino-bonus')).toBe(0);
  });
});

it('a purchase earns one loyalty point for each ten rupees of cash spent', async () => {
  await on.promo('POINTS', { amounts: { INR: 15_00 } });
  const player = await createPlayer(platform, { promoCode: 'POINTS' });
  await on.pay(player, 100_00);
  // The three lines cost 33 rupees. The player pays 15 from the bonus and 18 in cash.
  await on.buy(player, 3);
  expect(await on.holds(player, 'loyalty', 'PTS')).toBe(1);
  await on.buy(player, 2);
  expect(await on.holds(player, 'loyalty', 'PTS')).toBe(3);
  const { body } = await player.call('wallet', {});
  expect(body).toMatchObject({ data: { loyaltyBalance: 3 } });
});

it('concurrent purchases by many players do not deadlock', async () => {
  await on.promo('CROWD', { playThrough: 1, amounts: { INR: 10_00 } });
  const players = await Promise.all(
    Array.from({ length: 6 }, () => createPlayer(platform, { promoCode: 'CROWD' })),
  );
  await Promise.all(players.map((player) => on.pay(player, 200_00)));
  await Promise.all(players.flatMap((player) => [1, 2, 3, 1].map((lines) => on.buy(player, lines))));
  for (const player of players) {
    const held = await Promise.all([on.holds(player, 'deposit'), on.holds(player, 'casino-bonus')]);
    expect(held[0] + held[1]).toBe(200_00 + 10_00 - 77_00);
    expect(await on.holds(player, 'open-casino-bonus')).toBe(0);
  }
  const report = await checkLedger(platform.deps.database);
  expect(report.findings).toEqual([]);
});
