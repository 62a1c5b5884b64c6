import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Bench } from './bench.ts';
import { root } from './processes.ts';

/** The notices of one platform. A finished notice cannot be sent again, so the next notice has different texts. */
export interface Notices {
  dataDir: string;
  finished: number;
}

/** Starts the operator's command, which sends a notice or resumes an interrupted one. */
function startCommand(bench: Bench, { dataDir, finished }: Notices, onBatch: () => void): ChildProcess {
  const file = path.join(bench.work, `notice-${finished}.yaml`);
  const text = `{ title: Notice ${finished}, text: The terms change on Friday. Read them before you play. }`;
  writeFileSync(file, `kind: notice\nen: ${text}\nhi: ${text}\npt: ${text}\nnb: ${text}\n`);
  const command = spawn(process.execPath, ['dist/platform/admin/main.js', 'notices', 'send', file], {
    cwd: root,
    env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataDir, USER: 'bench' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  bench.watch(command);
  command.stderr?.on('data', (said: Buffer) => {
    if (said.includes('players notified')) onBatch();
    else process.stderr.write(said);
  });
  return command;
}

/**
 * Runs `work` while a notice is sent to all players. `work` starts after the first batch of the notice, so that the
 * start of the sending command is not measured. The command is stopped when `work` ends. The next call resumes the same
 * notice.
 */
export async function whileSending<T>(bench: Bench, notices: Notices, work: () => Promise<T>): Promise<T> {
  const first = Promise.withResolvers<void>();
  let command: ChildProcess | undefined;
  const ending = new AbortController();
  const sendOn = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      command = startCommand(bench, notices, () => first.resolve());
      const [code] = await once(command, 'exit');
      if (code === 0) notices.finished++;
      else if (!ending.signal.aborted) throw new Error(`notices send ended with ${code}`);
    }
  };
  const sending = sendOn();
  sending.catch((error: unknown) => first.reject(error));
  try {
    await first.promise;
    return await work();
  } finally {
    ending.abort();
    command?.kill('SIGTERM');
    await sending;
  }
}
