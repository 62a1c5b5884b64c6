import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import {
  exists,
  type Installation,
  initialise,
  lastLines,
  passwordFileName,
  prepare,
  runAs,
} from './embedded-install.ts';
import { bindable, dropForeignPidFile, findPostmaster } from './postmaster.ts';

/** Connections of this name keep the embedded server alive: another copy of the whole may be beside us. */
export const embeddedApplicationName = 'golden-lotto';
const databaseName = 'golden_lotto';
const lastLooks = 5;
const lastLookMs = 200;
const startLimitMs = 90_000;
/** Backends of a killed server end within their statement's time limit. */
const orphansGoneMs = 8000;

export interface Connection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

export interface EmbeddedCluster {
  /** How to reach the server, as of the last `ensureRunning`. Throws before the first. */
  connection(): Connection;
  /** Initialises, starts or attaches, whatever is needed; throws one line with the remedy where it cannot. */
  ensureRunning(): Promise<void>;
  /** Stops the server, whoever is connected. */
  stop(): Promise<void>;
  /** Stops the server unless a connection named `golden-lotto` is left: close your own first. */
  stopIfUnused(): Promise<'stopped' | 'in use' | 'not running'>;
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '120',
  // Short queries over indexes: planning costs more than parallel workers or compiled expressions ever save.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  // A week of logs, one file a weekday, so that they never fill the disk.
  logging_collector: 'on',
  log_filename: 'postgresql-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_size: '0',
  // After a kill the file system is told once to write what it holds, not a thousand files each by itself: 1 s, not 5.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
};

/** The port kept beside the data, or a free one where it is taken; kept for the next start. */
async function choosePort(folder: string): Promise<number> {
  const file = `${folder}.port`;
  const kept = Number(await readFile(file, 'utf8').catch(() => '0'));
  const port = (kept > 0 ? await bindable(kept) : null) ?? (await bindable(0));
  if (port === null) throw new Error('No free port on 127.0.0.1 for the embedded PostgreSQL');
  await writeFile(file, `${port}\n`);
  return port;
}

async function start({ binaries, user, folder }: Installation, pidFileAgeMs: number): Promise<void> {
  await dropForeignPidFile(folder, pidFileAgeMs > orphansGoneMs);
  const port = await choosePort(folder);
  const options = Object.entries({ ...settings, port: String(port) }).map(
    ([name, value]) => `-c ${name}='${value}'`,
  );
  const log = join(folder, 'start.log');
  const { code } = await runAs(user, binaries.pgCtl, [
    'start',
    `--pgdata=${folder}`,
    `--log=${log}`,
    '--wait',
    '--timeout=60',
    `--options=${options.join(' ')}`,
  ]);
  if (code === 0) return;
  // Another process may have been faster with the same folder, or with the port.
  await wait(300);
  if ((await findPostmaster(folder)) !== null) return;
  if ((await bindable(port)) === null) return;
  const tail = await readFile(log, 'utf8').then(lastLines, () => 'it left no log');
  throw new Error(`The embedded PostgreSQL in ${folder} did not start: ${tail}`);
}

/**
 * The embedded PostgreSQL of `dataDir`: real server processes that outlive Node (`kill -9` included); whoever
 * starts next attaches to them. Several processes may share one folder, the first start included.
 */
export function createEmbeddedCluster(dataDir: string): EmbeddedCluster {
  let installation: Installation | null = null;
  let known: Connection | null = null;

  const connect = async (database: string, applicationName: string): Promise<Client> => {
    if (known === null) throw new Error('the embedded PostgreSQL was not started');
    const client = new Client({
      ...known,
      database,
      application_name: applicationName,
      connectionTimeoutMillis: 5000,
    });
    // A connection that breaks while idle must not end the process.
    client.on('error', () => undefined);
    await client.connect();
    return client;
  };

  const ensureDatabase = async (): Promise<void> => {
    const client = await connect('postgres', `${embeddedApplicationName}-start`);
    try {
      const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
      if (found.rowCount === 0) await client.query(`create database ${databaseName}`);
    } catch (error) {
      // 42P04, 23505: another process made it in the same moment.
      if (!(error instanceof DatabaseError && ['42P04', '23505'].includes(error.code ?? ''))) throw error;
    } finally {
      await client.end();
    }
  };

  const attach = async (folder: string): Promise<boolean> => {
    const postmaster = await findPostmaster(folder);
    if (postmaster === null || postmaster.status !== 'ready') return false;
    const password = (await readFile(join(folder, passwordFileName), 'utf8')).trim();
    known = { host: '127.0.0.1', port: postmaster.port, user: 'postgres', password, database: databaseName };
    await ensureDatabase();
    return true;
  };

  const bringUp = async (): Promise<void> => {
    installation ??= await prepare(dataDir);
    const { folder } = installation;
    const began = Date.now();
    let failures = 0;
    let lastError: unknown = new Error(`The embedded PostgreSQL in ${folder} did not become ready`);
    while (Date.now() - began < startLimitMs) {
      if (!(await exists(join(folder, 'PG_VERSION')))) await initialise(installation);
      try {
        if ((await findPostmaster(folder)) === null) await start(installation, Date.now() - began);
        if (await attach(folder)) return;
      } catch (error) {
        // 28P01: a password that is not ours will not become ours by waiting.
        if (error instanceof DatabaseError && error.code === '28P01') throw error;
        lastError = error;
        failures += 1;
        if (Date.now() - began > 3 * orphansGoneMs && failures > 3) break;
      }
      // Starting, recovering, or stopping under another process's hand.
      await wait(150);
    }
    throw lastError;
  };

  let bringing: Promise<void> | null = null;
  const ensureRunning = (): Promise<void> => {
    bringing ??= bringUp().finally(() => {
      bringing = null;
    });
    return bringing;
  };

  /** A server that is just being started would outlive the stop that overtakes it. */
  const settled = (): Promise<void> => bringing?.catch(() => undefined) ?? Promise.resolve();

  const stop = async (): Promise<void> => {
    await settled();
    if (installation === null || (await findPostmaster(installation.folder)) === null) return;
    const { binaries, user, folder } = installation;
    await runAs(user, binaries.pgCtl, [
      'stop',
      `--pgdata=${folder}`,
      '--mode=fast',
      '--wait',
      '--timeout=30',
    ]);
  };

  const isInUse = async (): Promise<boolean> => {
    const client = await connect('postgres', `${embeddedApplicationName}-stop`);
    try {
      for (let look = 0; look < lastLooks; look += 1) {
        const others = await client.query(
          'select 1 from pg_stat_activity where application_name = $1 limit 1',
          [embeddedApplicationName],
        );
        if (others.rowCount === 0) return false;
        // Backends of connections that were just ended are gone within moments.
        await wait(lastLookMs);
      }
      return true;
    } finally {
      await client.end();
    }
  };

  const stopIfUnused = async (): Promise<'stopped' | 'in use' | 'not running'> => {
    await settled();
    if (installation === null || (await findPostmaster(installation.folder)) === null) return 'not running';
    try {
      if (await isInUse()) return 'in use';
    } catch (error) {
      // Another process that left in the same moment stops the server under our hands.
      if ((await findPostmaster(installation.folder))?.status === 'ready') throw error;
    }
    await stop();
    return 'stopped';
  };

  return {
    connection: () => {
      if (known === null) throw new Error('the embedded PostgreSQL was not started');
      return known;
    },
    ensureRunning,
    stop,
    stopIfUnused,
  };
}
