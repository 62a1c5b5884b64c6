import { asc, sql } from 'drizzle-orm';
import type { Line } from '../../shared/domain/draw-kinds.ts';
import type { Queryable } from '../db/database.ts';
import { inDraw } from '../tickets/repository.ts';
import { tickets } from '../tickets/tables.ts';
import { wins } from './tables.ts';

export interface NewTicket {
  drawId: string;
  receiptNumber: string;
  line: Line;
  stakeMinor: number;
  playerNo: number | null;
  boughtAt: Date;
}

export interface NewWin {
  drawId: string;
  receiptNumber: string;
  lineNo: number;
  prizeNo: number;
  amountMinor: number;
}

/** Inserts all rows in one statement with one array parameter for each column. */
export async function insertTickets(db: Queryable, rows: readonly NewTicket[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`
    insert into ${tickets} (draw_id, receipt_number, line, stake_minor, player_no, bought_at, month)
    select sold.*, tickets_month from unnest(
      ${sql.param(rows.map((row) => row.drawId))}::text[],
      ${sql.param(rows.map((row) => row.receiptNumber))}::text[],
      ${sql.param(rows.map((row) => JSON.stringify(row.line)))}::jsonb[],
      ${sql.param(rows.map((row) => row.stakeMinor))}::bigint[],
      ${sql.param(rows.map((row) => row.playerNo))}::integer[],
      ${sql.param(rows.map((row) => row.boughtAt.toISOString()))}::timestamptz[]
    ) as sold(draw_id) join draws on draws.draw_id = sold.draw_id collate "C"`);
}

/** Inserts wins that are not yet posted to the ledger. */
export async function insertWins(db: Queryable, rows: readonly NewWin[]): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`
    insert into ${wins} (draw_id, receipt_number, line_no, prize_no, amount_minor)
    select * from unnest(
      ${sql.param(rows.map((row) => row.drawId))}::text[],
      ${sql.param(rows.map((row) => row.receiptNumber))}::text[],
      ${sql.param(rows.map((row) => row.lineNo))}::smallint[],
      ${sql.param(rows.map((row) => row.prizeNo))}::smallint[],
      ${sql.param(rows.map((row) => row.amountMinor))}::bigint[]
    )`);
}

export interface StoredTicket {
  receiptNumber: string;
  lineNo: number;
  line: Line;
  stakeMinor: number;
  playerNo: number | null;
}

/** Tickets of a draw ordered by the bytes of their receipt numbers, as their root and the settlement require. */
export async function ticketsOf(db: Queryable, drawId: string): Promise<StoredTicket[]> {
  const rows = await db
    .select({
      receiptNumber: tickets.receiptNumber,
      lineNo: tickets.lineNo,
      line: tickets.line,
      stakeMinor: tickets.stakeMinor,
      playerNo: tickets.playerNo,
    })
    .from(tickets)
    .where(inDraw(drawId))
    .orderBy(asc(tickets.receiptNumber), asc(tickets.lineNo));
  return rows;
}
