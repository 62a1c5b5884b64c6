import { eq, sql } from 'drizzle-orm';
import type { LimitKind, LimitPeriod } from '../../shared/contract/refusal-reasons.ts';
import type { Queryable, Transaction } from '../db/database.ts';
import type { Amounts, Counter, Used } from './counter.ts';
import type { Periods } from './periods.ts';
import { limitCounters, playerLimits } from './tables.ts';

export type LimitRow = typeof playerLimits.$inferSelect;

export function readLimits(on: Queryable, accountId: string): Promise<LimitRow[]> {
  return on.select().from(playerLimits).where(eq(playerLimits.accountId, accountId));
}

/** Returns the limits of one kind that are in force now. */
export function amountsOf(rows: readonly LimitRow[], kind: LimitKind): Amounts {
  return Object.fromEntries(
    rows.flatMap((row) =>
      row.kind === kind && row.amountMinor !== null ? [[row.period, row.amountMinor]] : [],
    ),
  );
}

export async function readCounters(
  on: Queryable,
  accountId: string,
): Promise<Partial<Record<LimitKind, Counter>>> {
  const rows = await on.select().from(limitCounters).where(eq(limitCounters.accountId, accountId));
  return Object.fromEntries(rows.map(({ kind, ...counter }) => [kind, counter]));
}

/** Stores a counter. The caller has locked the account. */
export async function writeCounter(
  tx: Transaction,
  accountId: string,
  kind: LimitKind,
  { dayFrom, dayMinor, weekFrom, weekMinor, monthFrom, monthMinor }: Counter,
): Promise<void> {
  const counter = { dayFrom, dayMinor, weekFrom, weekMinor, monthFrom, monthMinor };
  await tx
    .insert(limitCounters)
    .values({ accountId, kind, ...counter })
    .onConflictDoUpdate({ target: [limitCounters.accountId, limitCounters.kind], set: counter });
}

export async function writeLimit(tx: Transaction, row: LimitRow): Promise<void> {
  const { accountId: _, kind: __, period: ___, ...set } = row;
  await tx
    .insert(playerLimits)
    .values(row)
    .onConflictDoUpdate({ target: [playerLimits.accountId, playerLimits.kind, playerLimits.period], set });
}

/** Returns the idempotency key of the withdrawal that sends a deposit back. */
export const returnKeyOf = (paymentId: string): string => `deposit-returned:${paymentId}`;

/** Returns whether a withdrawal sends back a deposit that the player may not keep. */
export const sendsDepositBack = ({ idempotencyKey }: { idempotencyKey: string }): boolean =>
  idempotencyKey.startsWith(returnKeyOf(''));

/** SQL condition that a row of `withdrawals` sends back a deposit that the player may not keep. */
export const sendsDepositBackSql = sql<boolean>`starts_with(withdrawals.idempotency_key, ${returnKeyOf('')})`;

/** SQL condition that a row of `payments` is a deposit that is sent back. */
export const isReturnedSql = sql<boolean>`exists (select from withdrawals
  where withdrawals.account_id = payments.account_id
    and withdrawals.idempotency_key = ${returnKeyOf('')} || payments.payment_id)`;

interface Sums extends Record<string, unknown> {
  day: string;
  week: string;
  month: string;
}
const usedOf = (row: Sums | undefined): Used => ({
  day: Number(row?.day ?? 0),
  week: Number(row?.week ?? 0),
  month: Number(row?.month ?? 0),
});

/**
 * Sums the stakes of an account in each period. Purchases never call this function. They read the counter, which every
 * account with a spending limit has.
 */
export async function sumStakes(on: Queryable, accountId: string, periods: Periods): Promise<Used> {
  const { rows } = await on.execute<Sums>(sql`
    select ${sumsSince(sql`stake_minor`, sql`bought_at`, periods)} from purchases
    where account_id = ${accountId}::uuid and bought_at >= ${earliest(periods)}::timestamptz`);
  return usedOf(rows[0]);
}

/** Sums the deposits that arrived in each period. Deposits that are sent back do not count. */
export async function sumDeposits(on: Queryable, accountId: string, periods: Periods): Promise<Used> {
  const { rows } = await on.execute<Sums>(sql`
    select ${sumsSince(sql`amount_minor`, sql`settled_at`, periods)} from payments
    where account_id = ${accountId}::uuid and status = 'approved' and settled_at >= ${earliest(periods)}::timestamptz
      and not ${isReturnedSql}`);
  return usedOf(rows[0]);
}

/** For this long after its start, a deposit that is not paid yet counts towards the limit. */
const openMs = 3_600_000;

/**
 * Sums the deposits that a player has begun but not paid. Omits deposits that are older than `openMs`, so that an
 * abandoned payment page does not block further deposits.
 */
export async function sumOpenDeposits(on: Queryable, accountId: string, now: Date): Promise<number> {
  const { rows } = await on.execute<{ open: string }>(sql`
    select coalesce(sum(amount_minor), 0) as open from payments where account_id = ${accountId}::uuid
      and status = 'created' and created_at > ${new Date(now.getTime() - openMs).toISOString()}::timestamptz`);
  return Number(rows[0]?.open ?? 0);
}

function earliest(periods: Periods): string {
  return new Date(Math.min(periods.week.from.getTime(), periods.month.from.getTime())).toISOString();
}

function sumsSince(amount: ReturnType<typeof sql>, at: ReturnType<typeof sql>, periods: Periods) {
  const since = (period: LimitPeriod) =>
    sql`coalesce(sum(${amount}) filter (where ${at} >= ${periods[period].from.toISOString()}::timestamptz), 0)`;
  return sql`${since('day')} as day, ${since('week')} as week, ${since('month')} as month`;
}
