import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Server } from 'node:net';
import path from 'node:path';
import { runEnvironment, runFlags } from '../bin/run-flags.ts';

export const root = path.resolve(import.meta.dirname, '..');

/** Time limit for a stop. The platform may have to finish a draw, and PostgreSQL to write its checkpoint. */
const stopLimitMs = 25_000;

export interface Running<T> {
  pid: number;
  /** The program's first message, which it sends when it is ready. */
  said: T;
  /**
   * Sends a message and resolves with the program's next message. Call `ask` again only after this answer has arrived.
   * @throws if the program exits first
   */
  ask<A>(question: Serializable): Promise<A>;
  stop(): Promise<void>;
}

export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Stops a child process, with SIGKILL after a time limit. */
export async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  child.kill('SIGTERM');
  const killer = setTimeout(() => child.kill('SIGKILL'), stopLimitMs);
  await ended;
  clearTimeout(killer);
}

const nextMessage = <T>(child: ChildProcess, file: string): Promise<T> =>
  new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`${file} ended with ${code}`));
    child.once('exit', onExit);
    child.once('message', (message: T) => {
      child.off('exit', onExit);
      resolve(message);
    });
  });

/**
 * Starts one of the bench's programs and waits for its first message.
 * @param env variables that are added to this process's environment
 * @param onChild receives the child process at once, so that it can be stopped before it is ready
 * @throws if the program exits before its first message
 */
export async function start<T>(
  file: string,
  args: string[],
  env: Record<string, string>,
  onChild: (child: ChildProcess) => void,
): Promise<Running<T>> {
  const child = fork(path.join(root, file), args, {
    cwd: root,
    env: { ...runEnvironment, ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...env },
    // Baselines run with the flags of the site, so that a ratio shows only what the site's code costs.
    execArgv: [...runFlags, ...(file.endsWith('.ts') ? ['--import', 'tsx'] : [])],
    // Start the program detached, so that Ctrl-C reaches only the bench, which then stops the programs in order. If the
    // bench is killed, the IPC channels close and the programs exit.
    detached: true,
  });
  onChild(child);
  const failed = new Promise<never>((_resolve, reject) => child.once('error', reject));
  const said = await Promise.race([nextMessage<T>(child, file), failed]);
  return {
    pid: child.pid ?? 0,
    said,
    ask: <A>(question: Serializable) => {
      const answer = nextMessage<A>(child, file);
      child.send(question);
      return answer;
    },
    stop: () => end(child),
  };
}

/** Clock ticks per second in /proc. The value is the same on every Linux that Node supports. */
const ticksPerSecond = 100;

/**
 * Returns the processor time in seconds that the main thread of a process has used; null without /proc. JavaScript
 * runs only on that thread.
 */
export function cpuSeconds(pid: number): number | null {
  const file = `/proc/${pid}/task/${pid}/stat`;
  if (!existsSync(file)) return null;
  // The second field is a name in parentheses that can contain spaces, so read only the fields after the closing
  // parenthesis.
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/**
 * Returns the resident memory of a process in MB (10^6 bytes).
 * @throws without /proc
 */
export function residentMb(pid: number): number {
  const [, kB] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kB) * 1024) / 1e6;
}
