import { type ChildProcess, fork } from 'node:child_process';
import type { Server } from 'node:http';
import path from 'node:path';

export const root = path.resolve(import.meta.dirname, '..');

export interface Running<T> {
  pid: number;
  /** What the program said of itself when it was ready. */
  said: T;
  stop(): Promise<void>;
}

/** The port of a server that listens. */
export function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address ? address.port : 0;
}

/**
 * Starts a program of ours and waits for its first message.
 * @throws where it ends before it says anything
 */
export function start<T>(file: string, args: string[], env: Record<string, string>): Promise<Running<T>> {
  const child: ChildProcess = fork(path.join(root, file), args, {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...env },
    execArgv: file.endsWith('.ts') ? ['--import', 'tsx'] : [],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} before it was ready`)));
    child.once('message', (said: T) =>
      resolve({
        pid: child.pid ?? 0,
        said,
        stop: () => {
          child.kill('SIGTERM');
          return ended;
        },
      }),
    );
  });
}
