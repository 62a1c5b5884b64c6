import { and, desc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { PromoCode } from '../../shared/contract/fields.ts';
import { wrongFieldsOf } from '../../shared/contract/wrong-fields.ts';
import type { InputBounds } from '../../shared/domain/input-bounds.ts';
import { checkPromoCode } from '../../shared/domain/input-rules.ts';
import { accounts } from '../accounts/tables.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import { bonusProducts } from '../wallet/service.ts';
import { campaigns } from './tables.ts';

const amount = z.int('field.wrong').min(1, 'field.wrong').max(1_000_000_000, 'field.wrong');

/** What an operator says of a new promo code. Field by field it is the row of `campaigns`. */
export const NewPromo = z
  .strictObject({
    promoCode: PromoCode,
    product: z.enum(bonusProducts, 'field.wrong').default('casino'),
    /** Currency → minor units: the bonus, or the most of it with `percent`. */
    amounts: z
      .record(z.string().regex(/^[A-Z]{3}$/, 'field.wrong'), amount)
      .refine((amounts) => Object.keys(amounts).length > 0, 'field.wrong'),
    /** Of the first deposit; null: fixed, and credited at signup. */
    percent: z.int('field.wrong').min(1, 'field.wrong').max(1000, 'field.wrong').nullable().default(null),
    /** Times the bonus that must be staked in cash before it can be played; 0: at once. */
    playThrough: z.int('field.wrong').min(0, 'field.wrong').max(100, 'field.wrong').default(0),
    /** Days until what is left of the bonus lapses. */
    lastsDays: z.int('field.wrong').min(1, 'field.wrong').max(3650, 'field.wrong').default(90),
    validFrom: z.date('field.wrong'),
    /** Not at this moment any more; null: until it is ended. */
    validUntil: z.date('field.wrong').nullable().default(null),
    maxUses: z
      .int('field.wrong')
      .min(1, 'field.wrong')
      .max(2_000_000_000, 'field.wrong')
      .nullable()
      .default(null),
    maxUsesPerPlayer: z.int('field.wrong').min(1, 'field.wrong').max(1000, 'field.wrong').default(1),
  })
  .refine(({ validFrom, validUntil }) => validUntil === null || validUntil > validFrom, {
    path: ['validUntil'],
    error: 'field.wrong',
  });
export type NewPromo = z.input<typeof NewPromo>;

/** A promo code as it stands; `uses` counts the accounts that were opened with it. */
export type Promo = typeof campaigns.$inferSelect;

/**
 * Makes a promo code, in the transaction of whoever notes it.
 * @returns the code; `taken` where it is somebody's already, ended or not, or a player's referral code; `fields` names
 *   what is wrong with the rules
 */
export async function createPromo(
  tx: Transaction,
  given: NewPromo,
  { now, inputBounds }: { now: Date; inputBounds: InputBounds },
): Promise<{ promo: Promo } | { refused: 'taken' } | { fields: Record<string, string> }> {
  const rules = NewPromo.safeParse(given);
  if (!rules.success) return { fields: wrongFieldsOf(rules.error) };
  const { promoCode } = rules.data;
  const wrongCode = checkPromoCode(promoCode, inputBounds);
  if (wrongCode) return { fields: { promoCode: wrongCode } };
  const [player] = await tx
    .select({ accountId: accounts.accountId })
    .from(accounts)
    .where(eq(accounts.referralCode, promoCode));
  if (player) return { refused: 'taken' };
  const [promo] = await tx
    .insert(campaigns)
    .values({ kind: 'signup', ...rules.data, createdAt: now })
    .onConflictDoNothing({ target: campaigns.promoCode })
    .returning();
  return promo ? { promo } : { refused: 'taken' };
}

/**
 * Ends a promo code: nobody can use it any more. Bonuses that it gave stay.
 * @param promoCode in upper or lower case
 */
export async function endPromo(
  tx: Transaction,
  promoCode: string,
  now: Date,
): Promise<{ promo: Promo } | { refused: 'unknown' | 'ended before' }> {
  const code = eq(campaigns.promoCode, promoCode.toUpperCase());
  const [promo] = await tx
    .update(campaigns)
    .set({ endedAt: now })
    .where(and(code, isNull(campaigns.endedAt)))
    .returning();
  if (promo) return { promo };
  const [known] = await tx.select({ campaignId: campaigns.campaignId }).from(campaigns).where(code);
  return { refused: known ? 'ended before' : 'unknown' };
}

/** Every promo code there ever was, newest first. */
export function listPromos(db: Queryable): Promise<Promo[]> {
  return db.select().from(campaigns).orderBy(desc(campaigns.createdAt), desc(campaigns.promoCode));
}
