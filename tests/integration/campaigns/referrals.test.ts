import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { campaignPlayOn } from '../../helpers/campaign-play.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { createPlayer, freshName, type TestPlayer } from '../../helpers/player.ts';
import { referrersOn, summary } from './referrers.ts';

const now = new Date('2026-11-21T12:02:00Z');
let platform: TestPlatform;
let on: ReturnType<typeof campaignPlayOn>;
beforeAll(async () => {
  platform = await startPlatform({
    now,
    catalogue: gamesOf('jaldi'),
    config: { siteUrl: 'https://lotto.example' },
  });
  await platform.deps.engine.tick();
  on = campaignPlayOn(platform);
});
afterAll(() => platform?.stop());

const createReferrer = referrersOn(() => platform);

function bonusOf(player: TestPlayer) {
  return on.holds(player, 'casino-bonus');
}

describe('referral', () => {
  it('earns a bonus for both players when the friend verifies a contact and buys a ticket', async () => {
    const { player: asha, promoCode } = await createReferrer();
    const offer = await platform.call('campaign/getSignupBonusCalculations', { promoCode, currency: 'INR' });
    expect(offer.body).toEqual({
      success: true,
      firstCode: '10000',
      data: {
        kind: 'referral',
        promoCode,
        product: 'casino',
        currencyCode: 'INR',
        amount: 50_00,
        bringer: { amount: 50_00, currencyCode: 'INR' },
      },
    });
    const friend = await createPlayer(platform, { promoCode: promoCode.toLowerCase() });
    expect(await summary(asha)).toMatchObject({
      referralLink: `https://lotto.example/signup?campaigncode=${promoCode}`,
      joined: 1,
      rewarded: 0,
      earned: 0,
      friends: [{ name: `p•••${friend.username.at(-1)}`, state: 'joined', rewardedAt: null }],
    });
    const promised = async () => {
      const { body } = await friend.call('campaign/getBonuses', {});
      return body.success ? body.data.referral : undefined;
    };
    const promise = { promoCode, product: 'casino', currencyCode: 'INR', amount: 50_00 };
    expect(await promised()).toEqual({ ...promise, hasPlayed: false, isContactVerified: false });
    await on.pay(friend, 100_00);
    // This purchase earns nothing, because the friend has not verified the mail address yet.
    await on.buy(friend, 1);
    expect(await bonusOf(friend)).toBe(0);
    await on.verify(friend);
    expect(await promised()).toEqual({ ...promise, hasPlayed: true, isContactVerified: true });
    await Promise.all([on.buy(friend, 1), on.buy(friend, 1), on.buy(friend, 1)]);
    expect(await promised()).toBeNull();
    expect([await bonusOf(asha), (await bonusOf(friend)) + (await on.holds(friend, 'deposit'))]).toEqual([
      50_00,
      150_00 - 44_00,
    ]);
    expect(await summary(asha)).toMatchObject({
      joined: 1,
      rewarded: 1,
      earned: 50_00,
      friends: [{ state: 'rewarded', rewardedAt: now.toISOString(), earned: 50_00 }],
    });
    expect(await on.notificationTitles(asha)).toContain('A friend has joined');
    expect(await on.notificationTitles(friend)).toContain('Bonus credited');
  });

  it('is rewarded within an hour if the friend verifies the contact after buying a ticket', async () => {
    const { player: asha, promoCode } = await createReferrer();
    const friend = await createPlayer(platform, { promoCode });
    await on.pay(friend, 100_00);
    await on.buy(friend, 1);
    await platform.deps.housekeeping.run();
    expect(await bonusOf(asha)).toBe(0);
    await on.verify(friend);
    await Promise.all([1, 2, 3].map(() => platform.deps.campaigns.sweepReferrals()));
    expect([await bonusOf(asha), await bonusOf(friend)]).toEqual([50_00, 50_00]);
  });

  it('earns nothing for tickets paid from a bonus, or for a second account of the referrer', async () => {
    const name = freshName();
    const { player: asha, promoCode } = await createReferrer({ email_address: `${name}@gmail.com` });
    const self = await createPlayer(platform, { promoCode, email_address: `${name}+me@googlemail.com` });
    const friend = await createPlayer(platform, { promoCode });
    await Promise.all([on.verify(self), on.verify(friend)]);
    await on.pay(self, 100_00);
    await on.buy(self, 2);
    await platform.deps.ledger.post({
      key: `test:${friend.accountId}`,
      kind: 'bonus',
      currencyCode: 'INR',
      reference: {},
      sides: [
        { owner: `player:${friend.accountId}`, bucket: 'poker-bonus', amountMinor: 11_00 },
        { owner: 'house', bucket: 'bonuses', amountMinor: -11_00 },
      ],
    });
    await on.buy(friend, 1);
    expect([await bonusOf(asha), await bonusOf(self), await bonusOf(friend)]).toEqual([0, 0, 0]);
    // The summary shows both friends as joined, so the referrer cannot see why they earned no reward.
    const { friends, rewarded } = await summary(asha);
    expect([rewarded, friends.map(({ state }) => state)]).toEqual([0, ['joined', 'joined']]);
  });

  it('rewards the friend even if the referrer’s account is closed', async () => {
    const { player: asha, promoCode } = await createReferrer();
    const friend = await createPlayer(platform, { promoCode });
    await on.verify(friend);
    await queryDatabase(
      platform.databaseUrl,
      `update accounts set status = 'excluded' where account_id = $1`,
      [asha.accountId],
    );
    const offer = await platform.call('campaign/getSignupBonusCalculations', { promoCode, currency: 'INR' });
    expect(offer.body.firstCode).toBe('10520');
    await on.pay(friend, 100_00);
    await on.buy(friend, 1);
    expect([await bonusOf(asha), await bonusOf(friend)]).toEqual([0, 50_00]);
  });

  it('is rewarded once for each friend, even if many friends play at the same time', async () => {
    const { player: asha, promoCode } = await createReferrer();
    const friends = await Promise.all(Array.from({ length: 6 }, () => createPlayer(platform, { promoCode })));
    await Promise.all([asha, ...friends].map((player) => on.pay(player, 200_00)));
    await Promise.all(friends.map((friend) => on.verify(friend)));
    await Promise.all([asha, ...friends, asha, ...friends].map((player) => on.buy(player, 1)));
    const all = (await bonusOf(asha)) + (await on.holds(asha, 'deposit'));
    expect(all).toBe(200_00 - 22_00 + 6 * 50_00);
    expect(await summary(asha)).toMatchObject({ joined: 6, rewarded: 6, earned: 300_00 });
    expect((await checkLedger(platform.deps.database)).findings).toEqual([]);
  });
});

