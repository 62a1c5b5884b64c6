import { and, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { draws } from './tables.ts';

/**
 * Opens the sales of every committed draw that has reached its opening time, but not its closing time. Returns whether
 * it opened any draw.
 */
export async function openDraws(db: Db, now: Date): Promise<boolean> {
  const { rowCount } = await db
    .update(draws)
    .set({ status: 'open', openedAt: now })
    .where(and(eq(draws.status, 'committed'), lte(draws.salesOpenAt, now), gt(draws.salesCloseAt, now)));
  return rowCount !== 0;
}
