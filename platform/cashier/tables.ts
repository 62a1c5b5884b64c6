import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { amountMinor, instant, key } from '../db/columns.ts';
import type { DeclineReason } from './provider.ts';

export type PaymentStatus = 'created' | 'approved' | 'declined' | 'cancelled';
export type WithdrawalState = 'requested' | 'approved' | 'refused';

/**
 * A payment into a wallet. The platform requests it from a provider. `approved` means that the payment was posted to
 * the ledger.
 */
export const payments = pgTable(
  'payments',
  {
    paymentId: uuid('payment_id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.accountId),
    idempotencyKey: key('idempotency_key').notNull(),
    providerId: key('provider_id').notNull(),
    amountMinor: amountMinor('amount_minor').notNull(),
    currencyCode: text('currency_code').notNull(),
    status: text('status').$type<PaymentStatus>().notNull().default('created'),
    /** Address of the provider's page, as the provider returned it. Null until the provider has answered. */
    paymentUrl: text('payment_url'),
    /** The provider's page links back to this URL. Null if no site was configured. */
    returnUrl: text('return_url'),
    createdAt: instant('created_at').notNull(),
    settledAt: instant('settled_at'),
  },
  (table) => [
    uniqueIndex('payments_key').on(table.accountId, table.idempotencyKey),
    index('payments_account').on(table.accountId, table.createdAt),
    check('payments_status', sql`${table.status} in ('created', 'approved', 'declined', 'cancelled')`),
    check('payments_amount', sql`${table.amountMinor} > 0`),
  ],
);

/** A payment out of a wallet. The money is in the bucket `held` from the request until an operator decides. */
export const withdrawals = pgTable(
  'withdrawals',
  {
    withdrawalId: uuid('withdrawal_id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.accountId),
    idempotencyKey: key('idempotency_key').notNull(),
    providerId: key('provider_id').notNull(),
    amountMinor: amountMinor('amount_minor').notNull(),
    currencyCode: text('currency_code').notNull(),
    /** The amount taken from each bucket, so that a refusal can return the money to the same buckets. */
    takenFrom: jsonb('taken_from')
      .$type<{ bucket: 'winnings' | 'deposit'; amountMinor: number }[]>()
      .notNull(),
    state: text('state').$type<WithdrawalState>().notNull().default('requested'),
    /** The operator's reason for a refusal, as a text for the player. */
    reason: text('reason'),
    decidedBy: text('decided_by'),
    requestedAt: instant('requested_at').notNull(),
    decidedAt: instant('decided_at'),
  },
  (table) => [
    uniqueIndex('withdrawals_key').on(table.accountId, table.idempotencyKey),
    index('withdrawals_account').on(table.accountId, table.requestedAt),
    index('withdrawals_open').on(table.requestedAt).where(sql`${table.state} = 'requested'`),
    check('withdrawals_state', sql`${table.state} in ('requested', 'approved', 'refused')`),
    check('withdrawals_amount', sql`${table.amountMinor} > 0`),
  ],
);

/**
 * Data of the sandbox provider: payouts and their outcomes. The next webhook is due at `event_at`, and no webhook is due
 * after `delivered_at`.
 */
export const sandboxPayouts = pgTable(
  'sandbox_payouts',
  {
    payoutId: uuid('payout_id').primaryKey(),
    amountMinor: amountMinor('amount_minor').notNull(),
    currencyCode: text('currency_code').notNull(),
    outcome: text('outcome').$type<'paid' | 'declined'>().notNull(),
    reason: text('reason').$type<DeclineReason>(),
    eventAt: instant('event_at').notNull(),
    deliveredAt: instant('delivered_at'),
  },
  (table) => [
    index('sandbox_payouts_undelivered').on(table.eventAt).where(sql`${table.deliveredAt} is null`),
    check('sandbox_payouts_outcome', sql`${table.outcome} in ('paid', 'declined')`),
  ],
);

/** Data of the sandbox provider: the payer's choice, and whether the platform acknowledged the webhook. */
export const sandboxPayments = pgTable(
  'sandbox_payments',
  {
    paymentId: uuid('payment_id').primaryKey(),
    amountMinor: amountMinor('amount_minor').notNull(),
    currencyCode: text('currency_code').notNull(),
    /**
     * URL to which the payment page links back. Null if no site was configured, or if the payment is older than this
     * column.
     */
    returnUrl: text('return_url'),
    outcome: text('outcome').$type<Exclude<PaymentStatus, 'created'>>(),
    decidedAt: instant('decided_at'),
    deliveredAt: instant('delivered_at'),
  },
  (table) => [
    index('sandbox_payments_undelivered')
      .on(table.decidedAt)
      .where(sql`${table.outcome} is not null and ${table.deliveredAt} is null`),
    check(
      'sandbox_payments_outcome',
      sql`(${table.outcome} is null) = (${table.decidedAt} is null) and (${table.outcome} is null or ${table.outcome} in ('approved', 'declined', 'cancelled'))`,
    ),
  ],
);
