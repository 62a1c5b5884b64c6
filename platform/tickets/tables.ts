import { sql } from 'drizzle-orm';
import { check, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { amountMinor, instant, key } from '../db/columns.ts';

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
