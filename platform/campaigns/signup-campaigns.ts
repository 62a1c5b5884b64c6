import { randomUUID } from 'node:crypto';
import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import type { SignupBonus } from '../../shared/contract/campaigns.ts';
import { codes } from '../../shared/contract/codes.ts';
import type { SignupCampaigns } from '../accounts/context.ts';
import { findById, statusAt } from '../accounts/repository.ts';
import { accounts } from '../accounts/tables.ts';
import type { Db, Queryable, Transaction } from '../db/database.ts';
import { Refusal } from '../http/refusal.ts';
import { notify } from '../notifications/notify.ts';
import type { Ledger } from '../wallet/ledger.ts';
import { grantTransfer } from './bonus-buckets.ts';
import type { Fingerprints } from './person.ts';
import type { Promo } from './promo-codes.ts';
import { campaignRulesOf } from './rules.ts';
import { campaigns, promoUses, referrals } from './tables.ts';

export interface SignupCampaignDeps {
  db: Db;
  ledger: Ledger;
  clock: { now(): Date };
  fingerprints: Fingerprints;
}

type Found =
  | { kind: 'promo'; promo: Promo; amountMinor: number }
  | { kind: 'referral'; referrer: { accountId: string; currencyCode: string } };

const dayMs = 86_400_000;

export function daysAfter(from: Date, days: number): Date {
  return new Date(from.getTime() + days * dayMs);
}

/**
 * Returns the active account that owns a referral code, or null.
 * @param code the code in upper case
 */
async function findReferrer(on: Queryable, code: string, now: Date) {
  const [referrer] = await on.select().from(accounts).where(eq(accounts.referralCode, code));
  return referrer && statusAt(referrer, now) === 'active' ? referrer : null;
}

/**
 * Looks up the promo code or the referrer for a code that a player enters at signup.
 * @throws Refusal 10520 for an unknown code, 10521 for a used-up code, 10522 if the code has no amount for this
 *   currency
 */
async function lookUp(on: Queryable, code: string, currencyCode: string, now: Date): Promise<Found> {
  const [promo] = await on.select().from(campaigns).where(eq(campaigns.promoCode, code));
  if (!promo) {
    const referrer = await findReferrer(on, code, now);
    if (!referrer) throw new Refusal(codes.promoUnknown);
    return { kind: 'referral', referrer };
  }
  const { validFrom, validUntil, endedAt, maxUses, uses, amounts } = promo;
  // Treat a code that is not valid yet like an unknown code, so that the response does not reveal the code.
  if (now < validFrom) throw new Refusal(codes.promoUnknown);
  const isOver = endedAt !== null || (validUntil !== null && validUntil <= now);
  if (isOver || (maxUses !== null && uses >= maxUses)) throw new Refusal(codes.promoUsedUp);
  const amountMinor = Object.hasOwn(amounts, currencyCode) ? amounts[currencyCode] : undefined;
  if (amountMinor === undefined) throw new Refusal(codes.promoCurrency);
  return { kind: 'promo', promo, amountMinor };
}

export interface SignupBonuses extends SignupCampaigns {
  /**
   * Answers `campaign/getSignupBonusCalculations`: returns the bonus of a code, in minor units.
   * @param currencyCode currency (ISO 4217) of the account to be opened
   */
  calculate(promoCode: string, currencyCode: string): Promise<SignupBonus>;
}

/**
 * Counts one use of a promo code and locks the code's row.
 * @throws Refusal if the code has ended or was used up since `lookUp`
 */
async function takeUse(tx: Transaction, promoCode: string, now: Date): Promise<Promo> {
  const [promo] = await tx
    .update(campaigns)
    .set({ uses: sql`${campaigns.uses} + 1` })
    .where(
      and(
        eq(campaigns.promoCode, promoCode),
        isNull(campaigns.endedAt),
        lte(campaigns.validFrom, now),
        or(isNull(campaigns.validUntil), gt(campaigns.validUntil, now)),
        or(isNull(campaigns.maxUses), gt(campaigns.maxUses, campaigns.uses)),
      ),
    )
    .returning();
  if (!promo) throw new Refusal(codes.promoUsedUp);
  return promo;
}

