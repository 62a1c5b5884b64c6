import { sql } from 'drizzle-orm';
import { initialMonth } from '../db/columns.ts';
import { isLockFailure, sqlState } from '../db/database.ts';
import { listPartitions, type MonthlyTable, monthlyTables } from '../db/partitions.ts';
import { type Acting, type AdminDeps, type Outcome, perform } from './context.ts';
import { rejectCommand, rejectUsage } from './failure.ts';
import { many } from './words.ts';

const notDetachable = 'GL006';

const whyAttached = 'always attached, because it takes the rows whose month has no partition';

/**
 * Lists the partitions of all tables that are partitioned by month. The output marks the initial partition of each
 * table.
 */
export async function showPartitions({ db }: AdminDeps): Promise<Outcome> {
  const partitions = (await listPartitions(db)).map(({ table, name, month }) => ({
    table,
    name,
    month,
    isInitial: month === initialMonth,
  }));
  return {
    data: partitions,
    lines: partitions.map(({ table, name, month, isInitial }) => {
      const shown = isInitial ? `initial  ${name}  (${whyAttached})` : `${month.slice(0, 7)}  ${name}`;
      return `${table.padEnd(15)} ${shown}`;
    }),
  };
}

function tableOf(written: string): MonthlyTable {
  const table = monthlyTables.find((one) => one === written);
  return table ?? rejectUsage(`TABLE is one of ${monthlyTables.join(', ')}`);
}

/** Detaches the partition of an old month. The partition becomes a separate table that the platform no longer reads. */
export async function detachPartition(
  deps: AdminDeps,
  acting: Acting,
  { table: written, month, reason }: { table: string; month: string; reason: string },
): Promise<Outcome> {
  const table = tableOf(written);
  if (month === 'initial' || `${month}-01` === initialMonth)
    rejectCommand(`${table}_initial is ${whyAttached}. Without it, a purchase could fail.`);
  if (!/^\d{4}-(?:0[1-9]|1[0-2])$/.test(month)) rejectUsage('MONTH is a month such as 2026-11');
  const name = `${table}_${month.replace('-', '_')}`;
  try {
    return await perform(deps, acting, async (tx) => {
      // Keep the lock timeout short, because new purchases wait while this statement waits for its lock.
      await tx.execute(sql`set local lock_timeout = '150ms'`);
      const { rows } = await tx.execute<{ rows: string }>(sql`
        select detach_month_partition(${table}, ${`${month}-01`}::date, ${deps.clock.now().toISOString()}::timestamptz)
          as rows`);
      const count = Number(rows[0]?.rows);
      return {
        data: { table, month, name, rows: count },
        lines: [`${name} is detached, with ${many(count, 'row')}. Archive the table, then drop it.`],
        line: { act: 'partitions detach', accountId: null, subject: name, reason, result: { rows: count } },
      };
    });
  } catch (error) {
    if (isLockFailure(error))
      rejectCommand('The table is in use by a long statement, such as a backup: try again later.');
    if (sqlState(error) === notDetachable && error instanceof Error && error.cause instanceof Error)
      rejectCommand(error.cause.message);
    throw error;
  }
}
