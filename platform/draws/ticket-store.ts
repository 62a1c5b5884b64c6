import { and, asc, eq, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Line } from '../../shared/domain/draw-kinds.ts';
import type { Queryable } from '../db/database.ts';
import { inDraw } from '../tickets/repository.ts';
import { tickets } from '../tickets/tables.ts';
import type { LineKey } from './chunk-store.ts';
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

/** @param postedAt the time at which the ledger pays the wins; null if the ledger pays the wins later */
export async function insertWins(
  db: Queryable,
  rows: readonly NewWin[],
  postedAt: Date | null = null,
): Promise<void> {
  if (rows.length === 0) return;
  await db.execute(sql`
    insert into ${wins} (draw_id, receipt_number, line_no, prize_no, amount_minor, posted_at)
    select *, ${postedAt?.toISOString() ?? null}::timestamptz from unnest(
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

const stored = {
  receiptNumber: tickets.receiptNumber,
  lineNo: tickets.lineNo,
  line: tickets.line,
  stakeMinor: tickets.stakeMinor,
  playerNo: tickets.playerNo,
};

const inRootOrder = [asc(tickets.receiptNumber), asc(tickets.lineNo)];

/** Returns all tickets of a draw in the order of the Merkle tree's leaves. */
export function ticketsOf(db: Queryable, drawId: string): Promise<StoredTicket[]> {
  return db
    .select(stored)
    .from(tickets)
    .where(inDraw(drawId))
    .orderBy(...inRootOrder);
}

/** Returns the lines of one receipt, ordered by line number. */
export function linesOfReceipt(
  db: Queryable,
  drawId: string,
  receiptNumber: string,
): Promise<StoredTicket[]> {
  return db
    .select(stored)
    .from(tickets)
    .where(and(inDraw(drawId), eq(tickets.receiptNumber, receiptNumber)))
    .orderBy(asc(tickets.lineNo));
}

function isAfter({ receiptNumber, lineNo }: LineKey) {
  return sql`(${tickets.receiptNumber}, ${tickets.lineNo}) > (${receiptNumber}, ${lineNo}::smallint)`;
}

function jsonArray<T>(column: AnyPgColumn) {
  return sql<T[]>`coalesce(json_agg(${column}), '[]')`;
}

/**
 * Returns the ticket lines of a draw that follow the line `after`, in the order of the Merkle tree's leaves. PostgreSQL
 * sends one row with a JSON array for each column. Sending one row for each line would take twice the processor time.
 */
export async function ticketsAfter(
  db: Queryable,
  drawId: string,
  after: LineKey,
  limit: number,
): Promise<StoredTicket[]> {
  const inOrder = db
    .select(stored)
    .from(tickets)
    .where(and(inDraw(drawId), isAfter(after)))
    .orderBy(...inRootOrder)
    .limit(limit)
    .as('in_order');
  // An aggregate without GROUP BY keeps the order of its subquery.
  const [columns] = await db
    .select({
      receiptNumbers: jsonArray<string>(inOrder.receiptNumber),
      lineNos: jsonArray<number>(inOrder.lineNo),
      lines: jsonArray<Line>(inOrder.line),
      stakesMinor: jsonArray<number>(inOrder.stakeMinor),
      playerNos: jsonArray<number | null>(inOrder.playerNo),
    })
    .from(inOrder);
  if (!columns) throw new Error('an aggregate returned no row');
  const { receiptNumbers, lineNos, lines, stakesMinor, playerNos } = columns;
  return lines.map((line, index) => ({
    receiptNumber: receiptNumbers[index] ?? '',
    lineNo: lineNos[index] ?? 0,
    line,
    stakeMinor: stakesMinor[index] ?? 0,
    playerNo: playerNos[index] ?? null,
  }));
}

export interface LineHolder extends LineKey {
  /** Offset of this line: the number of lines between the line `after` and this line. */
  place: number;
  playerNo: number | null;
  accountId: string | null;
}

/**
 * Returns keys and holders of the lines at given offsets from the line `after`, in the order of the Merkle tree's
 * leaves.
 * @param places for each requested line, the number of lines between the line `after` and the requested line
 */
export async function holdersAfter(
  db: Queryable,
  drawId: string,
  after: LineKey,
  places: readonly number[],
): Promise<LineHolder[]> {
  if (places.length === 0) return [];
  const inRange = db.$with('in_range').as(
    db
      .select({
        receiptNumber: tickets.receiptNumber,
        lineNo: tickets.lineNo,
        playerNo: tickets.playerNo,
        accountId: tickets.accountId,
        place:
          sql<number>`(row_number() over (order by ${tickets.receiptNumber}, ${tickets.lineNo}) - 1)::int`.as(
            'place',
          ),
      })
      .from(tickets)
      .where(and(inDraw(drawId), isAfter(after)))
      .orderBy(...inRootOrder)
      .limit(Math.max(...places) + 1),
  );
  const found = await db
    .with(inRange)
    .select()
    .from(inRange)
    .where(sql`${inRange.place} in (select unnest(${sql.param(places)}::int[]))`)
    .orderBy(inRange.place);
  if (found.length !== places.length) throw new Error(`${drawId} has lost tickets since its close`);
  return found;
}

/** Wins among the lines that follow a given line, as one array for each column. */
export interface WinColumns {
  /**
   * For each winning line, the number of lines between the given line and the winning line. Lines are in the order of
   * the Merkle tree's leaves.
   */
  places: number[];
  prizeNos: number[];
  amountsMinor: number[];
}

export interface Winner extends Record<string, unknown> {
  playerNo: number | null;
  accountId: string | null;
  prizes: number;
  /** Sum of the prizes. */
  amountMinor: number;
}

/**
 * Stores wins that the ledger pays at `now`, and returns their holders. Skips wins that are already stored. Such a win
 * belongs to a receipt that an earlier batch has posted.
 */
export async function payWins(
  db: Queryable,
  drawId: string,
  after: LineKey,
  { places, prizeNos, amountsMinor }: WinColumns,
  now: Date,
): Promise<Winner[]> {
  if (places.length === 0) return [];
  const { rows } = await db.execute<Winner & { found: number }>(sql`
    with line as (
      select receipt_number, line_no, player_no, account_id,
        row_number() over (order by receipt_number, line_no) - 1 as place
      from ${tickets} where ${inDraw(drawId)} and ${isAfter(after)}
      order by receipt_number, line_no limit ${Math.max(...places) + 1}
    ), won as (
      select line.*, prize_no, amount from line join unnest(
        ${sql.param(places)}::int[], ${sql.param(prizeNos)}::smallint[], ${sql.param(amountsMinor)}::bigint[]
      ) as prize(place, prize_no, amount) using (place)
    ), stored as (
      insert into ${wins} (draw_id, receipt_number, line_no, prize_no, amount_minor, posted_at)
      select ${drawId}, receipt_number, line_no, prize_no, amount, ${now.toISOString()}::timestamptz from won
      on conflict do nothing returning receipt_number, line_no, amount_minor
    )
    select player_no as "playerNo", account_id as "accountId", count(*)::int as found,
      count(amount_minor)::int as prizes, coalesce(sum(amount_minor), 0)::float8 as "amountMinor"
    from won left join stored using (receipt_number, line_no) group by player_no, account_id`);
  if (rows.reduce((sum, { found }) => sum + found, 0) !== places.length)
    throw new Error(`${drawId} has lost tickets since its close`);
  return rows;
}
