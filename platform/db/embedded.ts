import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { applicationName } from './database.ts';
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

const databaseName = 'golden_lotto';
/**
 * Number of checks that must find an open connection before the server counts as in use. One check is not enough,
 * because PostgreSQL lists a closed connection until the server process of that connection exits.
 */
const useChecks = 5;
const useCheckIntervalMs = 200;
const startLimitMs = 90_000;
const pollIntervalMs = 150;
/**
 * Interval at which the platform checks whether a starting server is ready. The platform does not rely on pg_ctl for
 * this, because PostgreSQL starts in a tenth of a second, but pg_ctl checks only ten times a second.
 */
const readyCheckMs = 10;
/**
 * Time within which PostgreSQL's child processes exit after its main process was killed. The child processes first
 * finish their statements, whose duration the statement timeout limits.
 */
const orphanLifetimeMs = 8000;

export interface Connection {
  host: string;
  port: number;
  user: string;
  password: string;
  database: string;
}

export interface EmbeddedCluster {
  /**
   * Returns the address that the server had after the last `ensureRunning`. Throws if `ensureRunning` has never run.
   */
  connection(): Connection;
  /**
   * Initialises or starts the server, or attaches to a running server. If this fails, throws an error of one line that
   * names the remedy.
   */
  ensureRunning(): Promise<void>;
  /** Stops the server. All connections are closed. */
  stop(): Promise<void>;
  /**
   * Stops the server unless a connection named `golden-lotto` is open. Callers must close their own connections first.
   */
  stopIfUnused(): Promise<'stopped' | 'in use' | 'not running'>;
}

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '120',
  // Parallel workers and JIT compilation would slow the platform's queries down, because these queries are short index
  // scans.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  // PostgreSQL writes one log file for each weekday and overwrites it after a week, so that logs cannot fill the disk.
  logging_collector: 'on',
  log_filename: 'postgresql-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_size: '0',
  // After the server was killed, its recovery syncs the whole file system once, which takes 1 s. Syncing a thousand
  // single files would take 5 s.
  ...(process.platform === 'linux' ? { recovery_init_sync_method: 'syncfs' } : {}),
};

/** Chooses the port of the last start, or a free port if that port is taken. Stores the choice for the next start. */
async function choosePort(folder: string): Promise<number> {
  const file = `${folder}.port`;
  const kept = Number(await readFile(file, 'utf8').catch(() => '0'));
  const port = (kept > 0 ? await bindable(kept) : null) ?? (await bindable(0));
  if (port === null) throw new Error('No free port on 127.0.0.1 for the embedded PostgreSQL');
  await writeFile(file, `${port}\n`);
  return port;
}

/** Resolves when the server accepts connections, or when the signal aborts. */
async function untilReady(folder: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (await findPostmaster(folder))?.status !== 'ready') await wait(readyCheckMs);
}

async function start({ binaries, user, folder }: Installation, pidFileAgeMs: number): Promise<void> {
  await dropForeignPidFile(folder, pidFileAgeMs > orphanLifetimeMs);
  const port = await choosePort(folder);
  const options = Object.entries({ ...settings, port: String(port) }).map(
    ([name, value]) => `-c ${name}='${value}'`,
  );
  const log = join(folder, 'start.log');
  const tool = new AbortController();
  const outcome = runAs(user, binaries.pgCtl, [
    'start',
    `--pgdata=${folder}`,
    `--log=${log}`,
    '--wait',
    '--timeout=60',
    `--options=${options.join(' ')}`,
  ]).finally(() => tool.abort());
  const ended = await Promise.race([outcome, untilReady(folder, tool.signal)]);
  // At this point the server is ready, or pg_ctl has ended and its outcome is known.
  const { code } = ended ?? (tool.signal.aborted ? await outcome : { code: 0 });
  if (code === 0) return;
  // Another process may have just started a server on this folder or port, which makes this start fail. Wait until that
  // server can be found.
  await wait(300);
  if ((await findPostmaster(folder)) !== null) return;
  if ((await bindable(port)) === null) return;
  const tail = await readFile(log, 'utf8').then(lastLines, () => 'no log was written');
  throw new Error(`The embedded PostgreSQL in ${folder} did not start: ${tail}`);
}

