import { and, asc, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Queryable } from '../db/database.ts';
import { loyaltyExchanges, loyaltyRewards } from './tables.ts';

export type Reward = typeof loyaltyRewards.$inferSelect;
export type ExchangeRow = typeof loyaltyExchanges.$inferSelect;

/** Maximum number of rewards in a list. */
const mostRewards = 50;

/**
 * Returns the rewards that have not ended, cheapest first.
 * @param gameIds the games whose tickets can be given as a reward now
 */
export function openRewards(
  db: Queryable,
  currencyCode: string,
  gameIds: readonly string[],
): Promise<Reward[]> {
  return db
    .select()
    .from(loyaltyRewards)
    .where(
      and(
        eq(loyaltyRewards.currencyCode, currencyCode),
        isNull(loyaltyRewards.endedAt),
        or(isNull(loyaltyRewards.gameId), inArray(loyaltyRewards.gameId, [...gameIds])),
      ),
    )
    .orderBy(asc(loyaltyRewards.points), asc(loyaltyRewards.rewardId))
    .limit(mostRewards);
}

/** Returns a reward in this currency, or null if it has ended or does not exist. */
export async function findReward(
  db: Queryable,
  rewardId: string,
  currencyCode: string,
): Promise<Reward | null> {
  const [reward] = await db
    .select()
    .from(loyaltyRewards)
    .where(
      and(
        eq(loyaltyRewards.rewardId, rewardId),
        eq(loyaltyRewards.currencyCode, currencyCode),
        isNull(loyaltyRewards.endedAt),
      ),
    );
  return reward ?? null;
}

export async function findExchange(
  db: Queryable,
  accountId: string,
  idempotencyKey: string,
): Promise<ExchangeRow | null> {
  const [exchange] = await db
    .select()
    .from(loyaltyExchanges)
    .where(
      and(eq(loyaltyExchanges.accountId, accountId), eq(loyaltyExchanges.idempotencyKey, idempotencyKey)),
    );
  return exchange ?? null;
}
