import { setTimeout as wait } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { initialMonth } from './columns.ts';
import { type Db, isLockFailure, type Queryable } from './database.ts';

/** Tables that are partitioned by month. */
export const monthlyTables = ['tickets', 'ledger_entries'] as const;
export type MonthlyTable = (typeof monthlyTables)[number];

/** Number of months after the current month for which partitions are created. */
const monthsAhead = 3;
const mostTries = 5;
const retryMs = 500;

/** Returns the first day of a month in UTC. The month is the one that contains `at`, plus `later` months. */
export function monthOf(at: Date, later = 0): string {
  return new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + later)).toISOString().slice(0, 10);
}

export interface MonthPartition {
  table: MonthlyTable;
  name: string;
  /** First day of the month, or `initialMonth`. */
  month: string;
}

/** Returns the attached partitions, oldest first. */
export async function listPartitions(db: Queryable): Promise<MonthPartition[]> {
  const { rows } = await db.execute<{ table: MonthlyTable; name: string; month: string }>(
    sql`select table_name as table, name, month::text as month from month_partitions order by month, name`,
  );
  return rows;
}

/**
 * Returns the months for which a table needs new partitions. In a new database, these months begin with the current
 * month. In a database that has draws but no partitions yet, the months begin with the next month. The reason is that
 * platform processes of the previous release may still sell tickets of this month's draws.
 */
function missingMonths(known: readonly string[], hasDraws: boolean, now: Date): string[] {
  const monthly = known.filter((month) => month !== initialMonth);
  const [first] = monthly.toSorted();
  const begin = first ?? monthOf(now, hasDraws ? 1 : 0);
  return Array.from({ length: monthsAhead + 1 }, (_, later) => monthOf(now, later)).filter(
    (month) => month >= begin && !known.includes(month),
  );
}

async function createMissing(db: Db, now: Date, logger: Logger): Promise<void> {
  const { rows } = await db.execute<{ has_draws: boolean }>(
    sql`select exists (select from draws) as has_draws`,
  );
  const partitions = await listPartitions(db);
  for (const table of monthlyTables) {
    const known = partitions.flatMap((one) => (one.table === table ? [one.month] : []));
    const months = missingMonths(known, rows[0]?.has_draws ?? false, now);
    if (months.length === 0) continue;
    await db.transaction(async (tx) => {
      // Keep the lock timeout short, because purchases wait while the creation of the partition waits for its lock.
      await tx.execute(sql`set local lock_timeout = '150ms'`);
      await tx.execute(sql`
        select create_month_partition(${table}, month) from unnest(${sql.param(months)}::date[]) as missing(month)`);
    });
    logger.info({ table, months }, 'month partitions created');
  }
}

/**
 * Creates the partitions of the current month and of the coming months. Several processes may call this function at
 * once. If the partition of a month is missing, purchases still succeed, and their rows are stored in the initial
 * partition. If the next month still has no partition after all attempts, the function logs an error.
 */
export async function keepPartitionsAhead(
  { db, clock }: { db: Db; clock: { now(): Date } },
  logger: Logger,
): Promise<void> {
  for (let tries = 1; tries <= mostTries; tries++) {
    try {
      await createMissing(db, clock.now(), logger);
      break;
    } catch (error) {
      if (!isLockFailure(error)) throw error;
      logger.warn({ err: error }, 'month partitions not created, retrying');
      await wait(retryMs);
    }
  }
  const partitions = await listPartitions(db);
  const next = monthOf(clock.now(), 1);
  for (const table of monthlyTables) {
    if (!partitions.some((one) => one.table === table && one.month === next))
      logger.error({ table, month: next }, 'month partition is missing for the next month');
  }
}
