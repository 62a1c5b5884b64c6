import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { amountMinor, instant, key } from '../db/columns.ts';

/**
 * Prizes that an operator has refused. `claims accept` deletes the row of a prize, but the operators' log keeps the
 * refusal and the acceptance.
 */
export const claimRefusals = pgTable(
  'claim_refusals',
  {
    receiptNumber: key('receipt_number').primaryKey(),
    drawId: key('draw_id').notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.accountId),
    currencyCode: text('currency_code').notNull(),
    /** Sum of all prizes of the receipt. */
    amountMinor: amountMinor('amount_minor').notNull(),
    /** The part that was taken back from the player's winnings. The house bears the rest. */
    takenMinor: amountMinor('taken_minor').notNull(),
    /** The reason for the refusal, as a text for the player. */
    reason: text('reason').notNull(),
    refusedBy: text('refused_by').notNull(),
    refusedAt: instant('refused_at').notNull(),
  },
  (table) => [
    index('claim_refusals_draw').on(table.drawId),
    index('claim_refusals_account').on(table.accountId),
    check('claim_refusals_taken', sql`${table.takenMinor} between 0 and ${table.amountMinor}`),
  ],
);
