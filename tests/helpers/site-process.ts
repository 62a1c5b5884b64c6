import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { testKeys } from './platform.ts';
import { purgeToken } from './site.ts';

export interface SiteProcess {
  /** All that it has written so far, both streams. */
  output(): string;
  /** The text from the first match on; rejects where the process ends before it has written that. */
  says(pattern: RegExp): Promise<RegExpExecArray>;
  signal(name: 'SIGTERM' | 'SIGINT'): void;
  ended: Promise<{ code: number | null; signal: string | null }>;
  /** For a test that failed half-way. */
  kill(): Promise<void>;
}

/** What an operator states with a platform of his own. */
export const operatorEnv = (platformUrl: string): Record<string, string> => ({
  PORT: '0',
  OPS_PORT: '0',
  PLATFORM_URL: platformUrl,
  PLATFORM_API_KEY: testKeys.apiKey,
  PLATFORM_HASH: testKeys.hash,
  PURGE_TOKEN: purgeToken,
});

/** `server/main.ts` as a process of its own, as an operator starts it. */
export const spawnSite = (env: Record<string, string>): SiteProcess => {
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env['PATH'] ?? '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const watchers = new Set<() => void>();
  const keep = (piece: Buffer) => {
    output += piece.toString();
    for (const look of watchers) look();
  };
  child.stdout.on('data', keep);
  child.stderr.on('data', keep);
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  return {
    ended,
    output: () => output,
    says: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const match = pattern.exec(output);
          if (!match) return;
          watchers.delete(look);
          resolve(match);
        };
        watchers.add(look);
        look();
        void ended.then(() => reject(new Error(`it ended before it said ${pattern}: ${output}`)));
      }),
    signal: (name) => void child.kill(name),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
};
