import { and, eq } from 'drizzle-orm';
import { findById, statusAt } from '../accounts/repository.ts';
import type { Transaction } from '../db/database.ts';
import { notify } from '../notifications/notify.ts';
import type { Transfer } from '../wallet/transfer.ts';
import { bucketsOf } from './bonus-buckets.ts';
import { areSamePerson } from './person.ts';
import { referrals } from './tables.ts';

const rewarding = (friendId: string, who: 'friend' | 'bringer', accountId: string, amountMinor: number) => ({
  key: `referral:${friendId}:${who}`,
  kind: 'referral' as const,
  reference: { role: who },
  sides: [
    { owner: `player:${accountId}` as const, bucket: bucketsOf.casino.playable, amountMinor },
    { owner: 'house' as const, bucket: 'bonuses' as const, amountMinor: -amountMinor },
  ],
});

/**
 * Rewards the one who was brought and the one who brought, once; the friend's account is held. Nobody is told where
 * both are one person: there is no reward then.
 * @returns what is to be posted
 */
export const settleReferral = async (tx: Transaction, friendId: string, now: Date): Promise<Transfer[]> => {
  const isThis = and(eq(referrals.friendId, friendId), eq(referrals.state, 'joined'));
  const [referral] = await tx.select().from(referrals).where(isThis).for('update');
  if (!referral) return [];
  const { bringerId, friendCurrency, friendRewardMinor, bringerCurrency, bringerRewardMinor } = referral;
  const friend = await findById(tx, friendId);
  const bringer = await findById(tx, bringerId);
  if (!friend || !bringer || areSamePerson(friend, bringer)) {
    await tx.update(referrals).set({ state: 'void', settledAt: now }).where(isThis);
    return [];
  }
  // Whoever is excluded, suspended or gone gets no bonus; the friend is not to blame.
  const isPaid = statusAt(bringer, now) === 'active';
  await tx
    .update(referrals)
    .set({ state: 'rewarded', settledAt: now, bringerPaidMinor: isPaid ? bringerRewardMinor : 0 })
    .where(isThis);
  const code = bringer.referralCode;
  const own = { amountMinor: friendRewardMinor, currencyCode: friendCurrency };
  await notify(tx, friendId, 'bonus', { ...own, code }, now);
  const rewards: Transfer[] = [
    { ...rewarding(friendId, 'friend', friendId, friendRewardMinor), currencyCode: friendCurrency },
  ];
  if (isPaid) {
    const theirs = { amountMinor: bringerRewardMinor, currencyCode: bringerCurrency };
    await notify(tx, bringerId, 'referral', theirs, now);
    rewards.push({
      ...rewarding(friendId, 'bringer', bringerId, bringerRewardMinor),
      currencyCode: bringerCurrency,
    });
  }
  return rewards;
};
