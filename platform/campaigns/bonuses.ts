import { and, asc, eq, gt, isNull, lte, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { PlayerBonuses } from '../../shared/contract/campaigns.ts';
import { holdAccount } from '../accounts/holding.ts';
import { findById, statusAt } from '../accounts/repository.ts';
import { accounts } from '../accounts/tables.ts';
import type { MoneyEvent } from '../cashier/context.ts';
import type { Db, Transaction } from '../db/database.ts';
import type { Player } from '../http/caller.ts';
import { notify } from '../notifications/notify.ts';
import type { Ledger } from '../wallet/ledger.ts';
import type { Transfer } from '../wallet/transfer.ts';
import { bucketsOf, expiryTransfer, grantTransfer } from './bonus-buckets.ts';
import { campaignRulesOf } from './rules.ts';
import { daysAfter } from './signup-campaigns.ts';
import { sweep } from './sweep.ts';
import { campaigns, promoUses, referrals } from './tables.ts';

/**
 * Alias of `accounts` for the players who referred a friend, because the same query also joins the friend's account.
 */
const bringers = alias(accounts, 'bringers');

export interface BonusDeps {
  db: Db;
  ledger: Ledger;
  clock: { now(): Date };
}

/**
 * Returns the bonus that is promised to a player who signed up with a friend's code, and whether each condition of the
 * bonus is met.
 */
async function promisedReferral(db: Db, accountId: string): Promise<PlayerBonuses['referral']> {
  const [row] = await db
    .select({
      referral: referrals,
      promoCode: bringers.referralCode,
      emailVerifiedAt: accounts.emailVerifiedAt,
      mobileVerifiedAt: accounts.mobileVerifiedAt,
    })
    .from(referrals)
    .innerJoin(accounts, eq(accounts.accountId, referrals.friendId))
    .innerJoin(bringers, eq(bringers.accountId, referrals.bringerId))
    .where(and(eq(referrals.friendId, accountId), eq(referrals.state, 'joined')));
  if (!row) return null;
  const { friendRewardMinor, friendCurrency, playedMinor } = row.referral;
  return {
    promoCode: row.promoCode,
    product: 'casino',
    currencyCode: friendCurrency,
    amount: friendRewardMinor,
    hasPlayed: playedMinor > 0,
    isContactVerified: row.emailVerifiedAt !== null || row.mobileVerifiedAt !== null,
  };
}

/**
 * Answers `campaign/getBonuses`: returns a player's current bonuses, the bonus promised for a referral, and the stake
 * that earns one loyalty point.
 */
export async function bonusesOf(
  { db, clock }: BonusDeps,
  { accountId, currencyCode }: Pick<Player, 'accountId' | 'currencyCode'>,
): Promise<PlayerBonuses> {
  const rows = await db
    .select({ use: promoUses, promoCode: campaigns.promoCode })
    .from(promoUses)
    .innerJoin(campaigns, eq(campaigns.campaignId, promoUses.campaignId))
    .where(
      and(
        eq(promoUses.accountId, accountId),
        isNull(promoUses.endedAt),
        gt(promoUses.expiresAt, clock.now()),
      ),
    )
    .orderBy(asc(promoUses.expiresAt), asc(promoUses.useId))
    .limit(50);
  return {
    bonuses: rows.flatMap(({ use, promoCode }) => {
      const { state, product, percent } = use;
      if (state === 'used' || state === 'expired') return [];
      return [
        {
          promoCode,
          product,
          currencyCode: use.currencyCode,
          state,
          amount: use.grantedMinor,
          percent,
          left: use.leftMinor,
          toStake: use.conditionMinor,
          staked: use.playedMinor,
          expiresAt: use.expiresAt.toISOString(),
        },
      ];
    }),
    referral: await promisedReferral(db, accountId),
    stakePerPoint: campaignRulesOf(currencyCode).stakePerPoint,
  };
}

/**
 * Grants the bonus that a promo code promised for the first deposit. A deposit to a suspended or excluded account
 * grants no bonus. The next deposit then counts as the first.
 * @returns transfers that the caller posts with the deposit
 */
export async function grantDepositBonus(
  tx: Transaction,
  { accountId, amountMinor, currencyCode }: Pick<MoneyEvent, 'accountId' | 'amountMinor' | 'currencyCode'>,
  now: Date,
): Promise<Transfer[]> {
  const [use] = await tx
    .select()
    .from(promoUses)
    .where(
      and(
        eq(promoUses.accountId, accountId),
        eq(promoUses.state, 'awaiting-deposit'),
        gt(promoUses.expiresAt, now),
      ),
    )
    .limit(1)
    .for('update');
  if (!use || use.percent === null || use.currencyCode !== currencyCode) return [];
  const account = await findById(tx, accountId);
  if (!account || statusAt(account, now) !== 'active') return [];
  const { useId, playThrough } = use;
  const grantedMinor = Math.min(use.grantedMinor, Math.floor((amountMinor * use.percent) / 100));
  if (grantedMinor === 0) return [];
  const state = playThrough === 0 ? 'playable' : 'open';
  await tx
    .update(promoUses)
    .set({
      state,
      grantedMinor,
      leftMinor: grantedMinor,
      conditionMinor: grantedMinor * playThrough,
      grantedAt: now,
      expiresAt: daysAfter(now, use.lastsDays),
    })
    .where(eq(promoUses.useId, useId));
  const [campaign] = await tx
    .select({ code: campaigns.promoCode })
    .from(campaigns)
    .where(eq(campaigns.campaignId, use.campaignId));
  const code = campaign?.code ?? '';
  await notify(tx, accountId, 'bonus', { amountMinor: grantedMinor, currencyCode, code }, now);
  return [grantTransfer(use, state, grantedMinor)];
}

/** Ends an expired bonus and returns its unused part to the house. */
function expireBonus({ db, ledger, clock }: BonusDeps, useId: string, accountId: string): Promise<void> {
  return db.transaction(async (tx) => {
    const now = clock.now();
    await holdAccount(tx, accountId, now);
    const isThis = and(eq(promoUses.useId, useId), isNull(promoUses.endedAt), lte(promoUses.expiresAt, now));
    const [use] = await tx.select().from(promoUses).where(isThis).for('update');
    if (!use) return;
    const { state, product, currencyCode, leftMinor } = use;
    await tx
      .update(promoUses)
      .set({ state: 'expired', endedAt: now, leftMinor: 0 })
      .where(eq(promoUses.useId, useId));
    if (state !== 'open' && state !== 'playable') return;
    const balances = await ledger.balances(`player:${accountId}`, currencyCode, tx);
    // The balance can be lower than the stored amount, because a correction may have taken money back.
    const lapsedMinor = Math.min(leftMinor, balances.get(bucketsOf[product][state]) ?? 0);
    if (lapsedMinor === 0) return;
    await notify(tx, accountId, 'bonus_expired', { amountMinor: lapsedMinor, currencyCode }, now);
    const posting = await ledger.post(expiryTransfer(use, state, lapsedMinor), tx);
    if (posting.kind !== 'posted') throw new Error(`${useId}: balance changed under the lock`);
  });
}

/** Ends every expired bonus exactly once, even if several platform processes run this sweep at the same time. */
export function sweepBonuses(deps: BonusDeps): Promise<void> {
  const place = {
    useId: promoUses.useId,
    accountId: promoUses.accountId,
    expiresAt: promoUses.expiresAt,
  };
  return sweep<{ useId: string; accountId: string; expiresAt: Date }>(
    (after, limit) =>
      deps.db
        .select(place)
        .from(promoUses)
        .where(
          and(
            isNull(promoUses.endedAt),
            lte(promoUses.expiresAt, deps.clock.now()),
            after === null
              ? undefined
              : sql`(${promoUses.expiresAt}, ${promoUses.useId}) > (${after.expiresAt.toISOString()}::timestamptz, ${after.useId}::uuid)`,
          ),
        )
        .orderBy(asc(promoUses.expiresAt), asc(promoUses.useId))
        .limit(limit),
    ({ useId, accountId }) => expireBonus(deps, useId, accountId),
    500,
  );
}
