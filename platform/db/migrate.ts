import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator';
import type { ClientBase } from 'pg';
import { z } from 'zod';
import { shippedFiles } from '../config/project-root.ts';
import { type Database, isLockFailure, sqlState } from './database.ts';

export const migrationsDir = shippedFiles('platform/db/migrations');

/** Name of the table in which drizzle records applied migrations. */
export const migrationsTable = 'drizzle.__drizzle_migrations';

/** Keys of all advisory locks. They are listed in one place, so that no key is used twice. */
export const locks = {
  migrations: 7_205_001,
  history: 7_205_002,
  events: 7_205_003,
  ledgerSeals: 7_205_004,
  searchIndex: 7_205_005,
  adminLog: 7_205_006,
  corrections: 7_205_008,
  /** The SQL function `create_month_partition` takes the advisory lock with this key. */
  monthPartitions: 7_205_009,
} as const;

/**
 * Maximum time for which a migration waits for a table lock. The limit is short, because later queries of the table
 * wait behind the migration.
 */
const lockTimeoutMs = 150;
const retryMs = 1000;
const mostTries = 600;

export function knownMigrations(): MigrationMeta[] {
  return readMigrationFiles({ migrationsFolder: migrationsDir });
}

const Journal = z.object({ entries: z.array(z.object({ when: z.number() })) });

/**
 * Returns the creation time of the newest known migration. Reads only the journal, because reading all migrations takes
 * 20 times as long.
 */
function newestKnownMs(): number {
  const journal: unknown = JSON.parse(readFileSync(path.join(migrationsDir, 'meta/_journal.json'), 'utf8'));
  return Math.max(0, ...Journal.parse(journal).entries.map(({ when }) => when));
}

/** Returns the creation time of the newest applied migration, or 0 if the database is empty. */
async function newestAppliedMs(client: ClientBase): Promise<number> {
  try {
    const { rows } = await client.query<{ newest: string | null }>(
      `select max(created_at)::text as newest from ${migrationsTable}`,
    );
    return Number(rows[0]?.newest ?? 0);
  } catch (error) {
    // 42P01 means that the table is missing.
    if (sqlState(error) !== '42P01') throw error;
    return 0;
  }
}

export async function createMigrationsTable(client: ClientBase): Promise<void> {
  await client.query('create schema if not exists drizzle');
  await client.query(
    `create table if not exists ${migrationsTable} (id serial primary key, hash text not null, created_at bigint)`,
  );
}

/** Runs the statements of a migration in the caller's transaction and records it as applied. */
export async function applyMigration(client: ClientBase, migration: MigrationMeta): Promise<void> {
  for (const statement of migration.sql) await client.query(statement);
  await client.query(`insert into ${migrationsTable} (hash, created_at) values ($1, $2)`, [
    migration.hash,
    migration.folderMillis,
  ]);
}

/**
 * Applies missing migrations. If several processes start at once, one process migrates and the others wait. Each
 * migration has its own transaction, so that its locks are released before the next migration, which may read whole
 * tables and take long.
 * @param onRetry called each time a migration did not get its locks in time and will be retried
 */
export async function runMigrations(
  database: Pick<Database, 'connect'>,
  { onRetry }: { onRetry?: (error: unknown) => void } = {},
): Promise<void> {
  const client = await database.connect();
  try {
    // Return early if nothing is missing, because most starts need neither the lock nor the files of the migrations.
    if ((await newestAppliedMs(client)) >= newestKnownMs()) return;
    await client.query('select pg_advisory_lock($1)', [locks.migrations]);
    await createMigrationsTable(client);
    const newestMs = await newestAppliedMs(client);
    for (const migration of knownMigrations()) {
      if (migration.folderMillis > newestMs) await applyInTurn(client, migration, onRetry);
    }
  } finally {
    // Closing the connection releases the advisory lock, even after an error.
    await client.end();
  }
}

async function applyInTurn(
  client: ClientBase,
  migration: MigrationMeta,
  onRetry: ((error: unknown) => void) | undefined,
): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query('begin');
      await client.query(`set local lock_timeout = '${lockTimeoutMs}ms'`);
      await applyMigration(client, migration);
      await client.query('commit');
      return;
    } catch (error) {
      await client.query('rollback').catch(() => undefined);
      if (tries === mostTries || !isLockFailure(error)) throw error;
      onRetry?.(error);
      await wait(retryMs);
    }
  }
}
