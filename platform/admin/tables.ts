import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { instant, key } from '../db/columns.ts';

/** What of an act can be kept in its line: numbers, states and ids, and nothing that names a person. */
export type LogResult = Readonly<Record<string, string | number | boolean | null>>;

/**
 * What operators did, each line written in the transaction of the act. A trigger refuses every change, and each line
 * holds the hash of the one before: what somebody changes beside the trigger is found.
 */
export const adminLog = pgTable(
  'admin_log',
  {
    /** From 1 on without a gap: no identity, since a transaction that is rolled back would leave one. */
    lineNo: bigint('line_no', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    /** The operator's name, as stated. */
    operator: text('operator').notNull(),
    /** The command's words: `withdrawals approve`. */
    act: key('act').notNull(),
    /** Whom it was about, where it was about a player. */
    accountId: uuid('account_id').references(() => accounts.accountId),
    /** What it was about: a withdrawal's id, a draw's id, a promo code. */
    subject: text('subject'),
    reason: text('reason'),
    result: jsonb('result').$type<LogResult>().notNull(),
    previousHash: text('previous_hash').notNull(),
    hash: text('hash').notNull(),
  },
  (table) => [
    index('admin_log_account').on(table.accountId, table.lineNo),
    check('admin_log_line_no', sql`${table.lineNo} > 0`),
    check('admin_log_operator', sql`length(${table.operator}) between 1 and 80`),
    check('admin_log_reason', sql`length(${table.reason}) between 1 and 400`),
  ],
);
