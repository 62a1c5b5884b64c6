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

/** The rules of a new promo code as an operator enters them. Each rule has the name of its column in `campaigns`. */
export const NewPromo = z
  .strictObject({
    promoCode: PromoCode,
    product: z.enum(bonusProducts, 'field.wrong').default('casino'),
    /**
     * Amounts by currency, in minor units. Each amount is the bonus, or the maximum of the bonus if `percent` is set.
     */
    amounts: z
      .record(z.string().regex(/^[A-Z]{3}$/, 'field.wrong'), amount)
      .refine((amounts) => Object.keys(amounts).length > 0, 'field.wrong'),
    /** The bonus as a percentage of the first deposit. Null means a fixed amount that is credited at signup. */
    percent: z.int('field.wrong').min(1, 'field.wrong').max(1000, 'field.wrong').nullable().default(null),
    /**
     * The player must stake this multiple of the bonus in cash before the bonus is playable. 0 means that the bonus is
     * playable at once.
     */
    playThrough: z.int('field.wrong').min(0, 'field.wrong').max(100, 'field.wrong').default(0),
    /** Number of days from the credit of the bonus to the expiry of its unused part. */
    lastsDays: z.int('field.wrong').min(1, 'field.wrong').max(3650, 'field.wrong').default(90),
    validFrom: z.date('field.wrong'),
    /** Time from which the code is no longer valid. Null means that it is valid until an operator ends it. */
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

/** A stored promo code. `uses` counts the accounts that were opened with the code. */
export type Promo = typeof campaigns.$inferSelect;

/**
 * Creates a promo code in the caller's transaction.
 * @returns the stored `promo`, `taken` if the code is a referral code or was ever a promo code, or `fields` with a
 * message key for each invalid rule
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
 * Ends a promo code for new signups. Players keep the bonuses that they already have.
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

export function listPromos(db: Queryable): Promise<Promo[]> {
  return db.select().from(campaigns).orderBy(desc(campaigns.createdAt), desc(campaigns.promoCode));
}