async function connectAs(connection: Connection, name: string): Promise<Client> {
  const client = new Client({
    ...connection,
    database: 'postgres',
    application_name: name,
    connectionTimeoutMillis: 5000,
  });
  // Listen for errors, because a connection that breaks while idle would otherwise end the process.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function ensureDatabase(connection: Connection): Promise<void> {
  const client = await connectAs(connection, `${applicationName}-start`);
  try {
    const found = await client.query('select 1 from pg_database where datname = $1', [databaseName]);
    if (found.rowCount === 0) await client.query(`create database ${databaseName}`);
  } catch (error) {
    // 42P04 and 23505 mean that another process created the database at the same time.
    if (!(error instanceof DatabaseError && ['42P04', '23505'].includes(error.code ?? ''))) throw error;
  } finally {
    await client.end();
  }
}

/** Returns the connection to the server that runs on this data folder. Null if no server accepts connections yet. */
async function attach(folder: string): Promise<Connection | null> {
  const postmaster = await findPostmaster(folder);
  if (postmaster === null || postmaster.status !== 'ready') return null;
  const password = (await readFile(join(folder, passwordFileName), 'utf8')).trim();
  const { port } = postmaster;
  const connection = { host: '127.0.0.1', port, user: 'postgres', password, database: databaseName };
  await ensureDatabase(connection);
  return connection;
}

async function startOrAttach(installation: Installation): Promise<Connection> {
  const { folder } = installation;
  const startedAt = Date.now();
  let failures = 0;
  let lastError: unknown = new Error(`The embedded PostgreSQL in ${folder} did not become ready`);
  while (Date.now() - startedAt < startLimitMs) {
    if (!(await exists(join(folder, 'PG_VERSION')))) await initialise(installation);
    try {
      if ((await findPostmaster(folder)) === null) await start(installation, Date.now() - startedAt);
      const connection = await attach(folder);
      if (connection !== null) return connection;
    } catch (error) {
      // 28P01 means that the password file belongs to another database, so retrying cannot help.
      if (error instanceof DatabaseError && error.code === '28P01') throw error;
      lastError = error;
      failures += 1;
      if (Date.now() - startedAt > 3 * orphanLifetimeMs && failures > 3) break;
    }
    // The server is starting, recovering, or being stopped by another process. Wait, then try again.
    await wait(pollIntervalMs);
  }
  throw lastError;
}

async function stopServer({ binaries, user, folder }: Installation): Promise<void> {
  await runAs(user, binaries.pgCtl, ['stop', `--pgdata=${folder}`, '--mode=fast', '--wait', '--timeout=30']);
}

async function isInUse(connection: Connection): Promise<boolean> {
  const client = await connectAs(connection, `${applicationName}-stop`);
  try {
    for (let check = 0; check < useChecks; check += 1) {
      const others = await client.query(
        'select 1 from pg_stat_activity where application_name = $1 limit 1',
        [applicationName],
      );
      if (others.rowCount === 0) return false;
      await wait(useCheckIntervalMs);
    }
    return true;
  } finally {
    await client.end();
  }
}

/**
 * Creates the embedded PostgreSQL of `dataDir`. The server continues to run when the Node process ends, even after
 * `kill -9`. The next Node process attaches to the running server. Several Node processes may share one folder, even
 * during the first start.
 */
export function createEmbeddedCluster(dataDir: string): EmbeddedCluster {
  let installation: Installation | null = null;
  let known: Connection | null = null;
  let starting: Promise<void> | null = null;

  const connection = (): Connection => {
    if (known === null) throw new Error('the embedded PostgreSQL was not started');
    return known;
  };

  const bringUp = async (): Promise<void> => {
    installation ??= await prepare(dataDir);
    known = await startOrAttach(installation);
  };

  /**
   * Returns the installation if its server runs, else null. First waits for a start in progress, because otherwise that
   * server would keep running after `stop`.
   */
  const running = async (): Promise<Installation | null> => {
    await starting?.catch(() => undefined);
    return installation !== null && (await findPostmaster(installation.folder)) !== null
      ? installation
      : null;
  };

  return {
    connection,
    ensureRunning: () => {
      starting ??= bringUp().finally(() => {
        starting = null;
      });
      return starting;
    },
    stop: async () => {
      const found = await running();
      if (found !== null) await stopServer(found);
    },
    stopIfUnused: async () => {
      const found = await running();
      if (found === null) return 'not running';
      try {
        if (await isInUse(connection())) return 'in use';
      } catch (error) {
        // Another platform process may have stopped the server when that process exited. Throw only if the server still
        // runs.
        if ((await findPostmaster(found.folder))?.status === 'ready') throw error;
      }
      if ((await running()) !== null) await stopServer(found);
      return 'stopped';
    },
  };
}
