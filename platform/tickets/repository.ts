import { and, eq, gt, type SQL, sql, sum } from 'drizzle-orm';
import type { Line } from '../../shared/domain/draw-kinds.ts';
import { type Queryable, sqlState, type Transaction } from '../db/database.ts';
import { draws } from '../draws/tables.ts';
import { purchases, tickets } from './tables.ts';

export type Purchase = typeof purchases.$inferSelect;

/** The purchase of an account with an idempotency key, or null. */
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
 * Locks a draw that is on sale against its close, but not against other buyers, until the transaction ends. The caller
 * has locked the account. A draw after its close is not locked: late buyers would hold up the close again and again.
 * @returns the draw, with the number of lines that the account already has in it; null if it is not on sale
 */
export async function lockDrawForSale(
  tx: Transaction,
  drawId: string,
  accountId: string,
  now: Date,
): Promise<(SaleDraw & { linesHeld: number }) | null> {
  const held = tx
    .select({ lines: sum(purchases.lines) })
    .from(purchases)
    .where(and(eq(purchases.drawId, drawId), eq(purchases.accountId, accountId)));
  const [row] = await tx
    .select({ ...saleColumns, linesHeld: sql`coalesce((${held}), 0)`.mapWith(Number) })
    .from(draws)
    .where(and(eq(draws.drawId, drawId), eq(draws.status, 'open'), gt(draws.salesCloseAt, now)))
    .for('share');
  return row ?? null;
}

export async function findSaleDraw(db: Queryable, drawId: string): Promise<SaleDraw | null> {
  const [row] = await db.select(saleColumns).from(draws).where(eq(draws.drawId, drawId));
  return row ?? null;
}

/** The condition for tickets of one draw. The month lets PostgreSQL read one partition instead of all. */
export function inDraw(drawId: string): SQL {
  return sql`${tickets.drawId} = ${drawId}
    and ${tickets.month} = (select ${draws.ticketsMonth} from ${draws} where ${draws.drawId} = ${drawId})`;
}

const uniqueViolation = '23505';

/**
 * Inserts the lines of one receipt in one statement.
 * @param lines sorted by line for a raffle, since two buyers of the same raffle tickets would deadlock in different orders
 * @returns false if a raffle ticket is already sold, which has aborted the transaction
 */
export async function insertLines(
  tx: Transaction,
  purchase: Pick<Purchase, 'drawId' | 'receiptNumber' | 'accountId' | 'boughtAt'>,
  lines: readonly { lineNo: number; line: Line }[],
  stakeMinor: number,
): Promise<boolean> {
  try {
    await tx.execute(sql`
      insert into ${tickets} (draw_id, receipt_number, line_no, line, stake_minor, account_id, bought_at, month)
      select draw_id, ${purchase.receiptNumber}, line_no, line, ${stakeMinor}::bigint,
        ${purchase.accountId}::uuid, ${purchase.boughtAt.toISOString()}::timestamptz, tickets_month
      from draws cross join unnest(
        ${sql.param(lines.map(({ lineNo }) => lineNo))}::smallint[],
        ${sql.param(lines.map(({ line }) => JSON.stringify(line)))}::jsonb[]
      ) as bought(line_no, line)
      where draw_id = ${purchase.drawId}`);
    return true;
  } catch (error) {
    if (sqlState(error) === uniqueViolation) return false;
    throw error;
  }
}
