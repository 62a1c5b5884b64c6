import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { amountMinor, instant, key } from '../db/columns.ts';

/** Prizes that an operator has refused. `claims accept` deletes the row; the operators' log keeps both acts. */
export const claimRefusals = pgTable(
  'claim_refusals',
  {
    receiptNumber: key('receipt_number').primaryKey(),
    drawId: key('draw_id').notNull(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.accountId),
    currencyCode: text('currency_code').notNull(),
    /** Sum of the prizes of the receipt. */
    amountMinor: amountMinor('amount_minor').notNull(),
    /** The part that was taken back from the player's winnings. The house bears the rest. */
    takenMinor: amountMinor('taken_minor').notNull(),
    /** The player reads the reason. */
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
