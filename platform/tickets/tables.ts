import { sql } from 'drizzle-orm';
import {
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Line } from '../../shared/domain/draw-kinds.ts';
import { accounts } from '../accounts/tables.ts';
import { amountMinor, instant, key } from '../db/columns.ts';

/** One line of one receipt. Which game and draw a receipt belongs to stands in its number. */
export const tickets = pgTable(
  'tickets',
  {
    drawId: key('draw_id').notNull(),
    receiptNumber: key('receipt_number').notNull(),
    lineNo: smallint('line_no').notNull().default(1),
    line: jsonb('line').$type<Line>().notNull(),
    stakeMinor: amountMinor('stake_minor').notNull(),
    /** A seeded player; null for tickets of accounts. */
    playerNo: integer('player_no'),
    accountId: uuid('account_id'),
    boughtAt: instant('bought_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.drawId, table.receiptNumber, table.lineNo] }),
    // Of accounts alone: seeded players are never asked for theirs.
    index('tickets_account').on(table.accountId, table.boughtAt).where(sql`${table.accountId} is not null`),
    // A raffle's ticket is there once.
    uniqueIndex('tickets_raffle')
      .on(table.drawId, sql`(${table.line} ->> 'series')`, sql`(${table.line} ->> 'number')`)
      .where(sql`${table.line} ? 'series'`),
    check('tickets_holder', sql`${table.playerNo} is null or ${table.accountId} is null`),
  ],
);

/** What an account bought in one go: its lines are `tickets` of the same receipt number. */
export const purchases = pgTable(
  'purchases',
  {
    receiptNumber: key('receipt_number').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.accountId),
    /** Of the player's own: the same one is the same purchase. */
    idempotencyKey: key('idempotency_key').notNull(),
    /** SHA-256 of what was asked for, so that a key is not taken for another purchase. */
    askedDigest: text('asked_digest').notNull(),
    gameId: key('game_id').notNull(),
    drawId: key('draw_id').notNull(),
    lines: integer('lines').notNull(),
    stakeMinor: amountMinor('stake_minor').notNull(),
    currencyCode: text('currency_code').notNull(),
    /** From which bucket how much. */
    paidFrom: jsonb('paid_from').$type<Record<string, number>>().notNull(),
    boughtAt: instant('bought_at').notNull(),
  },
  (table) => [
    uniqueIndex('purchases_key').on(table.accountId, table.idempotencyKey),
    // A page of them, newest first, of all games or of one, is a walk along one of these.
    index('purchases_account').on(table.accountId, table.boughtAt, table.receiptNumber),
    index('purchases_account_game').on(table.accountId, table.gameId, table.boughtAt, table.receiptNumber),
    index('purchases_draw').on(table.drawId, table.accountId),
    check('purchases_something', sql`${table.lines} > 0 and ${table.stakeMinor} > 0`),
  ],
);
