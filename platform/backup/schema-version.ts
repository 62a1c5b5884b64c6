import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type { ClientBase } from 'pg';
import { migrationsDir } from '../db/migrate.ts';
import { BackupFailure } from './failure.ts';
import type { Manifest } from './manifest.ts';

type Applied = Manifest['migrations'];

/** Where drizzle notes what it has applied. */
const notes = 'drizzle.__drizzle_migrations';

function known(): MigrationMeta[] {
  return readMigrationFiles({ migrationsFolder: migrationsDir });
}

function newerProgram(what: string, program: string): BackupFailure {
  return new BackupFailure(
    'configuration',
    `${what} has seen migrations that this version does not know: use the version of the program that made it (${program})`,
  );
}

/**
 * The migrations that a database has seen.
 * @throws BackupFailure where there are none, or some that this program does not know
 */
export async function appliedMigrations(client: ClientBase): Promise<Applied> {
  const there = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    notes,
  ]);
  if (!there.rows[0]?.there) {
    throw new BackupFailure('configuration', 'The database holds no platform: nothing to back up');
  }
  const { rows } = await client.query<{ hash: string; created_at: string }>(
    `select hash, created_at from ${notes} order by created_at`,
  );
  const applied = rows.map(({ hash, created_at }) => ({ createdAtMs: Number(created_at), hash }));
  const times = new Set(known().map(({ folderMillis }) => folderMillis));
  if (applied.some(({ createdAtMs }) => !times.has(createdAtMs))) {
    throw newerProgram('The database', 'or a newer one');
  }
  return applied;
}

/**
 * Makes the tables as they were after these migrations, in the caller's transaction; the platform's next start goes on
 * from there.
 * @throws BackupFailure where a migration is unknown here or has another text
 */
export async function applyMigrations(client: ClientBase, applied: Applied, program: string): Promise<void> {
  const files = new Map(known().map((file) => [file.folderMillis, file]));
  // As drizzle's own migrator makes it, so that it goes on from here.
  await client.query('create schema if not exists drizzle');
  await client.query(
    `create table if not exists ${notes} (id serial primary key, hash text not null, created_at bigint)`,
  );
  for (const { createdAtMs, hash } of applied) {
    const file = files.get(createdAtMs);
    if (file?.hash !== hash) throw newerProgram('The backup', program);
    for (const statement of file.sql) await client.query(statement);
    await client.query(`insert into ${notes} (hash, created_at) values ($1, $2)`, [hash, createdAtMs]);
  }
}
