import { and, between, desc, eq, gte, lt, lte, or, type SQL, sql, sum } from 'drizzle-orm';
import { nextMidnight, startOfDay } from '../../shared/domain/site-time.ts';
import type { Db } from '../db/database.ts';
import { draws, gameDays } from '../draws/tables.ts';
import type { DrawQuery } from './draw-query.ts';

export type FoundDraw = Pick<
  typeof draws.$inferSelect,
  'gameId' | 'drawNumber' | 'drawAt' | 'drawn' | 'correction'
>;
type Days = DrawQuery['days'];

const columns = {
  gameId: draws.gameId,
  drawNumber: draws.drawNumber,
  drawAt: draws.drawAt,
  drawn: draws.drawn,
  correction: draws.correction,
};

function isIn(days: Days, timeZone: string): SQL | undefined {
  return days === null
    ? undefined
    : and(
        gte(draws.drawAt, startOfDay(timeZone, days.from)),
        lt(draws.drawAt, nextMidnight(timeZone, startOfDay(timeZone, days.to))),
      );
}

/** Returns the newest published draws of some games. One index scan for each game reads at most `limit` draws. */
export async function newestDraws(
  db: Db,
  gameIds: string[],
  days: Days,
  { timeZone, limit, until }: { timeZone: string; limit: number; until: Date | null },
): Promise<FoundDraw[]> {
  if (gameIds.length === 0) return [];
  const each = db
    .select(columns)
    .from(draws)
    .where(
      and(
        sql`${draws.gameId} = wanted.id`,
        eq(draws.status, 'published'),
        isIn(days, timeZone),
        until === null ? undefined : lte(draws.drawAt, until),
      ),
    )
    .orderBy(desc(draws.drawAt))
    .limit(limit)
    .as('each');
  return db
    .select({
      gameId: each.gameId,
      drawNumber: each.drawNumber,
      drawAt: each.drawAt,
      drawn: each.drawn,
      correction: each.correction,
    })
    .from(sql`unnest(${sql.param(gameIds)}::text[]) as wanted(id)`)
    .crossJoinLateral(each)
    .orderBy(desc(each.drawAt))
    .limit(limit);
}

/**
 * Counts published draws. Adds up the counts that `gameDays` stores for each day. Reads at most `maxDays` days of each
 * game.
 */
export async function countDraws(db: Db, gameIds: string[], days: Days, maxDays: number): Promise<number> {
  if (gameIds.length === 0) return 0;
  const each = db
    .select({ held: gameDays.drawsHeld })
    .from(gameDays)
    .where(
      and(
        sql`${gameDays.gameId} = wanted.id`,
        days === null ? undefined : between(gameDays.day, days.from, days.to),
      ),
    )
    .orderBy(desc(gameDays.day))
    .limit(maxDays)
    .as('each');
  const [row] = await db
    .select({ held: sum(each.held).mapWith(Number) })
    .from(sql`unnest(${sql.param(gameIds)}::text[]) as wanted(id)`)
    .crossJoinLateral(each);
  return row?.held ?? 0;
}

export async function drawsByNumber(
  db: Db,
  wanted: { gameId: string; drawNumber: number }[],
  days: Days,
  timeZone: string,
): Promise<FoundDraw[]> {
  if (wanted.length === 0) return [];
  const isWanted = wanted.map(({ gameId, drawNumber }) =>
    and(eq(draws.gameId, gameId), eq(draws.drawNumber, drawNumber)),
  );
  return db
    .select(columns)
    .from(draws)
    .where(and(eq(draws.status, 'published'), isIn(days, timeZone), or(...isWanted)));
}
