import { and, asc, eq, gt, isNotNull, or, sql } from 'drizzle-orm';
import { holdAccount } from '../accounts/holding.ts';
import { findById } from '../accounts/repository.ts';
import { accounts } from '../accounts/tables.ts';
import type { Db, Transaction } from '../db/database.ts';
import { mayReceivePromotions } from '../limits/promotions.ts';
import { notify } from '../notifications/notify.ts';
import type { Ledger } from '../wallet/ledger.ts';
import type { Transfer } from '../wallet/transfer.ts';
import { bucketsOf } from './bonus-buckets.ts';
import { areSamePerson, type Fingerprints } from './person.ts';
import { sweep } from './sweep.ts';
import { referrals } from './tables.ts';

function rewardTransfer(friendId: string, who: 'friend' | 'bringer', accountId: string, amountMinor: number) {
  return {
    key: `referral:${friendId}:${who}`,
    kind: 'referral' as const,
    reference: { role: who },
    sides: [
      { owner: `player:${accountId}` as const, bucket: bucketsOf.casino.playable, amountMinor },
      { owner: 'house' as const, bucket: 'bonuses' as const, amountMinor: -amountMinor },
    ],
  };
}

/**
 * Returns whether a reward was already paid for the referral of this person, in any of their accounts. Concurrent calls
 * for the same person wait until the transaction ends.
 */
async function wasReferred(tx: Transaction, friendHash: string): Promise<boolean> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`referral ${friendHash}`}, 0))`);
  return (
    (await tx.$count(referrals, and(eq(referrals.friendHash, friendHash), eq(referrals.state, 'rewarded')))) >
    0
  );
}

/**
 * Rewards the referrer and the friend, at most once. The caller has locked the friend's account. No one is paid or
 * notified if referrer and friend are the same person, or if the friend was already rewarded in another account.
 * @returns transfers that the caller posts
 */
export async function settleReferral(
  tx: Transaction,
  friendId: string,
  now: Date,
  fingerprints: Fingerprints,
): Promise<Transfer[]> {
  const isThis = and(eq(referrals.friendId, friendId), eq(referrals.state, 'joined'));
  const [referral] = await tx.select().from(referrals).where(isThis).for('update');
  if (!referral) return [];
  const { bringerId, friendCurrency, friendRewardMinor, bringerCurrency, bringerRewardMinor } = referral;
  const friend = await findById(tx, friendId);
  const referrer = await findById(tx, bringerId);
  const friendHash = friend && fingerprints.ofPerson(friend);
  if (!friendHash || !referrer || areSamePerson(friend, referrer) || (await wasReferred(tx, friendHash))) {
    await tx.update(referrals).set({ state: 'void', settledAt: now }).where(isThis);
    return [];
  }
  // A referrer who is excluded, suspended, deleted or in a time-out gets no reward. The friend is still rewarded.
  const isPaid = (await mayReceivePromotions(tx, [bringerId], now)).has(bringerId);
  await tx
    .update(referrals)
    .set({ state: 'rewarded', settledAt: now, bringerPaidMinor: isPaid ? bringerRewardMinor : 0, friendHash })
    .where(isThis);
  const code = referrer.referralCode;
  const own = { amountMinor: friendRewardMinor, currencyCode: friendCurrency };
  await notify(tx, friendId, 'bonus', { ...own, code }, now);
  const rewards: Transfer[] = [
    { ...rewardTransfer(friendId, 'friend', friendId, friendRewardMinor), currencyCode: friendCurrency },
  ];
  if (isPaid) {
    const theirs = { amountMinor: bringerRewardMinor, currencyCode: bringerCurrency };
    await notify(tx, bringerId, 'referral', theirs, now);
    rewards.push({
      ...rewardTransfer(friendId, 'bringer', bringerId, bringerRewardMinor),
      currencyCode: bringerCurrency,
    });
  }
  return rewards;
}

export interface ReferralDeps {
  db: Db;
  ledger: Ledger;
  clock: { now(): Date };
  fingerprints: Fingerprints;
}

/**
 * Pays the rewards for friends who verified their mail address or mobile only after they had played.
 * @param atOnce number of rows that one query reads
 */
export function sweepReferrals(
  { db, ledger, clock, fingerprints }: ReferralDeps,
  atOnce = 500,
): Promise<void> {
  const place = { friendId: referrals.friendId, joinedAt: referrals.joinedAt };
  return sweep<{ friendId: string; joinedAt: Date }>(
    (after, limit) =>
      db
        .select(place)
        .from(referrals)
        .innerJoin(accounts, eq(accounts.accountId, referrals.friendId))
        .where(
          and(
            eq(referrals.state, 'joined'),
            gt(referrals.playedMinor, 0),
            // Omit friends who never verified a contact. There are many such friends, and the hourly sweep would
            // otherwise check all of them.
            or(isNotNull(accounts.emailVerifiedAt), isNotNull(accounts.mobileVerifiedAt)),
            after === null
              ? undefined
              : sql`(${referrals.joinedAt}, ${referrals.friendId}) > (${after.joinedAt.toISOString()}::timestamptz, ${after.friendId}::uuid)`,
          ),
        )
        .orderBy(asc(referrals.joinedAt), asc(referrals.friendId))
        .limit(limit),
    ({ friendId }) =>
      db.transaction(async (tx) => {
        const now = clock.now();
        const friend = await holdAccount(tx, friendId, now);
        // Skip a friend in a time-out. A later sweep pays the reward after the end of the time-out.
        if (friend?.status !== 'active' || friend.timedOutUntil || !friend.isContactVerified) return;
        const rewards = await settleReferral(tx, friendId, now, fingerprints);
        if ((await ledger.postAll(rewards, tx)) !== 'posted')
          throw new Error(`${friendId}: reward was not posted`);
      }),
    atOnce,
  );
}
