import { spawn } from 'node:child_process';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { finished } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';

export interface Ending {
  code: number | null;
  signal: string | null;
}

/** A program of the project that runs as a separate process, as in production. */
export interface Program {
  pid: number;
  /** Returns everything that the program has written to stdout and stderr. */
  output(): string;
  /** Resolves with the first match in the program's output. @throws if the program exits first */
  waitForOutput(pattern: RegExp): Promise<RegExpExecArray>;
  signal(name: 'SIGTERM' | 'SIGINT' | 'SIGKILL'): Promise<Ending>;
  /**
   * Closes the IPC channel, as the operating system does when the supervisor of the program is killed. Has no effect if
   * the program has exited.
   */
  disconnect(): void;
  ended: Promise<Ending>;
}

/** Working directory and user of a program. The defaults are the project's folder and the user of the test process. */
export interface Place {
  cwd?: string;
  uid?: number;
  gid?: number;
}

/**
 * Node stores compiled modules in this folder, so that later starts of a program need not compile the modules again.
 * Compiling takes most of the start time.
 */
const compileCache = path.join(tmpdir(), 'golden-lotto-test-compiled');

/**
 * @param args Node's arguments, including the file
 * @param env the whole environment except PATH and NODE_COMPILE_CACHE
 */
export function startProgram(args: string[], env: Record<string, string>, place: Place = {}): Program {
  const child = spawn(process.execPath, args, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    ...place,
    env: { PATH: process.env['PATH'] ?? '', NODE_COMPILE_CACHE: compileCache, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error('the program has no output streams');
  let output = '';
  const watchers = new Set<() => void>();
  const keep = (piece: Buffer) => {
    output += piece.toString();
    for (const look of watchers) look();
  };
  stdout.on('data', keep);
  stderr.on('data', keep);
  const ended = new Promise<Ending>((resolve) => {
    // The event 'close' is not emitted after `disconnect`.
    child.once(
      'exit',
      (code, signal) =>
        void Promise.allSettled([finished(stdout), finished(stderr)]).then(() => resolve({ code, signal })),
    );
  });
  return {
    pid: child.pid ?? 0,
    ended,
    output: () => output,
    waitForOutput: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(output);
          if (!match) return;
          watchers.delete(look);
          resolve(match);
        };
        watchers.add(look);
        look();
        void ended.then(() => reject(new Error(`it exited before it wrote ${pattern}: ${output}`)));
      }),
    signal: (name) => {
      child.kill(name);
      return ended;
    },
    disconnect: () => {
      if (child.connected) child.disconnect();
    },
  };
}
