import { randomBytes } from 'node:crypto';
import { mkdir, open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type ClientBase, escapeIdentifier } from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { Database } from '../db/database.ts';
import { findMonths, findSequences, findTables, type TableShape } from './catalog.ts';
import { BackupFailure, errorText, isFileSystemError } from './failure.ts';
import { type Manifest, manifestFile, type Part, sha256Of, sumsFile, sumsText } from './manifest.ts';
import { writePart } from './parts.ts';
import { platformTables } from './platform-tables.ts';
import { createProgress, type Report } from './progress.ts';
import { appliedMigrations } from './schema-version.ts';
import { withOwnConnection } from './session.ts';

export interface BackupDeps {
  database: Pick<Database, 'connect'>;
  /** Version of this program, stored in the manifest. */
  program: string;
  report: Report;
  /** When the signal aborts, the backup or restore stops. A backup removes its unfinished files. */
  signal: AbortSignal;
}

function namesOf(tables: readonly TableShape[]): string {
  return tables.map(({ name }) => name).join();
}

/**
 * Begins a transaction with one snapshot of all tables. Like pg_dump, the transaction first locks the tables against
 * schema changes. During the backup, draws and sales continue.
 */
async function beginSnapshot(client: ClientBase, report: Report): Promise<TableShape[]> {
  const tables = (await findTables(client)).filter(({ name }) => {
    if (platformTables.has(name)) return true;
    void report(`the table ${name} does not belong to the platform: left out`);
    return false;
  });
  await client.query('begin isolation level repeatable read read only');
  const list = tables.map(({ name }) => escapeIdentifier(name)).join(', ');
  if (list !== '') await client.query(`lock table ${list} in access share mode`);
  const locked = (await findTables(client)).filter(({ name }) => platformTables.has(name));
  if (namesOf(locked) !== namesOf(tables)) {
    throw new BackupFailure(
      'unavailable',
      'The database was migrated during the backup: run the backup again',
    );
  }
  return locked;
}

async function factsOf(
  client: ClientBase,
): Promise<{ takenAt: Date; postgres: string; sealedDraws: number }> {
  const { rows } = await client.query<{ takenAt: Date; postgres: string; sealedDraws: number }>(`
    select now() as "takenAt", current_setting('server_version') as postgres,
      (select count(*)::int from draws where status <> 'published') as "sealedDraws"`);
  const [facts] = rows;
  if (!facts) throw new Error('PostgreSQL returned no row');
  return facts;
}

async function writeParts(client: ClientBase, folder: string, deps: BackupDeps): Promise<Manifest> {
  const { program, report, signal } = deps;
  const tables = await beginSnapshot(client, report);
  const migrations = await appliedMigrations(client);
  const facts = await factsOf(client);
  const parts: Part[] = [];
  for (const { name, columns, estimatedRows } of tables) {
    const progress = createProgress(name, estimatedRows, report);
    const file = `${name}.copy.gz`;
    const select = `select ${columns.map(escapeIdentifier).join(', ')} from ${escapeIdentifier(name)}`;
    const stream = client.query(copyTo(`copy (${select}) to stdout`));
    const written = await writePart(join(folder, file), stream, { onRows: progress.rows, signal });
    const months = await findMonths(client, name);
    parts.push({ table: name, columns, file, ...written, ...(months && { months }) });
    await progress.done(written.rows);
  }
  // PostgreSQL's snapshots do not cover sequences. Read the sequences after the rows, so that no sequence has a lower
  // value than a row.
  const sequences = (await findSequences(client)).flatMap(({ table, column, lastValue }) =>
    lastValue === null || !platformTables.has(table) ? [] : [{ table, column, lastValue }],
  );
  await client.query('commit');
  return {
    format: 'golden-lotto-backup',
    formatVersion: 1,
    takenAt: facts.takenAt.toISOString(),
    program,
    postgres: facts.postgres,
    migrations,
    parts,
    sequences,
    sealedDraws: facts.sealedDraws,
  };
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path);
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

function writeSynced(path: string, text: string): Promise<void> {
  return writeFile(path, text, { mode: 0o600, flag: 'wx', flush: true });
}

async function refuseExisting(target: string): Promise<void> {
  const there = await stat(target).then(
    () => true,
    () => false,
  );
  if (there) {
    throw new BackupFailure('wouldOverwrite', `${target} exists: a backup overwrites nothing`);
  }
}

/**
 * Copies a snapshot of every table into a new folder `target` while the platform keeps running. For each table, the
 * folder contains a compressed file in COPY's text format. The folder also contains a manifest and SHA256SUMS. The
 * folder is created atomically.
 * @returns the manifest
 * @throws BackupFailure with the remedy if the target exists or the database contains no platform
 */
export async function takeBackup(target: string, deps: BackupDeps): Promise<Manifest> {
  await refuseExisting(target);
  const unfinished = `${target}.unfinished-${randomBytes(4).toString('hex')}`;
  try {
    await mkdir(dirname(target), { recursive: true });
    await mkdir(unfinished, { mode: 0o700 });
    const manifest = await withOwnConnection(deps, (client) => writeParts(client, unfinished, deps));
    const text = `${JSON.stringify(manifest, null, 2)}\n`;
    await writeSynced(join(unfinished, manifestFile), text);
    const sums = new Map([
      ...manifest.parts.map(({ file, sha256 }) => [file, sha256] as const),
      [manifestFile, sha256Of(Buffer.from(text))] as const,
    ]);
    await writeSynced(join(unfinished, sumsFile), sumsText(sums));
    await syncFolder(unfinished);
    await refuseExisting(target);
    await rename(unfinished, target);
    await syncFolder(dirname(target));
    return manifest;
  } catch (error) {
    if (!isFileSystemError(error)) throw error;
    throw new BackupFailure('wouldOverwrite', `The backup cannot be written: ${errorText(error)}`, {
      cause: error,
    });
  } finally {
    // Ignore a failed clean-up, so that it does not hide the first error.
    await rm(unfinished, { recursive: true, force: true }).catch(() => undefined);
  }
}
