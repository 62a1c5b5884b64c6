import { platformTables } from '../../../platform/backup/platform-tables.ts';
import type { RestoreDeps } from '../../../platform/backup/restore-backup.ts';
import { createDatabase, type Database } from '../../../platform/db/database.ts';
import { createTestDatabase, queryDatabase, type TestDatabase } from '../../helpers/database.ts';
import { testKeys } from '../../helpers/platform.ts';

/**
 * Creates connections and databases for a backup test. `end` closes the connections, drops the databases and stops the
 * platforms of the test.
 */
export function createBackupTest() {
  const databases: Database[] = [];
  const opened: { stop(): Promise<void> }[] = [];
  return {
    /** Returns the dependencies of `takeBackup` and `restoreBackup` for the database at this URL. */
    deps: (url: string, change: Partial<RestoreDeps> = {}): RestoreDeps => {
      const database = createDatabase(
        () => ({ connectionString: url }),
        () => undefined,
      );
      databases.push(database);
      return {
        database,
        program: '1.0.0',
        report: () => undefined,
        signal: new AbortController().signal,
        drawSealKeys: [testKeys.drawSealKey],
        ...change,
      };
    },
    emptyDatabase: async (): Promise<TestDatabase> => {
      const made = await createTestDatabase();
      opened.push({ stop: () => made.drop() });
      return made;
    },
    /**
     * Registers a platform. `end` works in reverse order: it first stops the platform, and then drops the databases
     * that were created earlier.
     */
    stopLater: (platform: { stop(): Promise<void> }) => void opened.push(platform),
    end: async () => {
      for (const database of databases) await database.close();
      for (const one of opened.toReversed()) await one.stop();
    },
  };
}

/** Returns the row count and a checksum of each table. The checksum does not depend on the order of the rows. */
export const contents = async (url: string): Promise<Record<string, unknown>> => {
  const found: Record<string, unknown> = {};
  for (const table of platformTables) {
    [found[table]] = await queryDatabase(
      url,
      `select count(*)::int as rows, sum(('x' || substr(md5(t::text), 1, 8))::bit(32)::bigint)::text as sum from ${table} t`,
    );
  }
  return found;
};

export const tablesIn = (url: string): Promise<Record<string, unknown>[]> =>
  queryDatabase(url, `select schemaname, tablename from pg_tables where schemaname in ('public', 'drizzle')`);

/**
 * Returns, for each rule about draws, how many violations a database contains. Also returns whether the daily totals
 * count each draw once.
 */
export const checkDraws = async (url: string): Promise<Record<string, unknown> | undefined> => {
  const [row] = await queryDatabase(
    url,
    `select
     (select count(*)::int from (select 1 from draws group by game_id having max(draw_number) - min(draw_number) + 1 <> count(*)) g) as gaps,
     (select count(*)::int from draws d where status = 'published' and winners_total <> (select count(*) from wins w where w.draw_id = d.draw_id)) as unsettled,
     (select count(*)::int from draws d where tickets_root is not null and tickets_total <> (select count(*) from tickets t where t.draw_id = d.draw_id)) as miscounted,
     (select sum(draws_held)::int from game_days) = (select count(*)::int from draws where status = 'published') as held_once`,
  );
  return row;
};
/** The result of `checkDraws` for an intact database. */
export const noViolations = { gaps: 0, unsettled: 0, miscounted: 0, held_once: true };
