import { cp, mkdtemp, open, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Manifest } from '../../../platform/backup/manifest.ts';
import { platformTables } from '../../../platform/backup/platform-tables.ts';
import { restoreBackup } from '../../../platform/backup/restore-backup.ts';
import { takeBackup } from '../../../platform/backup/take-backup.ts';
import { queryDatabase, type TestDatabase } from '../../helpers/database.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { runDraws } from '../../helpers/run-draws.ts';
import { checkDraws, contents, createBackupTest, noViolations, tablesIn } from './backup-databases.ts';

const MINUTE_MS = 60_000;
/** The time is 17:32 in Kolkata. Jaldi is drawn at 17:35, Lucky Symbols at 17:45, Keno at 18:00. */
const START = new Date('2026-11-18T12:02:00Z');
/**
 * With a demo password, the platform creates the demo player. The backup then contains accounts, payments, purchases
 * and a wallet.
 */
const config = { demoPassword: 'Gold-ab12-cd34-ef56-7' };

let folder: string;
let source: TestPlatform;
const { deps, emptyDatabase, stopLater, end: endTest } = createBackupTest();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'golden-lotto-backup-'));
  source = await startPlatform({ now: START, historyDays: 1, config });
  await runDraws(source, new Date(START.getTime() + 31 * MINUTE_MS));
  await takeBackup(join(folder, 'kept'), deps(source.databaseUrl));
});
afterAll(async () => {
  await endTest();
  await source.stop();
  await rm(folder, { recursive: true, force: true });
});

const rowsByPartition = (url: string) =>
  queryDatabase(
    url,
    `select tableoid::regclass::text as partition, count(*)::int as rows from tickets group by 1
     union all select tableoid::regclass::text, count(*)::int from ledger_entries group by 1 order by 1`,
  );

