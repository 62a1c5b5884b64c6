import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readdir, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ConfigError } from '../config/config.ts';
import {
  type Binaries,
  closedFolder,
  findBinaries,
  postgresUser,
  type SystemUser,
} from './embedded-binaries.ts';

/**
 * The file with the database password. It is in PostgreSQL's data folder, so that it is deleted together with the
 * database.
 */
export const passwordFileName = 'golden-lotto.password';

export interface Installation {
  binaries: Binaries;
  user: SystemUser | null;
  /** PostgreSQL's data folder. */
  folder: string;
}

/** Runs one of PostgreSQL's tools. Returns the exit code, and the end of the tool's output for error messages. */
export function runAs(
  user: SystemUser | null,
  command: string,
  args: string[],
): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      ...(user ? { uid: user.uid, gid: user.gid } : {}),
      // Run in `/`, because the user may have no access to the current folder. A fixed locale keeps the output in
      // English.
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
    // Wait for 'exit' and not for 'close', because a server that pg_ctl started may keep the pipes open.
    child.once('exit', (code) => {
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ code, output });
    });
  });
}

export function lastLines(output: string): string {
  return output.trim().split('\n').slice(-3).join(' | ');
}

/**
 * Initialises the data folder under a temporary name and then renames it. If several processes initialise the folder at
 * once, only the first rename succeeds.
 */
export async function initialise({ binaries, user, folder }: Installation): Promise<void> {
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
    await rename(passwordFile, join(temporary, passwordFileName));
    await rename(temporary, folder).catch(async (error: unknown) => {
      if (!(await exists(join(folder, 'PG_VERSION')))) throw error;
    });
  } finally {
    await rm(passwordFile, { force: true });
    await rm(temporary, { recursive: true, force: true });
  }
}

export async function exists(path: string): Promise<boolean> {
  try {
    await (await open(path)).close();
    return true;
  } catch {
    return false;
  }
}

/** Removes temporary folders of processes that were killed while initialising. */
async function removeLeftovers(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    const pid = /^postgres\.(\d+)-[0-9a-f]{8}(?:\.password)?$/.exec(name)?.[1];
    if (pid === undefined || Number(pid) === process.pid || isAlive(Number(pid))) continue;
    await rm(join(dataDir, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // EPERM means that the process exists and belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/**
 * Checks that the embedded server can use `dataDir`.
 * @throws ConfigError of one line with the remedy if the server cannot use it
 */
export async function prepare(dataDir: string): Promise<Installation> {
  await mkdir(dataDir, { recursive: true });
  const real = await realpath(dataDir);
  const user = await postgresUser();
  const closed = await closedFolder(real, user);
  if (closed !== null && user !== null) {
    throw new ConfigError(
      `DATA_DIR ${real} cannot be reached by ${user.name}, the user of PostgreSQL: ${closed} denies access. Set DATA_DIR to a folder like /var/lib/golden-lotto, or run chmod o+x ${closed}`,
    );
  }
  await removeLeftovers(real);
  return { binaries: await findBinaries(real, user), user, folder: join(real, 'postgres') };
}
