import { and, asc, desc, eq, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { RewardId } from '../../shared/contract/loyalty.ts';
import { wrongFieldsOf } from '../../shared/contract/wrong-fields.ts';
import type { Db, Queryable, Transaction } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { ticketLimits } from '../tickets/limits.ts';
import type { Reward } from './repository.ts';
import { loyaltyRewards } from './tables.ts';

const count = (most: number) => z.int('field.wrong').min(1, 'field.wrong').max(most, 'field.wrong');
const offer = { rewardId: RewardId, points: count(10_000_000) };

/** A new reward as an operator enters it. The names match the columns of `loyalty_rewards`. */
export const NewReward = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('bonus'),
    ...offer,
    currencyCode: z.string('field.wrong').regex(/^[A-Z]{3}$/, 'field.wrong'),
    amountMinor: count(1_000_000_000),
  }),
  z.strictObject({
    kind: z.literal('ticket'),
    ...offer,
    gameId: z.string('field.wrong'),
    lines: count(ticketLimits.linesPerPurchase),
  }),
]);
export type NewReward = z.input<typeof NewReward>;

/**
 * Creates a reward in the caller's transaction. If the reward is a ticket, the game decides the currency.
 * @returns the reward; `taken` if a reward, even an ended reward, has this id; or `fields` with the names of wrong
 *   fields
 */
export async function createReward(
  tx: Transaction,
  given: NewReward,
  { now, catalogue }: { now: Date; catalogue: readonly GameDefinition[] },
): Promise<{ reward: Reward } | { refused: 'taken' } | { fields: Record<string, string> }> {
  const rules = NewReward.safeParse(given);
  if (!rules.success) return { fields: wrongFieldsOf(rules.error) };
  const { data } = rules;
  const game = data.kind === 'ticket' ? catalogue.find(({ gameId }) => gameId === data.gameId) : undefined;
  // Raffles are excluded, because each raffle ticket exists only once and players must choose their ticket.
  if (data.kind === 'ticket' && (!game || game.kind.kind === 'raffle'))
    return { fields: { gameId: 'field.wrong' } };
  const currencyCode = data.kind === 'bonus' ? data.currencyCode : (game?.currencyCode ?? '');
  const [reward] = await tx
    .insert(loyaltyRewards)
    .values({ ...data, currencyCode, createdAt: now })
    .onConflictDoNothing({ target: loyaltyRewards.rewardId })
    .returning();
  return reward ? { reward } : { refused: 'taken' };
}

/** Ends a reward. Players keep the rewards for which they exchanged points. */
export async function endReward(
  tx: Transaction,
  rewardId: string,
  now: Date,
): Promise<{ reward: Reward } | { refused: 'unknown' | 'ended before' }> {
  const isThis = eq(loyaltyRewards.rewardId, rewardId);
  const [reward] = await tx
    .update(loyaltyRewards)
    .set({ endedAt: now })
    .where(and(isThis, isNull(loyaltyRewards.endedAt)))
    .returning();
  if (reward) return { reward };
  const [known] = await tx.select({ rewardId: loyaltyRewards.rewardId }).from(loyaltyRewards).where(isThis);
  return { refused: known ? 'ended before' : 'unknown' };
}

/** Returns every reward, the newest first. */
export function listRewards(db: Queryable): Promise<Reward[]> {
  return db
    .select()
    .from(loyaltyRewards)
    .orderBy(desc(loyaltyRewards.createdAt), asc(loyaltyRewards.points), asc(loyaltyRewards.rewardId));
}

const createdAt = new Date('2026-11-21T18:30:00Z');
/** The rewards that `content/en/promotions/loyalty-points.md` lists. A player earns one point for each ₹10 staked. */
const samples: readonly (typeof loyaltyRewards.$inferInsert)[] = [
  {
    rewardId: 'symbols-1',
    kind: 'ticket',
    points: 100,
    currencyCode: 'INR',
    gameId: 'symbols',
    lines: 1,
    createdAt,
  },
  {
    rewardId: 'daily-1',
    kind: 'ticket',
    points: 200,
    currencyCode: 'INR',
    gameId: 'daily',
    lines: 1,
    createdAt,
  },
  { rewardId: 'bonus-50', kind: 'bonus', points: 500, currencyCode: 'INR', amountMinor: 50_00, createdAt },
  {
    rewardId: 'bonus-250',
    kind: 'bonus',
    points: 2_400,
    currencyCode: 'INR',
    amountMinor: 250_00,
    createdAt,
  },
];

/**
 * Creates the sample rewards of a platform with seeded (simulated) players. A repeated call creates nothing, so a
 * reward that an operator ended stays ended.
 */
export async function seedRewards(db: Db): Promise<void> {
  await db
    .insert(loyaltyRewards)
    .values([...samples])
    .onConflictDoNothing({ target: loyaltyRewards.rewardId });
}