describe('table list of a backup', () => {
  it('includes every table that the migrations create, except unlogged tables', async () => {
    const created = await queryDatabase(
      source.databaseUrl,
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
         and relpersistence = 'p' and not relispartition order by relname`,
    );
    expect(created.map(({ relname }) => relname)).toEqual([...platformTables].sort());
  });

  it.each(['accounts', 'ledger_entries', 'purchases', 'payments', 'withdrawals', 'promo_uses'])(
    'states that the backup contains rows of the table %s',
    async (table) => {
      const manifest: Manifest = JSON.parse(await readFile(join(folder, 'kept', 'manifest.json'), 'utf8'));
      expect(manifest.parts.find((part) => part.table === table)?.rows).toBeGreaterThan(0);
    },
  );
});

describe('backup of a running platform', () => {
  let restored: TestDatabase;
  beforeAll(async () => {
    restored = await emptyDatabase();
    await restoreBackup(join(folder, 'kept'), deps(restored.url));
  });

  it('restores every row of every table', async () => {
    expect(await contents(restored.url)).toEqual(await contents(source.databaseUrl));
    const [selling] = await queryDatabase(
      restored.url,
      `select sum(population_sold)::int as tickets from draws where status = 'open'`,
    );
    expect(Number(selling?.['tickets'])).toBeGreaterThan(0);
  });

  it('restores the rows of each month to their partition', async () => {
    const expected = await rowsByPartition(source.databaseUrl);
    expect(expected.map(({ partition }) => partition)).toContain('tickets_2026_11');
    expect(await rowsByPartition(restored.url)).toEqual(expected);
    const months = 'select * from month_partitions order by 1, 2';
    expect(await queryDatabase(restored.url, months)).toEqual(
      await queryDatabase(source.databaseUrl, months),
    );
  });

  it('lets a platform continue on the restored database with the results and draws of the backup', async () => {
    const platform = await startPlatform({
      now: source.clock.now(),
      seedPlayers: true,
      beside: { ...source, databaseUrl: restored.url },
    });
    stopLater(platform);
    const newest = {
      action: 'result',
      showAllResult: true,
      resultFrom: '2026-11-17',
      resultTo: '2026-11-18',
    } as const;
    expect((await platform.call('result', newest)).body).toEqual((await source.call('result', newest)).body);
    const end = new Date(source.clock.now().getTime() + 30 * MINUTE_MS);
    const [before] = await queryDatabase(restored.url, 'select max(id)::int as id from events');
    await runDraws(platform, end);
    expect(await checkDraws(restored.url)).toEqual(noViolations);
    const [after] = await queryDatabase(
      restored.url,
      'select min(id)::int as id, count(*)::int as held from events where id > $1',
      [before?.['id']],
    );
    expect(after?.['held']).toBeGreaterThan(5);
    // The original platform may have stored more events after the backup. The restore skips a million ids, so that the
    // ids of these events are not used again.
    expect(Number(after?.['id'])).toBeGreaterThan(Number(before?.['id']) + 1000);
  });
});

it('a backup is a snapshot of one moment, even if draws are held while it is written', async () => {
  const busy = await startPlatform({ now: START, historyDays: 1 });
  stopLater(busy);
  const target = join(folder, 'busy');
  let tables = 0;
  const manifest = await takeBackup(
    target,
    deps(busy.databaseUrl, {
      // After every third table that the backup writes, the platform runs the draws of one more minute.
      report: async () => {
        tables += 1;
        if (tables % 3 === 0) await runDraws(busy, new Date(busy.clock.now().getTime() + MINUTE_MS));
      },
    }),
  );
  const { url } = await emptyDatabase();
  await restoreBackup(target, deps(url));
  expect(await checkDraws(url)).toEqual(noViolations);
  const [held] = await queryDatabase(url, `select count(*)::int as events from events`);
  const [now] = await queryDatabase(busy.databaseUrl, `select count(*)::int as events from events`);
  expect(Number(now?.['events'])).toBeGreaterThan(Number(held?.['events']));
  expect(manifest.parts.find(({ table }) => table === 'events')?.rows).toBe(held?.['events']);
});

describe('restore', () => {
  let target: TestDatabase;
  let copy: string;
  beforeEach(async () => {
    target = await emptyDatabase();
    copy = await mkdtemp(join(folder, 'copy-'));
    await cp(join(folder, 'kept'), copy, { recursive: true });
  });

  it.each([
    [
      'changed in one bit',
      'wins.copy.gz does not match',
      async () => {
        const file = await open(join(copy, 'wins.copy.gz'), 'r+');
        // The test changes the byte of the gzip header that names the operating system. The decompressed data stays the
        // same.
        await file.write(Buffer.from([0x7f]), 0, 1, 9);
        await file.close();
      },
    ],
    [
      'cut off',
      'tickets.copy.gz',
      async () => {
        const bytes = await readFile(join(copy, 'tickets.copy.gz'));
        await writeFile(join(copy, 'tickets.copy.gz'), bytes.subarray(0, bytes.length / 2));
      },
    ],
    ['without one of its files', 'wins.copy.gz', () => rm(join(copy, 'wins.copy.gz'))],
    [
      'with an edited manifest',
      'manifest.json',
      async () => {
        const text = await readFile(join(copy, 'manifest.json'), 'utf8');
        await writeFile(join(copy, 'manifest.json'), text.replace('"lastValue": "', '"lastValue": "9'));
      },
    ],
  ])('rejects a damaged backup and changes nothing: %s', async (_, named, damage) => {
    await damage();
    await expect(restoreBackup(copy, deps(target.url))).rejects.toMatchObject({
      exitCode: 65,
      message: expect.stringContaining(named),
    });
    expect(await tablesIn(target.url)).toEqual([]);
  });

  it('delays the start of a platform until the data is restored', async () => {
    const starting: Promise<TestPlatform>[] = [];
    await restoreBackup(
      copy,
      deps(target.url, {
        report: (line) => {
          if (!line.startsWith('draws:')) return;
          const beside = { ...source, databaseUrl: target.url };
          starting.push(startPlatform({ now: START, historyDays: 1, beside }));
        },
      }),
    );
    const [platform] = await Promise.all(starting);
    if (platform) stopLater(platform);
    expect(platform?.deps.state.isStarted).toBe(true);
    expect(await contents(target.url)).toEqual(await contents(source.databaseUrl));
  });

  it('rolls everything back if a file is damaged', async () => {
    const damaged = restoreBackup(
      copy,
      deps(target.url, {
        report: (line) => (line.startsWith('draws:') ? rm(join(copy, 'wins.copy.gz')) : undefined),
      }),
    );
    await expect(damaged).rejects.toMatchObject({ exitCode: 65 });
    expect(await tablesIn(target.url)).toEqual([]);
  });

  it('rejects a database that is not empty', async () => {
    const before = await contents(source.databaseUrl);
    await expect(restoreBackup(copy, deps(source.databaseUrl))).rejects.toMatchObject({ exitCode: 73 });
    expect(await contents(source.databaseUrl)).toEqual(before);
  });

  it('rejects a key that cannot decrypt the seeds of future draws', async () => {
    const other = deps(target.url, { drawSealKeys: ['0f'.repeat(32)] });
    await expect(restoreBackup(copy, other)).rejects.toMatchObject({
      exitCode: 78,
      message: expect.stringContaining('DRAW_SEAL_KEY does not open'),
    });
    expect(await tablesIn(target.url)).toEqual([]);
  });

  it('leaves no data behind when it is interrupted', async () => {
    const ending = new AbortController();
    const stopped = restoreBackup(
      copy,
      deps(target.url, {
        signal: ending.signal,
        report: (line) => (line.startsWith('draws:') ? ending.abort(new Error('stopped')) : undefined),
      }),
    );
    await expect(stopped).rejects.toThrow('stopped');
    expect(await tablesIn(target.url)).toEqual([]);
  });
});

it('a backup never overwrites a folder, and an interrupted backup leaves no folder behind', async () => {
  await expect(takeBackup(join(folder, 'kept'), deps(source.databaseUrl))).rejects.toMatchObject({
    exitCode: 73,
  });
  const belowAFile = join(folder, 'kept', 'manifest.json', 'backup');
  await expect(takeBackup(belowAFile, deps(source.databaseUrl))).rejects.toMatchObject({
    exitCode: 73,
    message: expect.stringContaining('a file exists where a folder is needed'),
  });
  const ending = new AbortController();
  const stopped = takeBackup(
    join(folder, 'stopped'),
    deps(source.databaseUrl, {
      signal: ending.signal,
      report: (line) => (line.startsWith('draws:') ? ending.abort(new Error('stopped')) : undefined),
    }),
  );
  await expect(stopped).rejects.toThrow('stopped');
  expect((await readdir(folder)).filter((name) => name.startsWith('stopped'))).toEqual([]);
});

describe('backup of a database with tables of other programs', () => {
  it('omits these tables, fails if a migration is unknown, and cannot be restored if a migration was changed', async () => {
    const { url } = await emptyDatabase();
    await restoreBackup(join(folder, 'kept'), deps(url));
    await queryDatabase(url, 'create table notes_of_somebody (note text)');
    const said: string[] = [];
    const report = (line: string) => void said.push(line);
    const { parts } = await takeBackup(join(folder, 'beside'), deps(url, { report }));
    expect(parts.map(({ table }) => table)).toEqual([...platformTables].sort());
    expect(said).toContain('the table notes_of_somebody does not belong to the platform: left out');

    // Change the hash of a migration, as if another version of the program had run a different migration.
    await queryDatabase(url, `update drizzle.__drizzle_migrations set hash = repeat('0', 64) where id = 1`);
    await takeBackup(join(folder, 'other'), deps(url));
    const target = await emptyDatabase();
    await expect(restoreBackup(join(folder, 'other'), deps(target.url))).rejects.toMatchObject({
      exitCode: 78,
      message: expect.stringContaining('use the version of the program that made it (1.0.0)'),
    });
    expect(await tablesIn(target.url)).toEqual([]);

    await queryDatabase(
      url,
      `insert into drizzle.__drizzle_migrations (hash, created_at) values ('ff', 9e12)`,
    );
    await expect(takeBackup(join(folder, 'newer'), deps(url))).rejects.toMatchObject({ exitCode: 78 });
    expect((await readdir(folder)).filter((name) => name.startsWith('newer'))).toEqual([]);
  });
});
