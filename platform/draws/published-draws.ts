import { and, asc, eq, gte, sql } from 'drizzle-orm';
import type { PublishedDrawsResponse } from '../../shared/contract/published-draws.ts';
import type { Db } from '../db/database.ts';
import { draws } from './tables.ts';

/**
 * Returns at most `count` published draws of a game, beginning with the draw number `from`. The index on game and draw
 * number returns them in order.
 */
export async function publishedDrawsOf(
  db: Db,
  gameId: string,
  from: number,
  count: number,
): Promise<PublishedDrawsResponse> {
  const rows = await db
    .select({
      drawNumber: draws.drawNumber,
      drawAt: draws.drawAt,
      publishedAt: draws.publishedAt,
      correctedAt: sql<string | null>`${draws.correction} ->> 'at'`,
    })
    .from(draws)
    .where(and(eq(draws.gameId, gameId), gte(draws.drawNumber, from), eq(draws.status, 'published')))
    .orderBy(asc(draws.drawNumber))
    .limit(count);
  return {
    draws: rows.map(({ drawNumber, drawAt, publishedAt, correctedAt }) => ({
      drawNumber,
      changedAt: correctedAt ?? (publishedAt ?? drawAt).toISOString(),
    })),
  };
}
