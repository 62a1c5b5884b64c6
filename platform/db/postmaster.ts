import { execFile } from 'node:child_process';
import { readFile, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What PostgreSQL writes of itself into its data folder (src/include/utils/pidfile.h). */
export interface Postmaster {
  pid: number;
  port: number;
  status: string;
}

async function commandOf(pid: number): Promise<string> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
  } catch {
    // No /proc (macOS), or the process is gone.
    return run('ps', ['-o', 'command=', '-p', String(pid)]).then(
      ({ stdout }) => stdout,
      () => '',
    );
  }
}

function isPostgres(command: string): boolean {
  return /postgres|postmaster/.test(command);
}

function readPidFile(folder: string): Promise<string> {
  return readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '');
}

function pidIn(text: string): number | null {
  const pid = Math.abs(Number(text.split('\n')[0]));
  return Number.isInteger(pid) && pid > 1 ? pid : null;
}

/**
 * The server that runs on this data folder, or null. A stale postmaster.pid whose number now belongs to another
 * program counts as null: containers hand the same numbers out again.
 */
export async function findPostmaster(folder: string): Promise<Postmaster | null> {
  const text = await readPidFile(folder);
  const pid = pidIn(text);
  if (pid === null || !isPostgres(await commandOf(pid))) return null;
  const lines = text.split('\n');
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() };
}

/**
 * Removes a postmaster.pid whose number belongs to a living program that is not PostgreSQL: the server itself
 * only forgives numbers of dead ones. `unreaped` also counts a killed server that nobody has waited for (a
 * container without an init): to be said only once its backends are surely gone. The file is looked at again
 * after nobody else can write it, since a server that another process just started must keep its own.
 */
export async function dropForeignPidFile(folder: string, unreaped: boolean): Promise<void> {
  const stale = await readPidFile(folder);
  const pid = pidIn(stale);
  if (pid === null) return;
  const command = await commandOf(pid);
  if (isPostgres(command) || (command === '' && !unreaped)) return;
  const path = join(folder, 'postmaster.pid');
  const aside = `${path}.${process.pid}`;
  await rename(path, aside);
  if ((await readFile(aside, 'utf8')) === stale) await rm(aside);
  else await rename(aside, path);
}

/** Whether a TCP port of the loopback interface can be bound; 0 asks for any. Gives the port, or null. */
export function bindable(port: number): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(null));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(address !== null && typeof address === 'object' ? address.port : null));
    });
  });
}
