import { and, eq, sql, sum } from 'drizzle-orm';
import type { Line } from '../../shared/domain/draw-kinds.ts';
import { type Queryable, sqlState, type Transaction } from '../db/database.ts';
import { draws } from '../draws/tables.ts';
import { purchases, tickets } from './tables.ts';

export type Purchase = typeof purchases.$inferSelect;

/** What an account bought under a key of its own, or null. */
export async function findPurchase(
  db: Queryable,
  accountId: string,
  idempotencyKey: string,
): Promise<Purchase | null> {
  const [row] = await db
    .select()
    .from(purchases)
    .where(and(eq(purchases.accountId, accountId), eq(purchases.idempotencyKey, idempotencyKey)));
  return row ?? null;
}

export interface SaleDraw {
  drawId: string;
  gameId: string;
  drawNumber: number;
  status: string;
  drawAt: Date;
  salesCloseAt: Date;
  ticketPriceMinor: number;
}

const saleColumns = {
  drawId: draws.drawId,
  gameId: draws.gameId,
  drawNumber: draws.drawNumber,
  status: draws.status,
  drawAt: draws.drawAt,
  salesCloseAt: draws.salesCloseAt,
  ticketPriceMinor: draws.ticketPriceMinor,
};

/**
 * A draw whose close waits until the transaction ends, so that no ticket slips in behind it; other buyers do not wait.
 * With it, how many lines the account, which is held already, has in it.
 */
export async function holdDrawForSale(
  tx: Transaction,
  drawId: string,
  accountId: string,
): Promise<(SaleDraw & { linesHeld: number }) | null> {
  const held = tx
    .select({ lines: sum(purchases.lines) })
    .from(purchases)
    .where(and(eq(purchases.drawId, drawId), eq(purchases.accountId, accountId)));
  const [row] = await tx
    .select({ ...saleColumns, linesHeld: sql`coalesce((${held}), 0)`.mapWith(Number) })
    .from(draws)
    .where(eq(draws.drawId, drawId))
    .for('share');
  return row ?? null;
}

export async function findSaleDraw(db: Queryable, drawId: string): Promise<SaleDraw | null> {
  const [row] = await db.select(saleColumns).from(draws).where(eq(draws.drawId, drawId));
  return row ?? null;
}

const taken = '23505';

/**
 * The lines of one receipt, in one statement.
 * @param lines with the numbers that they have on the receipt, in the order in which they are written: two buyers of
 *   the same raffle tickets must meet in the same order
 * @returns false where one of them, of a raffle, is sold already; the transaction has ended with it
 */
export async function insertLines(
  tx: Transaction,
  purchase: Pick<Purchase, 'drawId' | 'receiptNumber' | 'accountId' | 'boughtAt'>,
  lines: readonly { lineNo: number; line: Line }[],
  stakeMinor: number,
): Promise<boolean> {
  try {
    await tx.execute(sql`
      insert into ${tickets} (draw_id, receipt_number, line_no, line, stake_minor, account_id, bought_at)
      select ${purchase.drawId}, ${purchase.receiptNumber}, line_no, line, ${stakeMinor}::bigint,
        ${purchase.accountId}::uuid, ${purchase.boughtAt.toISOString()}::timestamptz
      from unnest(
        ${sql.param(lines.map(({ lineNo }) => lineNo))}::smallint[],
        ${sql.param(lines.map(({ line }) => JSON.stringify(line)))}::jsonb[]
      ) as bought(line_no, line)`);
    return true;
  } catch (error) {
    if (sqlState(error) === taken) return false;
    throw error;
  }
}
