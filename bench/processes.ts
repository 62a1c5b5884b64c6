import { type ChildProcess, fork, type Serializable } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

/** The platform finishes a draw, PostgreSQL writes its checkpoint. */
const stopLimitMs = 25_000;

export interface Running<T> {
  pid: number;
  /** What the program said of itself when it was ready. */
  said: T;
  /** Asks the program something and gives its next message. One question at a time. @throws where it ends first */
  ask<A>(question: Serializable): Promise<A>;
  stop(): Promise<void>;
}

/** The port of a server that listens. */
export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/** Ends a child, by force where it takes too long. */
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
 * Starts a program of ours and waits for its first message.
 * @param env added to this process's own
 * @param onChild hears of the child at once, so that it can be ended before it is ready
 * @throws where it ends before it says anything
 */
export async function start<T>(
  file: string,
  args: string[],
  env: Record<string, string>,
  onChild: (child: ChildProcess) => void,
): Promise<Running<T>> {
  const child = fork(path.join(root, file), args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...env },
    execArgv: file.endsWith('.ts') ? ['--import', 'tsx'] : [],
    // Ctrl-C is for the bench alone, which then ends its programs in order; should it be killed, their channel closes.
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

/** Ticks of /proc, on every Linux that Node runs on. */
const ticksPerSecond = 100;

/**
 * Processor time that a process has used so far on its main thread, which is the one that JavaScript runs on and the
 * one that there is only one of; null where there is no /proc.
 */
export function cpuSeconds(pid: number): number | null {
  const file = `/proc/${pid}/task/${pid}/stat`;
  if (!existsSync(file)) return null;
  // The second field is a name in brackets, with anything in it; the rest are figures.
  const fields = readFileSync(file, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) / ticksPerSecond;
}

/**
 * What a process holds in memory just now, in MB (10^6 bytes).
 * @throws where the system keeps no /proc
 */
export function residentMb(pid: number): number {
  const [, kB] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return (Number(kB) * 1024) / 1e6;
}
