import { execFile } from 'node:child_process';
import { readFile, rename, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Content of PostgreSQL's file postmaster.pid (src/include/utils/pidfile.h). */
export interface Postmaster {
  pid: number;
  port: number;
  status: string;
}

async function commandOf(pid: number): Promise<string> {
  try {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8')).replaceAll('\0', ' ');
  } catch {
    // Run ps, because the system may have no /proc (macOS). If the process has exited, ps fails, and the result is ''.
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
 * Returns the server that runs on this data folder, or null. If the pid in postmaster.pid now belongs to another
 * program, the file is ignored. This happens in containers, because containers reuse pids.
 */
export async function findPostmaster(folder: string): Promise<Postmaster | null> {
  const text = await readPidFile(folder);
  const pid = pidIn(text);
  if (pid === null || !isPostgres(await commandOf(pid))) return null;
  const lines = text.split('\n');
  return { pid, port: Number(lines[3] ?? 0), status: (lines[7] ?? '').trim() };
}

/**
 * Removes a postmaster.pid whose pid now belongs to another running program. While this file exists, PostgreSQL does
 * not start, because it ignores only pids of dead processes. Before the removal, the file is renamed and read again,
 * because another process may just have started a server.
 * @param unreaped if true, the file of a killed server is also removed if the server is still a zombie process. In a
 *   container without an init process, a killed server remains a zombie. Pass true only when enough time has passed for
 *   the server's child processes to exit.
 */
export async function dropForeignPidFile(folder: string, unreaped: boolean): Promise<void> {
  const stale = await readPidFile(folder);
  const pid = pidIn(stale);
  if (pid === null) return;
  const command = await commandOf(pid);
  if (isPostgres(command) || (command === '' && !unreaped)) return;
  const path = join(folder, 'postmaster.pid');
  const renamed = `${path}.${process.pid}`;
  await rename(path, renamed);
  if ((await readFile(renamed, 'utf8')) === stale) await rm(renamed);
  else await rename(renamed, path);
}

/** Returns the port if it can be bound on the loopback interface, else null. Port 0 selects any free port. */
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