describe('list of friends', () => {
  it('is returned in pages, newest first, without gaps or duplicates', async () => {
    const { player: asha } = await createReferrer();
    await queryDatabase(
      platform.databaseUrl,
      `with made as (
         insert into accounts (username, username_key, password_hash, currency_code, language, avatar_image,
           referral_code, created_at)
         select 'Z' || n || 'q', 'listed' || n, 'x', 'INR', 'en', 'avatar-01', 'LISTED' || n, now()
         from generate_series(1, 45) n returning account_id)
       insert into referrals (friend_id, bringer_id, state, friend_reward_minor, friend_currency,
         bringer_reward_minor, bringer_currency, joined_at)
       select account_id, $1, 'joined', 1, 'INR', 1, 'INR', $2::timestamptz - (row_number() over () / 3) * interval '1 hour'
       from made`,
      [asha.accountId, now],
    );
    const pages = [await summary(asha)];
    for (let cursor = pages[0]?.cursor; cursor; cursor = pages.at(-1)?.cursor)
      pages.push(await summary(asha, cursor));
    expect(pages.map(({ friends }) => friends.length)).toEqual([20, 20, 5]);
    const times = pages.flatMap(({ friends }) => friends.map(({ joinedAt }) => joinedAt));
    expect(times).toEqual(times.toSorted().toReversed());
    expect(pages[0]?.joined).toBe(45);
    for (const cursor of ['x', Buffer.from('1 2').toString('base64url')]) {
      const { body } = await asha.call('transaction/rafUserSummary', { cursor });
      expect(body).toEqual({
        success: false,
        firstCode: '10400',
        data: { fields: { cursor: 'field.wrong' } },
      });
    }
  });
});
