import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import {
  type Binaries,
  closedFolder,
  findBinaries,
  postgresUser,
  type SystemUser,
} from './embedded-binaries.ts';
import { bindable, dropForeignPidFile, findPostmaster } from './postmaster.ts';

/** Connections of this name keep the embedded server alive: another copy of the whole may be beside us. */
export const APPLICATION_NAME = 'golden-lotto';
const DATABASE = 'golden_lotto';
const START_LIMIT_MS = 90_000;
/** Backends of a killed server end within their statement's time limit. */
const ORPHANS_GONE_MS = 8000;

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
  /** Stops the server unless a connection named `golden-lotto` is left: close your own first. */
  stopIfUnused(): Promise<'stopped' | 'in use' | 'not running'>;
}

interface Installation {
  binaries: Binaries;
  user: SystemUser | null;
  /** Data folder of PostgreSQL. */
  folder: string;
}

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '60',
  // Short queries over indexes: planning costs more than parallel workers or compiled expressions ever save.
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  timezone: 'UTC',
  // A week of logs, one file a weekday, so that they never fill the disk.
  logging_collector: 'on',
  log_filename: 'postgresql-%a.log',
  log_truncate_on_rotation: 'on',
  log_rotation_size: '0',
};

const runAs = (
  user: SystemUser | null,
  command: string,
  args: string[],
): Promise<{ code: number | null; output: string }> =>
  new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
      // The caller's folder may be closed to that user; its language must not change what the tools say.
      cwd: '/',
      env: { PATH: process.env['PATH'], LANG: 'C', LC_ALL: 'C' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    const keep = (chunk: Buffer) => {
      output = `${output}${chunk.toString()}`.slice(-4000);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);
    child.once('error', reject);
    // Not 'close': a server that pg_ctl left behind may still hold the pipes.
    child.once('exit', (code) => {
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ code, output });
    });
  });

const lastLines = (output: string): string => output.trim().split('\n').slice(-3).join(' | ');

/** Makes the data folder beside its place and moves it in: of several at once one wins, whole. */
const initialise = async ({ binaries, user, folder }: Installation): Promise<void> => {
  const temporary = `${folder}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const passwordFile = `${temporary}.password`;
  const password = randomBytes(24).toString('base64url');
  await mkdir(temporary, { mode: 0o700 });
  try {
    await writeFile(passwordFile, `${password}\n`, { mode: 0o600, flag: 'wx' });
    if (user) {
      await chown(temporary, user.uid, user.gid);
      await chown(passwordFile, user.uid, user.gid);
    }
    const { code, output } = await runAs(user, binaries.initdb, [
      `--pgdata=${temporary}`,
      '--username=postgres',
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--encoding=UTF8',
      '--locale=C',
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
    ]);
    if (code !== 0) throw new Error(`PostgreSQL could not be initialised in ${folder}: ${lastLines(output)}`);
    await rename(passwordFile, join(temporary, 'golden-lotto.password'));
    await rename(temporary, folder).catch(async (error: unknown) => {
      if (!(await exists(join(folder, 'PG_VERSION')))) throw error;
    });
  } finally {
    await rm(passwordFile, { force: true });
    await rm(temporary, { recursive: true, force: true });
  }
};

const exists = async (path: string): Promise<boolean> => {
  try {
    await (await open(path)).close();
    return true;
  } catch {
    return false;
  }
};

const prepare = async (dataDir: string): Promise<Installation> => {
  await mkdir(dataDir, { recursive: true });
  const real = await realpath(dataDir);
  const user = await postgresUser();
  const closed = await closedFolder(real, user);
  if (closed !== null && user !== null) {
    throw new Error(
      `DATA_DIR ${real} cannot be reached by the user ${user.name}, as whom PostgreSQL runs: ${closed} is closed to it. Set DATA_DIR to a folder like /var/lib/golden-lotto, or run chmod o+x ${closed}`,
    );
  }
  return { binaries: await findBinaries(real, user), user, folder: join(real, 'postgres') };
};

/** The port kept beside the data, or a free one where it is taken; kept for the next start. */
const choosePort = async (folder: string): Promise<number> => {
  const file = `${folder}.port`;
  const kept = Number(await readFile(file, 'utf8').catch(() => '0'));
  const port = (kept > 0 ? await bindable(kept) : null) ?? (await bindable(0));
  if (port === null) throw new Error('No free port on 127.0.0.1 for the embedded PostgreSQL');
  await writeFile(file, `${port}\n`);
  return port;
};

const start = async ({ binaries, user, folder }: Installation, pidFileAgeMs: number): Promise<void> => {
  await dropForeignPidFile(folder, pidFileAgeMs > ORPHANS_GONE_MS);
  const port = await choosePort(folder);
  const options = Object.entries({ ...SETTINGS, port: String(port) }).map(
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
};

/**
 * The embedded PostgreSQL of `dataDir`: real server processes that outlive Node (`kill -9` included); whoever
 * starts next attaches to them. Several processes may share one folder, the first start included.
 */
export const createEmbeddedCluster = (dataDir: string): EmbeddedCluster => {
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
    const client = await connect('postgres', `${APPLICATION_NAME}-start`);
    try {
      const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
      if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
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
    const password = (await readFile(join(folder, 'golden-lotto.password'), 'utf8')).trim();
    known = { host: '127.0.0.1', port: postmaster.port, user: 'postgres', password, database: DATABASE };
    await ensureDatabase();
    return true;
  };

  const ensureRunning = async (): Promise<void> => {
    installation ??= await prepare(dataDir);
    const { folder } = installation;
    const began = Date.now();
    let failures = 0;
    let lastError: unknown = new Error(`The embedded PostgreSQL in ${folder} did not become ready`);
    while (Date.now() - began < START_LIMIT_MS) {
      if (!(await exists(join(folder, 'PG_VERSION')))) await initialise(installation);
      try {
        if ((await findPostmaster(folder)) === null) await start(installation, Date.now() - began);
        if (await attach(folder)) return;
      } catch (error) {
        // 28P01: a password that is not ours will not become ours by waiting.
        if (error instanceof DatabaseError && error.code === '28P01') throw error;
        lastError = error;
        failures += 1;
        if (Date.now() - began > 3 * ORPHANS_GONE_MS && failures > 3) break;
      }
      // Starting, recovering, or stopping under another process's hand.
      await wait(150);
    }
    throw lastError;
  };

  const stopIfUnused = async (): Promise<'stopped' | 'in use' | 'not running'> => {
    if (installation === null || (await findPostmaster(installation.folder)) === null) return 'not running';
    const client = await connect('postgres', `${APPLICATION_NAME}-stop`);
    try {
      const others = await client.query(
        'select 1 from pg_stat_activity where application_name = $1 limit 1',
        [APPLICATION_NAME],
      );
      if (others.rowCount !== 0) return 'in use';
    } finally {
      await client.end();
    }
    const { binaries, user, folder } = installation;
    await runAs(user, binaries.pgCtl, [
      'stop',
      `--pgdata=${folder}`,
      '--mode=fast',
      '--wait',
      '--timeout=30',
    ]);
    return 'stopped';
  };

  return {
    connection: () => {
      if (known === null) throw new Error('the embedded PostgreSQL was not started');
      return known;
    },
    ensureRunning,
    stopIfUnused,
  };
};
