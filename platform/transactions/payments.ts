import { and, count, desc, eq, getTableColumns, gte, lt, sql, sum } from 'drizzle-orm';
import type { z } from 'zod';
import type {
  DepositSummary,
  paymentHistoryCalls,
  WithdrawSummary,
} from '../../shared/contract/payment-history.ts';
import { payments, withdrawals } from '../cashier/tables.ts';
import { withdrawalOf } from '../cashier/withdrawals.ts';
import type { Queryable } from '../db/database.ts';
import type { Player } from '../http/caller.ts';
import { isReturnedSql } from '../limits/repository.ts';
import { type Paging, pageCondition, type RowsPage } from './paging.ts';

type AskedOf<N extends keyof typeof paymentHistoryCalls> = z.output<
  (typeof paymentHistoryCalls)[N]['request']
>;
interface Sum {
  count: number;
  amount: number;
}

/** Returns the count and sum of the rows with a state, or zeros if there are no such rows. */
function sumOf<S extends string>(rows: readonly ({ state: S } & Sum)[], state: S): Sum {
  const found = rows.find((row) => row.state === state);
  return { count: found?.count ?? 0, amount: found?.amount ?? 0 };
}

async function withdrawalSums(
  db: Queryable,
  accountId: string,
  { start, before }: RowsPage,
): Promise<WithdrawSummary['totals']> {
  const rows = await db
    .select({
      state: withdrawals.state,
      count: count(),
      amount: sum(withdrawals.amountMinor).mapWith(Number),
    })
    .from(withdrawals)
    .where(
      and(
        eq(withdrawals.accountId, accountId),
        gte(withdrawals.requestedAt, start),
        lt(withdrawals.requestedAt, before),
      ),
    )
    .groupBy(withdrawals.state);
  return {
    requested: sumOf(rows, 'requested'),
    approved: sumOf(rows, 'approved'),
    sending: sumOf(rows, 'sending'),
    sent: sumOf(rows, 'sent'),
    paid: sumOf(rows, 'paid'),
    refused: sumOf(rows, 'refused'),
    declined: sumOf(rows, 'declined'),
  };
}

const stateOfDeposit = sql<keyof DepositSummary['totals']>`
  case when ${payments.status} = 'approved' and ${isReturnedSql} then 'returned' else ${payments.status} end`;

async function depositSums(
  db: Queryable,
  accountId: string,
  { start, before }: RowsPage,
): Promise<DepositSummary['totals']> {
  const rows = await db
    .select({ state: stateOfDeposit, count: count(), amount: sum(payments.amountMinor).mapWith(Number) })
    .from(payments)
    .where(
      and(eq(payments.accountId, accountId), gte(payments.createdAt, start), lt(payments.createdAt, before)),
    )
    // Group by the number of the column. PostgreSQL would not recognise the expression, because it contains a
    // parameter.
    .groupBy(sql`1`);
  return {
    created: sumOf(rows, 'created'),
    approved: sumOf(rows, 'approved'),
    returned: sumOf(rows, 'returned'),
    declined: sumOf(rows, 'declined'),
    cancelled: sumOf(rows, 'cancelled'),
  };
}

export function createPaymentHistory({ db, paging }: { db: Queryable; paging: Paging }) {
  return {
    /** Answers `transaction/withdrawSummary`: lists a player's withdrawals and their states, newest first. */
    async withdrawals(
      { accountId, currencyCode }: Player,
      asked: AskedOf<'transaction/withdrawSummary'>,
    ): Promise<WithdrawSummary> {
      const { state } = asked;
      const scope = ['withdrawals', accountId, state];
      const page = paging.open(scope, asked);
      const found = await db
        .select()
        .from(withdrawals)
        .where(
          and(
            eq(withdrawals.accountId, accountId),
            state === undefined ? undefined : eq(withdrawals.state, state),
            pageCondition(page, sql`${withdrawals.requestedAt}`, sql`${withdrawals.withdrawalId}`, 'uuid'),
          ),
        )
        .orderBy(desc(withdrawals.requestedAt), desc(withdrawals.withdrawalId))
        .limit(page.limit + 1);
      const { about, rows } = paging.close(scope, page, found, (row) => ({
        atMs: row.requestedAt.getTime(),
        id: row.withdrawalId,
      }));
      const totals = await withdrawalSums(db, accountId, page);
      return { ...about, currencyCode, withdrawals: rows.map(withdrawalOf), totals };
    },

    /** Answers `transaction/depositSummary`: lists a player's payments and their states, newest first. */
    async deposits(
      { accountId, currencyCode }: Player,
      asked: AskedOf<'transaction/depositSummary'>,
    ): Promise<DepositSummary> {
      const { status } = asked;
      const scope = ['deposits', accountId, status];
      const page = paging.open(scope, asked);
      const found = await db
        .select({ ...getTableColumns(payments), isReturned: isReturnedSql })
        .from(payments)
        .where(
          and(
            eq(payments.accountId, accountId),
            status === undefined ? undefined : eq(payments.status, status),
            pageCondition(page, sql`${payments.createdAt}`, sql`${payments.paymentId}`, 'uuid'),
          ),
        )
        .orderBy(desc(payments.createdAt), desc(payments.paymentId))
        .limit(page.limit + 1);
      const { about, rows } = paging.close(scope, page, found, (row) => ({
        atMs: row.createdAt.getTime(),
        id: row.paymentId,
      }));
      return {
        ...about,
        currencyCode,
        deposits: rows.map((row) => ({
          paymentId: row.paymentId,
          providerId: row.providerId,
          amount: row.amountMinor,
          currencyCode: row.currencyCode,
          status: row.status,
          createdAt: row.createdAt.toISOString(),
          settledAt: row.settledAt?.toISOString() ?? null,
          returned: row.isReturned || undefined,
        })),
        totals: await depositSums(db, accountId, page),
      };
    },
  };
}
