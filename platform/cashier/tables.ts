import { sql } from 'drizzle-orm';
import { check, index, jsonb, pgTable, smallint, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { WithdrawalState } from '../../shared/contract/cashier.ts';
import { accounts } from '../accounts/tables.ts';
import { amountMinor, instant, key } from '../db/columns.ts';
import type { DeclineReason } from './provider.ts';

export type PaymentStatus = 'created' | 'approved' | 'declined' | 'cancelled';

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

/** A player's bank account for withdrawals. Only the provider knows the account number. */
export const destinations = pgTable(
  'destinations',
  {
    destinationId: uuid('destination_id').primaryKey(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.accountId),
    idempotencyKey: key('idempotency_key').notNull(),
    providerId: key('provider_id').notNull(),
    currencyCode: text('currency_code').notNull(),
    /** The provider's reference. After the player was deleted, reference and label are empty. */
    token: text('token').notNull(),
    label: text('label').notNull(),
    addedAt: instant('added_at').notNull(),
    removedAt: instant('removed_at'),
  },
  (table) => [
    uniqueIndex('destinations_key').on(table.accountId, table.idempotencyKey),
    index('destinations_account').on(table.accountId, table.addedAt),
  ],
);

/** A payment out of a wallet. The money is in the bucket `held` from the request until it is paid or returned. */
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
    /** The bank account that receives the money. Null if the operator pays by hand and not through a provider. */
    destinationId: uuid('destination_id').references(() => destinations.destinationId),
    /** The destination's label at the time of the request. */
    destinationLabel: text('destination_label'),
    state: text('state').$type<WithdrawalState>().notNull().default('requested'),
    /** The operator's reason for a refusal or a declined payout, as a text for the player. */
    reason: text('reason'),
    /** The provider's reason for a declined payout. */
    declineReason: text('decline_reason').$type<DeclineReason>(),
    decidedBy: text('decided_by'),
    requestedAt: instant('requested_at').notNull(),
    decidedAt: instant('decided_at'),
    sendingAt: instant('sending_at'),
    sentAt: instant('sent_at'),
    paidAt: instant('paid_at'),
    declinedAt: instant('declined_at'),
    /**
     * Time at which the provider reported this declined payout as accepted or paid, although the payout's money is back
     * in the wallet. Null again after an operator's decision, or after the provider has reported the decline again.
     */
    contradictedAt: instant('contradicted_at'),
  },
  (table) => [
    uniqueIndex('withdrawals_key').on(table.accountId, table.idempotencyKey),
    index('withdrawals_account').on(table.accountId, table.requestedAt),
    index('withdrawals_open').on(table.requestedAt).where(sql`${table.state} = 'requested'`),
    index('withdrawals_unpaid')
      .on(table.decidedAt)
      .where(sql`${table.state} in ('approved', 'sending', 'sent')`),
    index('withdrawals_contradicted')
      .on(table.contradictedAt)
      .where(sql`${table.contradictedAt} is not null`),
    check(
      'withdrawals_state',
      sql`${table.state} in ('requested', 'approved', 'sending', 'sent', 'paid', 'refused', 'declined')`,
    ),
    check('withdrawals_amount', sql`${table.amountMinor} > 0`),
  ],
);

/**
 * The outbox of payouts. The transaction that approves a withdrawal inserts a row for it. A worker then calls the
 * provider outside any transaction, and repeats the call until the outcome is known.
 */
export const payouts = pgTable(
  'payouts',
  {
    /** Id of the withdrawal. It is also the idempotency key of the calls to the provider. */
    withdrawalId: uuid('withdrawal_id')
      .primaryKey()
      .references(() => withdrawals.withdrawalId),
    providerId: key('provider_id').notNull(),
    /** Number of calls to the provider that have failed since its last response. */
    attempts: smallint('attempts').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    firstSentAt: instant('first_sent_at'),
    /** Time of the next call. While a worker calls the provider, this is the end of the worker's lease. */
    dueAt: instant('due_at').notNull(),
    /** Time at which the outcome became known. The provider is not called again afterwards. */
    finishedAt: instant('finished_at'),
  },
  (table) => [
    index('payouts_queue').on(table.dueAt).where(sql`${table.finishedAt} is null`),
    index('payouts_finished').on(table.finishedAt),
  ],
);

/**
 * Data of the sandbox provider: payouts and their outcomes. The next webhook is due at `event_at`. Once `delivered_at`
 * is set, no webhook is due.
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
     * URL to which the payment page links back. Null if no site was configured, or if the payment was stored before
     * this column existed.
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
