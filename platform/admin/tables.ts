import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { instant, key } from '../db/columns.ts';

/** The data that a log line may contain: numbers, states and ids, but no personal data. */
export type LogResult = Readonly<Record<string, string | number | boolean | null>>;

/**
 * The log of operators' actions. A line is inserted in the transaction that performs the action. A trigger rejects
 * every change of a line. Each line contains the hash of the previous line, so that a change that bypasses the trigger
 * is detected.
 */
export const adminLog = pgTable(
  'admin_log',
  {
    /**
     * The line number. Lines are numbered from 1 without gaps. An identity column would leave a gap after a rollback.
     */
    lineNo: bigint('line_no', { mode: 'number' }).primaryKey(),
    at: instant('at').notNull(),
    /** The operator's name as given on the command line. It is not verified. */
    operator: text('operator').notNull(),
    /** The name of the command, such as `withdrawals approve`. */
    act: key('act').notNull(),
    /** The player whom the action concerns, if any. */
    accountId: uuid('account_id').references(() => accounts.accountId),
    /** The object of the action, for example a promo code or the id of a withdrawal or draw. */
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
