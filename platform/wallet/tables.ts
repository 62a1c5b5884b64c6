import { sql } from 'drizzle-orm';
import {
  bigint,
  check,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import { amountMinor, instant, key, storageMonth } from '../db/columns.ts';

/**
 * One bucket of one owner in one currency. The balance is the sum of the bucket's entries. A player has one row for
 * each bucket. The house has several rows (stripes) for each bucket, so that two transfers rarely wait for the same
 * row.
 */
export const ledgerAccounts = pgTable(
  'ledger_accounts',
  {
    accountId: bigint('account_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    owner: key('owner').notNull(),
    bucket: key('bucket').notNull(),
    currencyCode: text('currency_code').notNull(),
    stripe: smallint('stripe').notNull().default(0),
    balanceMinor: amountMinor('balance_minor').notNull().default(0),
    /** Month of the newest entry. Every later entry is stored in this month or in a later month. */
    lastMonth: storageMonth('last_month'),
  },
  (table) => [
    uniqueIndex('ledger_accounts_place').on(table.owner, table.bucket, table.currencyCode, table.stripe),
    // Balances of the house may be negative, because the house owes the players their balances.
    check('ledger_accounts_not_negative', sql`${table.owner} = 'house' or ${table.balanceMinor} >= 0`),
  ],
);

/** A transfer of money. It is written once with its entries. Only its seal number is set later. */
export const transfers = pgTable(
  'transfers',
  {
    transferId: bigint('transfer_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Idempotency key. A call with a known key posts nothing. */
    key: key('key').notNull(),
    kind: text('kind').notNull(),
    currencyCode: text('currency_code').notNull(),
    reference: jsonb('reference').$type<Record<string, string | number | null>>().notNull(),
    /** SHA-256 over key, kind, currency, reference and entries. */
    digest: text('digest').notNull(),
    postedAt: instant('posted_at').notNull(),
    sealNo: bigint('seal_no', { mode: 'number' }),
    /**
     * Month of the transfer's entries. It is the month of `posted_at`, or another month if that month has no partition.
     */
    entriesMonth: storageMonth('entries_month'),
  },
  (table) => [
    uniqueIndex('transfers_key').on(table.key),
    index('transfers_unsealed').on(table.transferId).where(sql`${table.sealNo} is null`),
    index('transfers_seal').on(table.sealNo),
  ],
);

/**
 * The change of one account by a transfer. The entries of a transfer sum to zero. The table is partitioned by month.
 * Each partition has its own primary key and indexes.
 */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerAccounts.accountId),
    transferId: bigint('transfer_id', { mode: 'number' })
      .notNull()
      .references(() => transfers.transferId),
    amountMinor: amountMinor('amount_minor').notNull(),
    balanceMinor: amountMinor('balance_minor').notNull(),
    /** Equal to `entries_month` of the transfer. */
    month: storageMonth('month'),
  },
  (table) => [
    // Queries for the newest entries of an account scan this index.
    primaryKey({ columns: [table.accountId, table.transferId] }),
    index('ledger_entries_transfer').on(table.transferId),
    check('ledger_entries_something', sql`${table.amountMinor} <> 0`),
  ],
);

/** The hash chain over transfers. Each seal contains the hash of the previous one. */
export const ledgerSeals = pgTable('ledger_seals', {
  sealNo: bigint('seal_no', { mode: 'number' }).primaryKey(),
  hash: text('hash').notNull(),
  transfers: integer('transfers').notNull(),
  sealedAt: instant('sealed_at').notNull(),
});

/**
 * For each account, the sum of its entries in a detached month. With these sums, balances can be verified without the
 * detached entries. A trigger rejects updates and deletes.
 */
export const detachedSums = pgTable(
  'detached_sums',
  {
    month: date('month', { mode: 'string' }).notNull(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerAccounts.accountId),
    amountMinor: amountMinor('amount_minor').notNull(),
  },
  (table) => [primaryKey({ columns: [table.month, table.accountId] })],
);
