import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { testKeys } from './platform.ts';

export interface PlatformProcess {
  pid: number;
  /** Origin it listens on. */
  url: string;
  /** Lines it has written so far, both streams. */
  output(): string;
  /** Resolves when a line has been written that contains the text; rejects where the process ends before. */
  says(text: string): Promise<void>;
  kill(signal: 'SIGTERM' | 'SIGKILL'): Promise<{ code: number | null; signal: string | null }>;
}

/** What an operator states with a database of his own. */
export const operatorEnv = (databaseUrl: string): Record<string, string> => ({
  DATABASE_URL: databaseUrl,
  PLATFORM_API_KEY: testKeys.apiKey,
  PLATFORM_HASH: testKeys.hash,
  DRAW_SEAL_KEY: testKeys.drawSealKey,
});

const started = (child: ChildProcess) => {
  let output = '';
  const watchers = new Set<() => void>();
  const keep = (chunk: Buffer) => {
    output += chunk.toString();
    for (const look of watchers) look();
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const ended = new Promise<{ code: number | null; signal: string | null }>((resolve) => {
    child.once('close', (code, signal) => resolve({ code, signal }));
  });
  const says = (text: string): Promise<void> =>
    new Promise((resolve, reject) => {
      const look = () => {
        if (!output.includes(text)) return;
        watchers.delete(look);
        resolve();
      };
      watchers.add(look);
      look();
      void ended.then(() => reject(new Error(`it ended before it said "${text}": ${output}`)));
    });
  return { ended, says, output: () => output };
};

const spawnPlatform = (env: Record<string, string>): ChildProcess =>
  spawn(process.execPath, ['--import', 'tsx', 'platform/main.ts'], {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    env: { PATH: process.env['PATH'] ?? '', PLATFORM_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });

/** `platform/main.ts` as a process of its own, once it listens. */
export const startPlatformProcess = async (env: Record<string, string>): Promise<PlatformProcess> => {
  const child = spawnPlatform(env);
  const { ended, says, output } = started(child);
  await says('the platform listens');
  const url = /"address":"(http:[^"]+)"/.exec(output())?.[1];
  if (!url || child.pid === undefined) throw new Error(`no address: ${output()}`);
  return {
    pid: child.pid,
    url,
    output,
    says,
    kill: (signal) => {
      child.kill(signal);
      return ended;
    },
  };
};

/** A start that is refused: what it says and how it ends. */
export const failPlatformProcess = async (
  env: Record<string, string>,
): Promise<{ code: number | null; output: string }> => {
  const { ended, output } = started(spawnPlatform(env));
  const { code } = await ended;
  return { code, output: output() };
};
