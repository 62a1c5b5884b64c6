import { type ClientBase, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { initialMonth } from '../db/columns.ts';
import { locks } from '../db/migrate.ts';
import { createSeedVault } from '../draws/seed-vault.ts';
import { findSequences, findTables, isEmptyDatabase, suspendRules } from './catalog.ts';
import { BackupFailure } from './failure.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { readPart } from './parts.ts';
import { createProgress, type Report } from './progress.ts';
import { applyMigrations } from './schema-version.ts';
import { withOwnConnection } from './session.ts';
import type { BackupDeps } from './take-backup.ts';

/**
 * Number of ids that each `bigint` sequence skips after a restore. Ids that were issued after the backup are therefore
 * not issued again. Clients may still send such ids. For example, the site sends one as Last-Event-ID.
 */
const skippedIds = 1_000_000;

export interface RestoreDeps extends BackupDeps {
  /**
   * Values of DRAW_SEAL_KEY as hex, the current one first. The restore checks that one of them decrypts the seed of a
   * draw in the backup. An empty list skips the check.
   */
  drawSealKeys: readonly string[];
}

/**
 * Reads a whole backup and verifies its checksums. This check needs no database.
 * @returns the manifest of the backup
 * @throws BackupFailure that names the damaged file
 */
export async function checkBackup(
  folder: string,
  { report, signal }: { report: Report; signal: AbortSignal },
): Promise<Manifest> {
  const manifest = await readManifest(folder);
  for (const part of manifest.parts) {
    const progress = createProgress(part.table, part.rows, report);
    await readPart(folder, part, { onRows: progress.rows, signal });
  }
  return manifest;
}

async function refuseNonEmpty(client: ClientBase): Promise<void> {
  if (await isEmptyDatabase(client)) return;
  throw new BackupFailure(
    'wouldOverwrite',
    'The database is not empty, and a restore overwrites nothing: restore into a new database or another DATA_DIR',
  );
}

async function refuseOtherColumns(client: ClientBase, { parts }: Manifest): Promise<void> {
  const shapes = new Map((await findTables(client)).map(({ name, columns }) => [name, columns]));
  for (const { table, columns } of parts) {
    if (shapes.get(table)?.toSorted().join() === columns.toSorted().join()) continue;
    throw new BackupFailure(
      'damaged',
      `The columns of ${table} in the backup differ from those of its migrations`,
    );
  }
}

/** Creates the month partitions of the backup, because the migrations create only the initial partition. */
async function createPartitions(client: ClientBase, { parts }: Manifest): Promise<void> {
  for (const { table, months = [] } of parts) {
    for (const month of months.filter((one) => one !== initialMonth))
      await client.query('select create_month_partition($1, $2::date)', [table, month]);
  }
}

async function load(
  client: ClientBase,
  folder: string,
  { parts }: Manifest,
  { report, signal }: RestoreDeps,
): Promise<void> {
  for (const part of parts) {
    const progress = createProgress(part.table, part.rows, report);
    const columns = part.columns.map(escapeIdentifier).join(', ');
    const sink = client.query(copyFrom(`copy ${escapeIdentifier(part.table)} (${columns}) from stdin`));
    await readPart(folder, part, { onRows: progress.rows, signal }, sink);
    const { rows } = await client.query<{ held: string }>(
      `select count(*) as held from ${escapeIdentifier(part.table)}`,
    );
    if (rows[0]?.held !== String(part.rows)) {
      throw new BackupFailure(
        'damaged',
        `${part.table} has ${rows[0]?.held} rows instead of ${part.rows}: nothing was restored`,
      );
    }
    await progress.done(part.rows);
  }
}

async function advanceSequences(client: ClientBase, { sequences }: Manifest): Promise<void> {
  for (const { table, column, type } of await findSequences(client)) {
    const kept = sequences.find((one) => one.table === table && one.column === column);
    const skipped = type === 'bigint' ? skippedIds : 0;
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), greatest(max(${escapeIdentifier(column)}), $3::bigint) + $4)
       from ${escapeIdentifier(table)} having greatest(max(${escapeIdentifier(column)}), $3::bigint) is not null`,
      [escapeIdentifier(table), column, kept?.lastValue ?? null, skipped],
    );
  }
}

async function refuseOtherKey(client: ClientBase, drawSealKeys: readonly string[]): Promise<void> {
  if (drawSealKeys.length === 0) return;
  const { rows } = await client.query<{ draw_id: string; sealed_seed: string }>(
    `select draw_id, sealed_seed from draws where status <> 'published' limit 1`,
  );
  const [draw] = rows;
  if (!draw) return;
  try {
    createSeedVault(drawSealKeys).open(draw.sealed_seed, draw.draw_id);
  } catch {
    throw new BackupFailure(
      'configuration',
      `DRAW_SEAL_KEY does not open the seed of ${draw.draw_id} in this backup: restore with the key of the platform that made it (DRAW_SEAL_KEY, or secrets.json in DATA_DIR)`,
    );
  }
}

/**
 * Restores a backup into an empty database. One transaction applies the migrations of the backup and loads every row.
 * If the platform starts during the restore, it waits for the end of the restore and then applies newer migrations.
 * @returns the manifest of the backup
 * @throws BackupFailure with the remedy if the backup is damaged, the database is not empty, or DRAW_SEAL_KEY does not
 *   decrypt the seeds in the backup
 */
export async function restoreBackup(folder: string, deps: RestoreDeps): Promise<Manifest> {
  const { report } = deps;
  await report('checking the backup');
  const manifest = await checkBackup(folder, deps);
  await withOwnConnection(deps, async (client) => {
    await client.query('begin');
    // A starting platform takes the same lock for its migrations, so it waits for the restore.
    await client.query('select pg_advisory_xact_lock($1)', [locks.migrations]);
    await refuseNonEmpty(client);
    await applyMigrations(client, manifest.migrations, manifest.program);
    await refuseOtherColumns(client, manifest);
    await createPartitions(client, manifest);
    const resume = await suspendRules(client);
    await load(client, folder, manifest, deps);
    await resume();
    await advanceSequences(client, manifest);
    await refuseOtherKey(client, deps.drawSealKeys);
    await client.query('commit');
    // Analyze now, because the first queries need statistics, and autovacuum would analyze the tables only later.
    await client.query('analyze');
  });
  return manifest;
}
