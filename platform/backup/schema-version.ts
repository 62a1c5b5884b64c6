import type { ClientBase } from 'pg';
import { applyMigration, createMigrationsTable, knownMigrations, migrationsTable } from '../db/migrate.ts';
import { BackupFailure } from './failure.ts';
import type { Manifest } from './manifest.ts';

type Applied = Manifest['migrations'];

function newerProgram(what: string, program: string): BackupFailure {
  return new BackupFailure(
    'configuration',
    `${what} has migrations that this version does not know: use the version of the program that made it (${program})`,
  );
}

/**
 * Returns the migrations that were applied to a database.
 * @throws BackupFailure if no migration was applied, or if this program does not know one of the applied migrations
 */
export async function appliedMigrations(client: ClientBase): Promise<Applied> {
  const there = await client.query<{ there: boolean }>('select to_regclass($1) is not null as there', [
    migrationsTable,
  ]);
  if (!there.rows[0]?.there) {
    throw new BackupFailure('configuration', 'The database contains no platform: nothing to back up');
  }
  const { rows } = await client.query<{ hash: string; created_at: string }>(
    `select hash, created_at from ${migrationsTable} order by created_at`,
  );
  const applied = rows.map(({ hash, created_at }) => ({ createdAtMs: Number(created_at), hash }));
  const times = new Set(knownMigrations().map(({ folderMillis }) => folderMillis));
  if (applied.some(({ createdAtMs }) => !times.has(createdAtMs))) {
    throw newerProgram('The database', 'or a newer one');
  }
  return applied;
}

/**
 * Applies the migrations of a backup in the caller's transaction. The platform applies newer migrations at its next
 * start.
 * @throws BackupFailure if this program does not contain a migration of the backup, or contains it with a different
 *   text
 */
export async function applyMigrations(client: ClientBase, applied: Applied, program: string): Promise<void> {
  const files = new Map(knownMigrations().map((file) => [file.folderMillis, file]));
  await createMigrationsTable(client);
  for (const { createdAtMs, hash } of applied) {
    const file = files.get(createdAtMs);
    if (file?.hash !== hash) throw newerProgram('The backup', program);
    await applyMigration(client, file);
  }
}
