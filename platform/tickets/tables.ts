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
import { amountMinor, instant, key, storageMonth } from '../db/columns.ts';

/**
 * One line of one receipt. The receipt number contains game and draw. All tickets of a draw are in the same monthly
 * partition. Each partition has its own primary key and indexes.
 */
export const tickets = pgTable(
  'tickets',
  {
    drawId: key('draw_id').notNull(),
    receiptNumber: key('receipt_number').notNull(),
    lineNo: smallint('line_no').notNull().default(1),
    line: jsonb('line').$type<Line>().notNull(),
    stakeMinor: amountMinor('stake_minor').notNull(),
    /** Number of the seeded (simulated) player. Null for tickets of accounts. */
    playerNo: integer('player_no'),
    accountId: uuid('account_id'),
    boughtAt: instant('bought_at').notNull(),
    /** Equal to `tickets_month` of the draw. */
    month: storageMonth('month'),
  },
  (table) => [
    primaryKey({ columns: [table.drawId, table.receiptNumber, table.lineNo] }),
    // The index covers only tickets of accounts, because no query reads the tickets of one seeded (simulated) player.
    index('tickets_account').on(table.accountId, table.boughtAt).where(sql`${table.accountId} is not null`),
    uniqueIndex('tickets_raffle')
      .on(table.drawId, sql`(${table.line} ->> 'series')`, sql`(${table.line} ->> 'number')`)
      .where(sql`${table.line} ? 'series'`),
    check('tickets_holder', sql`${table.playerNo} is null or ${table.accountId} is null`),
  ],
);

/** One purchase of an account. Its lines are the `tickets` with the same receipt number. */
export const purchases = pgTable(
  'purchases',
  {
    receiptNumber: key('receipt_number').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.accountId),
    /** Key that the client chooses. A request with a known key does not buy again. */
    idempotencyKey: key('idempotency_key').notNull(),
    /** SHA-256 of the request. The digest shows whether a client reuses the key for a different purchase. */
    askedDigest: text('asked_digest').notNull(),
    gameId: key('game_id').notNull(),
    drawId: key('draw_id').notNull(),
    lines: integer('lines').notNull(),
    stakeMinor: amountMinor('stake_minor').notNull(),
    currencyCode: text('currency_code').notNull(),
    /** Amount taken from each bucket, in minor units. */
    paidFrom: jsonb('paid_from').$type<Record<string, number>>().notNull(),
    boughtAt: instant('bought_at').notNull(),
  },
  (table) => [
    uniqueIndex('purchases_key').on(table.accountId, table.idempotencyKey),
    // This index is for pages of all purchases of an account. The next index is for pages of the purchases in one game.
    index('purchases_account').on(table.accountId, table.boughtAt, table.receiptNumber),
    index('purchases_account_game').on(table.accountId, table.gameId, table.boughtAt, table.receiptNumber),
    index('purchases_draw').on(table.drawId, table.accountId),
    check('purchases_something', sql`${table.lines} > 0 and ${table.stakeMinor} > 0`),
  ],
);
