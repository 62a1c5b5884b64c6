import type { Db } from '../db/database.ts';
import { campaigns } from './tables.ts';

/**
 * Validity of both sample codes: 1 November 2026 to 31 January 2027 in Indian time. The pages of the promotions name
 * the same days.
 */
const validFrom = new Date('2026-10-31T18:30:00Z');
const validUntil = new Date('2027-01-31T18:30:00Z');

/** The promo codes in the texts `content/en/promotions/welcome-bonus.md` and `first-deposit-bonus.md`. */
const codes: readonly (typeof campaigns.$inferInsert)[] = [
  {
    kind: 'signup',
    promoCode: 'WELCOME50',
    product: 'casino',
    amounts: { INR: 50_00 },
    percent: null,
    playThrough: 0,
    lastsDays: 90,
    validFrom,
    validUntil,
    maxUses: null,
    maxUsesPerPlayer: 1,
    createdAt: validFrom,
  },
  {
    kind: 'signup',
    promoCode: 'FIRST25',
    product: 'casino',
    amounts: { INR: 250_00 },
    percent: 25,
    playThrough: 1,
    lastsDays: 30,
    validFrom,
    validUntil,
    maxUses: null,
    maxUsesPerPlayer: 1,
    createdAt: validFrom,
  },
];

/**
 * Creates the sample promo codes, for platforms with simulated players. An existing code is not changed, because an
 * operator may have ended it.
 */
export async function seedPromoCodes(db: Db): Promise<void> {
  await db
    .insert(campaigns)
    .values([...codes])
    .onConflictDoNothing({ target: campaigns.promoCode });
}
