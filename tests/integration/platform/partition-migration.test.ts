import { Client } from 'pg';
import { pino } from 'pino';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createDatabase, type Database } from '../../../platform/db/database.ts';
import {
  applyMigration,
  createMigrationsTable,
  knownMigrations,
  runMigrations,
} from '../../../platform/db/migrate.ts';
import { keepPartitionsAhead, listPartitions } from '../../../platform/db/partitions.ts';
import { checkLedger } from '../../../platform/wallet/check.ts';
import {
  createTestDatabase,
  queryDatabase,
  type TestDatabase,
  templateDatabase,
} from '../../helpers/database.ts';

const clock = { now: () => new Date('2026-11-22T12:00:00Z') };
const files = knownMigrations();
const first = files.findIndex(({ sql }) => sql.some((statement) => statement.includes('"tickets_month"')));
/**
 * The migration has three steps. They add columns and checks, validate the checks, and attach the tables as partitions.
 */
const steps = files.slice(first, first + 3);
const filledTickets = 200_000;
const filledTransfers = 20_000;

let filled: string;
let own: TestDatabase;
const clients: Client[] = [];
const databases: Database[] = [];

const connect = async (url: string): Promise<Client> => {
  const client = new Client({ connectionString: url });
  clients.push(client);
  await client.connect();
  return client;
};

/** `sell` and `post` run the SQL statements of the previous release, which does not know the month columns. */
const sell = (client: Client, receipt: string) =>
  client.query(
    `insert into tickets (draw_id, receipt_number, line, stake_minor, player_no, bought_at)
     values ('keno-1', $1, '[1]', 1000, 7, now())`,
    [receipt],
  );
const post = (client: Client, key: string, postedAt = '2026-11-22T12:00:00Z') =>
  client.query(
    `select post_transfer($1, 'deposit', 'INR', '{}', 'digest', $2, '{house,player:a}', '{payments,deposit}',
       '{-5,5}', 0::smallint)`,
    [key, postedAt],
  );

beforeAll(async () => {
  filled = await templateDatabase('before_months', async (url) => {
    const client = new Client({ connectionString: url });
    await client.connect();
    await createMigrationsTable(client);
    for (const migration of files.slice(0, first)) await applyMigration(client, migration);
    await client.query(
      `insert into draws (draw_id, game_id, draw_number, status, draw_at, sales_open_at, sales_close_at,
         ticket_price_minor, commitment, sealed_seed, committed_at)
       values ('keno-1', 'keno', 1, 'open', now(), now(), now(), 1000, 'c', 's', now())`,
    );
    await client.query(
      `insert into tickets (draw_id, receipt_number, line, stake_minor, player_no, bought_at)
       select 'keno-1', 'KENO-1-' || n, '[1]', 1000, n % 2400, now() from generate_series(1, $1::int) n`,
      [filledTickets],
    );
    await post(client, 'filled:1');
    await client.query(
      `insert into transfers (key, kind, currency_code, reference, digest, posted_at)
       select 'filled:' || n, 'deposit', 'INR', '{}', 'digest', now() from generate_series(2, $1::int) n`,
      [filledTransfers],
    );
    await client.query(
      `insert into ledger_entries (account_id, transfer_id, amount_minor, balance_minor)
       select account_id, transfer_id, balance_minor, transfer_id * balance_minor
       from ledger_accounts cross join transfers where transfer_id > 1`,
    );
    await client.query('update ledger_accounts set balance_minor = balance_minor * $1', [filledTransfers]);
    await client.end();
  });
});
beforeEach(async () => {
  own = await createTestDatabase(filled);
});
afterEach(async () => {
  for (const client of clients.splice(0)) await client.end();
  for (const database of databases.splice(0)) await database.close();
  await own.drop();
});

const database = (): Database => {
  const opened = createDatabase(
    () => ({ connectionString: own.url }),
    () => undefined,
  );
  databases.push(opened);
  return opened;
};

