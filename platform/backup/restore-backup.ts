import { type ClientBase, escapeIdentifier } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { locks } from '../db/migrate.ts';
import { createSeedVault } from '../draws/seed-vault.ts';
import { findSequences, findTables, isEmptyDatabase, suspendRules } from './catalog.ts';
import { BackupFailure } from './failure.ts';
import { type Manifest, readManifest } from './manifest.ts';
import { readPart } from './parts.ts';
import { createProgress, type Report } from './progress.ts';
import { applyMigrations } from './schema-version.ts';
import { onOwnConnection } from './session.ts';
import type { BackupDeps } from './take-backup.ts';

/**
 * Numbers are passed over after a restore: those given out between the backup and the loss are known outside (the
 * site's Last-Event-ID), and must not come again for something else.
 */
const passedOver = 1_000_000;

export interface RestoreDeps extends BackupDeps {
  /** DRAW_SEAL_KEY as hex; null where it is not at hand: then it is not checked. */
  drawSealKey: string | null;
}

/**
 * Reads a whole backup and compares it with its sums, touching no database.
 * @returns its manifest
 * @throws BackupFailure naming the file that is damaged
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

async function refuseUsed(client: ClientBase): Promise<void> {
  if (await isEmptyDatabase(client)) return;
  throw new BackupFailure(
    'wouldOverwrite',
    'The database is not empty, and a restore overwrites nothing: make a new database (or take another DATA_DIR) and restore into that',
  );
}

async function refuseOtherForm(client: ClientBase, { parts }: Manifest): Promise<void> {
  const shapes = new Map((await findTables(client)).map(({ name, columns }) => [name, columns]));
  for (const { table, columns } of parts) {
    if (shapes.get(table)?.toSorted().join() === columns.toSorted().join()) continue;
    throw new BackupFailure('damaged', `The table ${table} of the backup is not as its migrations make it`);
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
        `${part.table} holds ${rows[0]?.held} rows and not ${part.rows}: nothing was restored`,
      );
    }
    await progress.done(part.rows);
  }
}

async function moveSequencesOn(client: ClientBase, { sequences }: Manifest): Promise<void> {
  for (const { table, column, type } of await findSequences(client)) {
    const kept = sequences.find((one) => one.table === table && one.column === column);
    const apart = type === 'bigint' ? passedOver : 0;
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), greatest(max(${escapeIdentifier(column)}), $3::bigint) + $4)
       from ${escapeIdentifier(table)} having greatest(max(${escapeIdentifier(column)}), $3::bigint) is not null`,
      [escapeIdentifier(table), column, kept?.lastValue ?? null, apart],
    );
  }
}

async function refuseOtherKey(client: ClientBase, drawSealKey: string | null): Promise<void> {
  if (drawSealKey === null) return;
  const { rows } = await client.query<{ draw_id: string; sealed_seed: string }>(
    `select draw_id, sealed_seed from draws where status <> 'published' limit 1`,
  );
  const [draw] = rows;
  if (!draw) return;
  try {
    createSeedVault(drawSealKey).open(draw.sealed_seed, draw.draw_id);
  } catch {
    throw new BackupFailure(
      'configuration',
      `DRAW_SEAL_KEY does not open the seed of ${draw.draw_id} in this backup: restore with the key of the platform that made it (DRAW_SEAL_KEY, or secrets.json in DATA_DIR)`,
    );
  }
}

/**
 * Loads a backup into an empty database: the tables as they were at its migrations, every row, all in one transaction,
 * or nothing at all. A platform that starts meanwhile waits; its start brings the tables up to date.
 *
 * @returns the manifest of the backup
 * @throws BackupFailure with the remedy where the backup is damaged, the database is not empty, or the key is another
 */
export async function restoreBackup(folder: string, deps: RestoreDeps): Promise<Manifest> {
  const { report } = deps;
  await report('checking the backup');
  const manifest = await checkBackup(folder, deps);
  await onOwnConnection(deps, async (client) => {
    await client.query('begin');
    // The lock that a starting platform migrates under.
    await client.query('select pg_advisory_xact_lock($1)', [locks.migrations]);
    await refuseUsed(client);
    await applyMigrations(client, manifest.migrations, manifest.program);
    await refuseOtherForm(client, manifest);
    const resume = await suspendRules(client);
    await load(client, folder, manifest, deps);
    await resume();
    await moveSequencesOn(client, manifest);
    await refuseOtherKey(client, deps.drawSealKey);
    await client.query('commit');
    // Statistics for the first queries: autovacuum would come by only later.
    await client.query('analyze');
  });
  return manifest;
}
