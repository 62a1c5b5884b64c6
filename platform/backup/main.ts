import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ConfigError } from '../config/config.ts';
import { type DatabaseConfig, readDatabaseConfig } from '../config/database-config.ts';
import { projectRoot } from '../config/project-root.ts';
import { readDocumentPlace } from '../config/read-document-place.ts';
import { createCommandDatabase, refuseMissingDatabase } from '../db/command-database.ts';
import { BackupFailure, backupExitCodes, errorText } from './failure.ts';
import { checkBackup, type RestoreDeps, restoreBackup } from './restore-backup.ts';
import { takeBackup } from './take-backup.ts';

const usage = `Usage:
  npm run backup -- FOLDER            backs up the platform into a new folder inside FOLDER and prints its name
  npm run restore -- BACKUP           loads a backup into an empty database
  npm run restore -- --check BACKUP   verifies the checksums of a backup

The database is the one of the platform: DATABASE_URL, or the embedded one in DATA_DIR (.data), running or not.
`;

/** Writes a line of progress to standard error, because standard output contains only the result. */
function report(line: string): void {
  void process.stderr.write(`${line}\n`);
}

function programVersion(): string {
  return String(JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).version);
}

/**
 * Converts 2026-11-21T15:20:30.123Z to golden-lotto-20261121T152030Z. The names sort by time and are valid in every
 * file system.
 */
function folderName(at: Date): string {
  return `golden-lotto-${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`;
}

async function withDatabase<T>(
  { database: place, drawSealKeys }: DatabaseConfig,
  signal: AbortSignal,
  work: (deps: RestoreDeps) => Promise<T>,
): Promise<T> {
  const { database, ensureRunning, close } = createCommandDatabase(place, (error) =>
    report(`PostgreSQL was not stopped: ${errorText(error)}`),
  );
  const connect = async () => {
    await ensureRunning();
    return database.connect();
  };
  try {
    // The embedded server starts at the first connection. A damaged backup is rejected before the server starts, so
    // that a failed restore creates no database.
    return await work({ database: { connect }, drawSealKeys, program: programVersion(), report, signal });
  } finally {
    await close();
  }
}

async function backUp(into: string, signal: AbortSignal): Promise<void> {
  const config = await readDatabaseConfig(process.env);
  await refuseMissingDatabase(config.database);
  const target = join(resolve(into), folderName(new Date()));
  const { sealedDraws } = await withDatabase(config, signal, (deps) => takeBackup(target, deps));
  const kept =
    config.database.kind === 'embedded' ? join(config.database.dataDir, 'secrets.json') : 'DRAW_SEAL_KEY';
  report(
    `Warning: the seeds of ${sealedDraws} draws to come are sealed in the backup, without their key. Without the key these draws cannot be held: keep a copy of ${kept} as well, apart from the backups.`,
  );
  const place = readDocumentPlace(process.env);
  report(
    `Warning: documents of players are not in the backup: copy ${place.kind === 's3' ? place.url : place.folder} as well.`,
  );
  process.stdout.write(`${target}\n`);
}

async function restore(folder: string, signal: AbortSignal): Promise<void> {
  const config = await readDatabaseConfig(process.env);
  const manifest = await withDatabase(config, signal, (deps) => restoreBackup(folder, deps));
  if (config.drawSealKeys.length === 0) {
    const place =
      config.database.kind === 'embedded'
        ? `put the old secrets.json into ${config.database.dataDir} before the platform starts, which would generate other keys`
        : 'start the platform with the DRAW_SEAL_KEY of the one that made the backup';
    report(`Warning: the key of the sealed seeds is unknown here and was not checked: ${place}.`);
  }
  report(
    `Draws held since ${manifest.takenAt} are not in the backup. The platform will hold them again when it starts: read docs/operations.md first.`,
  );
  process.stdout.write(`restored as of ${manifest.takenAt}\n`);
}

async function check(folder: string, signal: AbortSignal): Promise<void> {
  const { takenAt, parts } = await checkBackup(folder, { report, signal });
  const rows = parts.reduce((sum, part) => sum + part.rows, 0);
  process.stdout.write(`intact: ${parts.length} tables, ${rows} rows, as of ${takenAt}\n`);
}

async function run(signal: AbortSignal): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { check: { type: 'boolean', default: false } },
  });
  const [verb, folder, ...rest] = positionals;
  const isValid = folder !== undefined && rest.length === 0;
  if (isValid && verb === 'backup' && !values.check) return backUp(folder, signal);
  if (isValid && verb === 'restore') return (values.check ? check : restore)(resolve(folder), signal);
  throw new BackupFailure('usage', usage.trimEnd());
}

function exitCodeOf(error: unknown): number {
  if (error instanceof BackupFailure) return error.exitCode;
  if (error instanceof ConfigError) return backupExitCodes.configuration;
  const isUsage =
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  return isUsage ? backupExitCodes.usage : 1;
}

const ending = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => ending.abort(new Error('Stopped without changing anything')));
}
try {
  await run(ending.signal);
} catch (error) {
  report(errorText(error));
  process.exitCode = exitCodeOf(error);
}