const filesOf = (url: string) =>
  queryDatabase(
    url,
    `select replace(relname, '_initial', '') as name, relfilenode from pg_class
     where relkind = 'r' and relname similar to '(tickets|ledger_entries)(_initial)?' order by 1`,
  );

describe('migration to month partitions', () => {
  it('scans tables only under a lock that does not block requests', async () => {
    const before = await filesOf(own.url);
    const locksOfScans: string[][] = [];
    for (const step of steps) {
      // Each step needs a separate connection. Otherwise the count of read rows could include rows of earlier steps.
      const client = await connect(own.url);
      await client.query('begin');
      await applyMigration(client, step);
      const { rows: read } = await client.query<{ tuples: string }>(
        `select coalesce(sum(seq_tup_read), 0) as tuples from pg_stat_xact_user_tables
         where relname ~ '^(tickets|ledger_entries|transfers|draws|ledger_accounts)'`,
      );
      const { rows: held } = await client.query<{ mode: string }>(
        `select distinct mode from pg_locks join pg_class on pg_class.oid = relation
         where pid = pg_backend_pid() and relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
      );
      await client.query('commit');
      if (Number(read[0]?.tuples) > 0) locksOfScans.push(held.map(({ mode }) => mode));
    }
    expect(locksOfScans).toEqual([['ShareUpdateExclusiveLock']]);
    expect(await filesOf(own.url)).toEqual(before);
    expect(before).toHaveLength(2);
  });

  it('lets the previous release continue to sell tickets', async () => {
    const busy = await connect(own.url);
    await busy.query('begin');
    await sell(busy, 'BUSY');
    const retries: unknown[] = [];
    const done = new AbortController();
    const migrating = runMigrations(database(), {
      onRetry: (error) => retries.push(error),
    }).finally(() => {
      done.abort();
    });
    // The migration waits for a lock that the open transaction holds. If the migration had no time limit, the
    // statements of the loop below would have to wait for the migration.
    const writer = await connect(own.url);
    let written = 0;
    for (; retries.length < 2; written++) {
      await sell(writer, `WHILE-${written}`);
      await post(writer, `while:${written}`);
    }
    await busy.query('commit');
    for (; !done.signal.aborted; written++) {
      await sell(writer, `WHILE-${written}`);
      await post(writer, `while:${written}`);
    }
    await migrating;
    await sell(writer, 'LATER');
    await post(writer, 'later');
    const [found] = await queryDatabase(
      own.url,
      `select (select count(*)::int from tickets) as tickets, (select count(*)::int from ledger_entries) as entries,
         (select balance_minor::int from ledger_accounts where owner = 'player:a') as balance`,
    );
    const transfers = filledTransfers + written + 1;
    expect(found).toEqual({
      tickets: filledTickets + written + 2,
      entries: transfers * 2,
      balance: transfers * 5,
    });
    const { findings } = await checkLedger(database());
    // The transfers of this test have invalid digests, which the ledger check reports. The check must report no other
    // problem.
    expect(findings.filter((finding) => !finding.includes('it says something else'))).toEqual([]);
  });

  it('partitions rows by month from the next month on', async () => {
    const migrated = database();
    await runMigrations(migrated);
    await keepPartitionsAhead({ db: migrated.db, clock }, pino({ level: 'silent' }));
    const months = ['2000-01-01', '2026-12-01', '2027-01-01', '2027-02-01'];
    const partitions = await listPartitions(migrated.db);
    for (const table of ['tickets', 'ledger_entries'])
      expect(partitions.flatMap((one) => (one.table === table ? [one.month] : []))).toEqual(months);
    const client = await connect(own.url);
    await post(client, 'this month');
    await post(client, 'next month', '2026-12-01T00:00:00Z');
    const { rows } = await client.query(
      `select key, entry.tableoid::regclass::text as partition from transfers join ledger_entries entry using (transfer_id)
       where key in ('this month', 'next month') group by 1, 2 order by 1`,
    );
    expect(rows).toEqual([
      { key: 'next month', partition: 'ledger_entries_2026_12' },
      { key: 'this month', partition: 'ledger_entries_initial' },
    ]);
  });
});
