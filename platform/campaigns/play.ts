import { and, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import type { Transaction } from '../db/database.ts';
import { notify } from '../notifications/notify.ts';
import type { Play, PlayOutcome } from '../tickets/service.ts';
import { bonusProducts, loyaltyPoints } from '../wallet/service.ts';
import type { PlayerBucket, Transfer } from '../wallet/transfer.ts';
import { bucketsOf, releaseTransfer } from './bonus-buckets.ts';
import type { Fingerprints } from './person.ts';
import { settleReferral } from './referral-rewards.ts';
import { campaignRulesOf } from './rules.ts';
import { promoUses, referrals } from './tables.ts';

const Found = z.object({
  uses: z
    .array(
      z.object({
        useId: z.string(),
        state: z.enum(['open', 'playable']),
        product: z.enum(bonusProducts),
        leftMinor: z.number(),
        conditionMinor: z.number(),
        playedMinor: z.number(),
        promoCode: z.string(),
      }),
    )
    .nullable(),
  referral: z.object({ playedMinor: z.number() }).nullable(),
});

async function findOpen(tx: Transaction, accountId: string, now: Date) {
  const { rows } = await tx.execute(sql`select
    (select jsonb_agg(jsonb_build_object('useId', use_id, 'state', state, 'product', u.product, 'leftMinor', left_minor,
        'conditionMinor', condition_minor, 'playedMinor', played_minor, 'promoCode', promo_code)
        order by expires_at, used_at)
      from promo_uses u join campaigns using (campaign_id)
      where account_id = ${accountId} and u.state in ('open', 'playable')
        and expires_at > ${now.toISOString()}::timestamptz) as uses,
    (select jsonb_build_object('playedMinor', played_minor) from referrals
      where friend_id = ${accountId} and state = 'joined') as referral`);
  return Found.parse(rows[0]);
}

const noRewards: z.infer<typeof Found> = { uses: null, referral: null };

function paidOutOf({ paidFrom }: Play, buckets: readonly PlayerBucket[]): number {
  return paidFrom.reduce(
    (sum, { bucket, amountMinor }) => sum + (buckets.includes(bucket) ? amountMinor : 0),
    0,
  );
}

/**
 * Returns a list with the transfer of loyalty points for the cash part of a purchase. The number of points is rounded
 * down. If this number is 0, the list is empty.
 */
function loyaltyFor(play: Play, cashMinor: number): Transfer[] {
  const points = Math.floor(cashMinor / campaignRulesOf(play.currencyCode).stakePerPoint);
  if (points === 0) return [];
  return [
    {
      key: `loyalty:${play.receiptNumber}`,
      kind: 'loyalty',
      currencyCode: loyaltyPoints,
      reference: { receiptNumber: play.receiptNumber },
      sides: [
        { owner: `player:${play.accountId}`, bucket: 'loyalty', amountMinor: points },
        { owner: 'house', bucket: 'loyalty', amountMinor: -points },
      ],
    },
  ];
}

/**
 * Applies the effects of a purchase: loyalty points, the progress of open bonuses, the referral reward, and the use of
 * bonus money. The caller must post the returned transfers at the end of the transaction.
 */
export async function rewardPlay(
  tx: Transaction,
  play: Play,
  fingerprints: Fingerprints,
): Promise<PlayOutcome> {
  const { accountId, currencyCode, now } = play;
  const cashMinor = paidOutOf(play, ['deposit', 'winnings']);
  const transfers = loyaltyFor(play, cashMinor);
  const { uses, referral } = play.hasRewards ? await findOpen(tx, accountId, now) : noRewards;
  let releasedMinor = 0;
  let countedMinor = cashMinor;
  for (const use of uses ?? []) {
    const { useId, state, product, leftMinor, conditionMinor, playedMinor, promoCode } = use;
    const isThis = eq(promoUses.useId, useId);
    if (state === 'playable') continue;
    // Each part of a stake counts towards the condition of only one bonus.
    const countsMinor = Math.min(countedMinor, conditionMinor - playedMinor);
    if (countsMinor === 0) continue;
    countedMinor -= countsMinor;
    const isMet = playedMinor + countsMinor === conditionMinor;
    await tx
      .update(promoUses)
      .set({ playedMinor: playedMinor + countsMinor, ...(isMet ? { state: 'playable' } : {}) })
      .where(isThis);
    if (!isMet) continue;
    releasedMinor += leftMinor;
    const amount = { amountMinor: leftMinor, currencyCode };
    await notify(tx, accountId, 'bonus_released', { ...amount, code: promoCode }, now);
    transfers.push(releaseTransfer({ useId, accountId, product, currencyCode }, leftMinor));
  }
  for (const product of bonusProducts) {
    let spentMinor = paidOutOf(play, [bucketsOf[product].playable]);
    for (const { useId, leftMinor } of uses?.filter(
      (use) => use.product === product && use.state === 'playable',
    ) ?? []) {
      const partMinor = Math.min(spentMinor, leftMinor);
      if (partMinor === 0) continue;
      spentMinor -= partMinor;
      await tx
        .update(promoUses)
        .set({
          leftMinor: leftMinor - partMinor,
          ...(partMinor === leftMinor ? { state: 'used', endedAt: now } : {}),
        })
        .where(eq(promoUses.useId, useId));
    }
  }
  const depositMinor = paidOutOf(play, ['deposit']);
  if (referral && depositMinor + referral.playedMinor > 0) {
    if (depositMinor > 0)
      await tx
        .update(referrals)
        .set({ playedMinor: sql`${referrals.playedMinor} + ${depositMinor}` })
        .where(and(eq(referrals.friendId, accountId), eq(referrals.state, 'joined')));
    if (play.isContactVerified) transfers.push(...(await settleReferral(tx, accountId, now, fingerprints)));
  }
  return { transfers, releasedMinor };
}
