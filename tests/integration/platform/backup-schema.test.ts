import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readMigrationFiles } from 'drizzle-orm/migrator';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { suspendRules } from '../../../platform/backup/catalog.ts';
import { restoreBackup } from '../../../platform/backup/restore-backup.ts';
import { applyMigrations } from '../../../platform/backup/schema-version.ts';
import { takeBackup } from '../../../platform/backup/take-backup.ts';
import { migrationsDir } from '../../../platform/db/migrate.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { startPlatform } from '../../helpers/platform.ts';
import { createBackupTest, tablesIn } from './backup-databases.ts';

let folder: string;
const { deps, emptyDatabase, stopLater, end } = createBackupTest();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'golden-lotto-backup-'));
});
afterAll(async () => {
  await end();
  await rm(folder, { recursive: true, force: true });
});

it('a restore loads tables in any order and then checks every constraint', async () => {
  const { url } = await emptyDatabase();
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`create table account (id int primary key);
      create table entry (id int primary key, account int not null references account, note text);
      create function forbid() returns trigger language plpgsql as $$ begin raise exception 'no rows of the past'; end $$;
      create trigger "no past" before insert on entry for each row execute function forbid()`);
    await client.query('begin');
    const resume = await suspendRules(client);
    await client.query(
      `insert into entry values (1, 7, 'before its account'); insert into account values (7)`,
    );
    await resume();
    await client.query('commit');
    await expect(client.query(`insert into entry values (2, 7, 'later')`)).rejects.toThrow(
      'no rows of the past',
    );

    await client.query('begin');
    const resumeAgain = await suspendRules(client);
    await client.query(`insert into entry values (3, 8, 'of no account')`);
    await expect(resumeAgain()).rejects.toThrow('violates foreign key constraint');
    await client.query('rollback');
  } finally {
    await client.end();
  }
});

it('a platform migrates a restored backup of an older version when it starts', async () => {
  const [first] = readMigrationFiles({ migrationsFolder: migrationsDir });
  if (!first) throw new Error('no migrations');
  const older = await emptyDatabase();
  const client = new Client({ connectionString: older.url });
  await client.connect();
  await applyMigrations(client, [{ createdAtMs: first.folderMillis, hash: first.hash }], '0.9.0');
  await client.query(
    `insert into game_days values ('keno', '2026-11-17', 24, 7, 12345, '[{"playerNo": 1, "note": "tab\\there \\\\ é"}]')`,
  );
  await client.end();
  await takeBackup(join(folder, 'older'), deps(older.url));

  const { url } = await emptyDatabase();
  await restoreBackup(join(folder, 'older'), deps(url));
  expect(await tablesIn(url)).toEqual(await tablesIn(older.url));
  const platform = await startPlatform({
    now: new Date('2026-11-18T12:02:00Z'),
    beside: { databaseUrl: url },
  });
  stopLater(platform);
  // The migrations may add columns, but must keep the values of the existing columns.
  expect(await queryDatabase(url, 'select * from game_days')).toMatchObject(
    await queryDatabase(older.url, 'select * from game_days'),
  );
  expect(await queryDatabase(url, `select value from settings where name = 'time_zone'`)).toEqual([
    { value: 'Asia/Kolkata' },
  ]);
});
