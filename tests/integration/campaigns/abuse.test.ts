import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepReferrals } from '../../../platform/campaigns/referral-rewards.ts';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { campaignPlayOn } from '../../helpers/campaign-play.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { fund } from '../../helpers/funded-player.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer, freshName, type TestPlayer } from '../../helpers/player.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
let on: ReturnType<typeof campaignPlayOn>;
beforeAll(async () => {
  platform = await startPlatform({ now, catalogue: gamesOf('jaldi') });
  await platform.deps.engine.tick();
  on = campaignPlayOn(platform);
});
afterAll(() => platform?.stop());

async function createReferrer() {
  const player = await createPlayer(platform);
  const { body } = await player.call('transaction/rafUserSummary', {});
  return { player, promoCode: body.success ? body.data.referralCode : '' };
}

function sum(amounts: number[]) {
  return amounts.reduce((total, amount) => total + amount, 0);
}

function bonusOf(player: TestPlayer) {
  return on.holds(player, 'casino-bonus');
}

/** Signs up a friend with this promo code. The friend makes a deposit, but does not verify the mail address. */
async function friendOf(promoCode: string, email_address = `${freshName()}@mail.example`) {
  const friend = await createPlayer(platform, { promoCode, email_address });
  await on.pay(friend, 100_00);
  return friend;
}

describe('mailbox used by several accounts', () => {
  it('earns only one referral reward, even with plus addresses and several referrers', async () => {
    const [asha, ravi] = [await createReferrer(), await createReferrer()];
    const box = freshName();
    const mails = ['', '+1', '+2', '+3', '+4'].map((tag) => `${box}${tag}@gmail.com`);
    const friends = await Promise.all(
      mails.map((mail, at) => friendOf(at % 2 ? asha.promoCode : ravi.promoCode, mail)),
    );
    await Promise.all(friends.map((friend) => on.verify(friend)));
    await Promise.all(friends.map((friend) => on.buy(friend, 1)));
    const got = await Promise.all([asha.player, ravi.player].map(bonusOf));
    const theirs = await Promise.all(
      friends.map(async (friend) => (await bonusOf(friend)) + (await on.holds(friend, 'deposit'))),
    );
    // Each of the five friends deposited 100 rupees and spent 11. Only one friend and one referrer got a reward of 50.
    expect([sum(got), sum(theirs)]).toEqual([50_00, 5 * 89_00 + 50_00]);
    expect((await checkLedger(platform.deps.database)).findings).toEqual([]);
  });

  it('earns no second reward when its owner deletes the account and signs up again', async () => {
    const asha = await createReferrer();
    const email = `${freshName()}@mail.example`;
    const first = await friendOf(asha.promoCode, email);
    await on.verify(first);
    await on.buy(first, 1);
    expect(await bonusOf(asha.player)).toBe(50_00);
    // Only an account without tickets and money can be deleted, so the test removes the tickets and the money.
    await queryDatabase(platform.databaseUrl, `update purchases set account_id = $2 where account_id = $1`, [
      first.accountId,
      asha.player.accountId,
    ]);
    await platform.deps.ledger.post({
      key: `test:${first.accountId}`,
      kind: 'withdrawal-paid',
      currencyCode: 'INR',
      reference: {},
      sides: [
        { owner: `player:${first.accountId}`, bucket: 'deposit', amountMinor: -89_00 },
        { owner: 'house', bucket: 'payments', amountMinor: 89_00 },
      ],
    });
    const deleted = await operatorOf(platform)(
      'players',
      'delete',
      first.accountId,
      '--reason',
      'Asked for.',
    );
    expect(deleted).toMatchObject({ code: 0 });
    const again = await friendOf(asha.promoCode, email);
    await on.verify(again);
    await on.buy(again, 1);
    expect([await bonusOf(asha.player), await bonusOf(again)]).toEqual([50_00, 0]);
  });
});

describe('sweep of referral rewards', () => {
  it('pays the rewards for all eligible friends, even if the reward for one friend fails', async () => {
    const { player: asha, promoCode } = await createReferrer();
    const friends = await Promise.all(Array.from({ length: 6 }, () => friendOf(promoCode)));
    for (const friend of friends) await on.buy(friend, 1);
    await Promise.all(friends.slice(1).map((friend) => on.verify(friend)));
    const stopped = friends.at(-1);
    await queryDatabase(
      platform.databaseUrl,
      `update accounts set status = 'suspended' where account_id = $1`,
      [stopped?.accountId],
    );
    const { database, clock, ledger, fingerprints } = platform.deps;
    // The invalid currency makes the sweep fail for the first friend that the sweep processes. The sweep must still pay
    // the others.
    const broken = friends.slice(1, 5).toSorted((a, b) => (a.accountId < b.accountId ? -1 : 1))[0];
    await queryDatabase(
      platform.databaseUrl,
      `update referrals set friend_currency = 'x' where friend_id = $1`,
      [broken?.accountId],
    );
    await expect(sweepReferrals({ db: database.db, clock, ledger, fingerprints }, 2)).rejects.toThrow(
      /currencyCode/,
    );
    expect(await bonusOf(asha)).toBe(3 * 50_00);
  });
});

describe('player who is not allowed to play', () => {
  it.each([
    // The deposit of an excluded player is booked in the bucket `held`, and sent back from this bucket.
    ['excluded', 'held'],
    ['suspended', 'deposit'],
  ] as const)('gets no bonus for a deposit while %s', async (status, bucket) => {
    const promoCode = `LATE${status.slice(0, 2).toUpperCase()}`;
    await on.promo(promoCode, { percent: 100 });
    const player = await createPlayer(platform, { promoCode });
    const setStatus = (changed: string) =>
      queryDatabase(platform.databaseUrl, 'update accounts set status = $2 where account_id = $1', [
        player.accountId,
        changed,
      ]);
    const url = await on.begin(player, 100_00);
    await setStatus(status);
    await on.approve(url);
    expect([await on.holds(player, bucket), await bonusOf(player)]).toEqual([100_00, 0]);
    await setStatus('active');
    await on.pay(player, 100_00);
    expect(await bonusOf(player)).toBe(50_00);
  });
});

// This test advances the clock, so the tests that need the initial time are above.
it('a bonus expires after the configured number of days', async () => {
  await on.promo('ONEDAY', { lastsDays: 1 });
  await on.promo('ONEDAYP', { lastsDays: 1, percent: 100 });
  const [fixed, part] = await Promise.all(
    ['ONEDAY', 'ONEDAYP'].map((promoCode) => createPlayer(platform, { promoCode })),
  );
  if (!fixed || !part) throw new Error('nobody plays');
  await fund(platform, fixed.accountId, 'casino-bonus', 30_00);
  platform.clock.advance(20 * 3_600_000);
  await on.pay(part, 100_00);
  platform.clock.advance(5 * 3_600_000);
  await platform.deps.campaigns.sweepBonuses();
  expect([await bonusOf(fixed), await bonusOf(part)]).toEqual([30_00, 50_00]);
  platform.clock.advance(20 * 3_600_000);
  await platform.deps.campaigns.sweepBonuses();
  expect([await bonusOf(fixed), await bonusOf(part)]).toEqual([30_00, 0]);
});