function bonusOf(found: Found, promoCode: string, currencyCode: string): SignupBonus {
  if (found.kind === 'referral') {
    const { referrer } = found;
    return {
      kind: 'referral',
      promoCode,
      product: 'casino',
      currencyCode,
      amount: campaignRulesOf(currencyCode).friendReward,
      bringer: {
        amount: campaignRulesOf(referrer.currencyCode).bringerReward,
        currencyCode: referrer.currencyCode,
      },
    };
  }
  const { promo, amountMinor } = found;
  const { product, percent, playThrough, lastsDays, validUntil } = promo;
  const isFixed = percent === null;
  return {
    kind: 'promo',
    promoCode,
    product,
    currencyCode,
    amount: amountMinor,
    percent,
    creditedAt: isFixed ? 'signup' : 'first-deposit',
    playThrough,
    mostToStake: amountMinor * playThrough,
    lastsDays,
    validUntil: validUntil?.toISOString() ?? null,
  };
}

/** Applies promo and referral codes at signup (spec §3, §5, §7). */
export function createSignupBonuses({ db, ledger, clock, fingerprints }: SignupCampaignDeps): SignupBonuses {
  const usePromo = async (
    tx: Transaction,
    accountId: string,
    promoCode: string,
    currencyCode: string,
  ): Promise<void> => {
    const now = clock.now();
    const promo = await takeUse(tx, promoCode, now);
    const { campaignId, product, percent, playThrough, lastsDays } = promo;
    const grantedMinor = promo.amounts[currencyCode];
    const account = await findById(tx, accountId);
    if (grantedMinor === undefined || !account) throw new Refusal(codes.promoCurrency);
    const personHash = fingerprints.ofPerson(account);
    // `takeUse` has locked the campaign's row, so two concurrent signups of one person cannot both get the bonus.
    const before = await tx.$count(
      promoUses,
      and(eq(promoUses.campaignId, campaignId), eq(promoUses.personHash, personHash)),
    );
    if (before >= promo.maxUsesPerPlayer) throw new Refusal(codes.promoUsedUp);
    const state = playThrough === 0 ? 'playable' : 'open';
    const use = { useId: randomUUID(), accountId, product, currencyCode };
    const rules = { campaignId, percent, playThrough, lastsDays, grantedMinor, personHash, usedAt: now };
    const expiresAt = daysAfter(now, lastsDays);
    if (percent !== null) {
      await tx.insert(promoUses).values({ ...use, ...rules, state: 'awaiting-deposit', expiresAt });
      return;
    }
    await tx.insert(promoUses).values({
      ...use,
      ...rules,
      state,
      leftMinor: grantedMinor,
      conditionMinor: grantedMinor * playThrough,
      grantedAt: now,
      expiresAt,
    });
    await notify(tx, accountId, 'bonus', { amountMinor: grantedMinor, currencyCode, code: promoCode }, now);
    const posting = await ledger.post(grantTransfer(use, state, grantedMinor), tx);
    if (posting.kind !== 'posted') throw new Error(`${use.useId}: bonus was not posted`);
  };

  return {
    async checkPromo(promoCode, currencyCode) {
      const found = await lookUp(db, promoCode, currencyCode, clock.now());
      return { referredBy: found.kind === 'referral' ? found.referrer.accountId : null };
    },

    async onSignup({ accountId, currencyCode, promoCode, referredBy }, tx) {
      if (promoCode === null) return;
      if (referredBy === null) return usePromo(tx, accountId, promoCode, currencyCode);
      const referrer = await findById(tx, referredBy);
      if (!referrer) throw new Refusal(codes.promoUnknown);
      await tx.insert(referrals).values({
        friendId: accountId,
        bringerId: referredBy,
        state: 'joined',
        friendRewardMinor: campaignRulesOf(currencyCode).friendReward,
        friendCurrency: currencyCode,
        bringerRewardMinor: campaignRulesOf(referrer.currencyCode).bringerReward,
        bringerCurrency: referrer.currencyCode,
        joinedAt: clock.now(),
      });
    },

    async calculate(promoCode, currencyCode) {
      return bonusOf(await lookUp(db, promoCode, currencyCode, clock.now()), promoCode, currencyCode);
    },
  };
}
