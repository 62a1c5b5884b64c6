import type { Logger } from 'pino';

/** Housekeeping tasks by name. A long task ends early if the signal aborts. */
export type Tasks = Readonly<Record<string, (signal: AbortSignal) => Promise<void>>>;

export interface Housekeeping {
  /**
   * Runs every task once. First waits for runs that have already started. If a task fails, the error is logged and the
   * other tasks still run.
   */
  run(): Promise<void>;
  /** Runs all tasks soon and then every hour. */
  start(): void;
  /** Cancels further runs, and aborts long tasks. Resolves when the current run has ended. */
  stop(): Promise<void>;
}

const intervalMs = 3_600_000;
/**
 * Delay of the first run. An immediate run would slow down the site, which loads its first pages soon after the start.
 */
const firstRunMs = 10_000;

/** Runs the given tasks every hour. Several platform processes may run the tasks on one database at the same time. */
export function createHousekeeping(tasks: Tasks, logger: Logger): Housekeeping {
  const ending = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  let current = Promise.resolve();
  const runAll = async (): Promise<void> => {
    for (const [task, work] of Object.entries(tasks))
      await work(ending.signal).catch((error: unknown) =>
        logger.warn({ err: error, task }, 'housekeeping task failed'),
      );
  };
  const run = (): Promise<void> => {
    current = current.then(runAll);
    return current;
  };
  return {
    run,
    start() {
      timer = setTimeout(() => {
        void run();
        timer = setInterval(() => void run(), intervalMs);
      }, firstRunMs);
    },
    async stop() {
      ending.abort();
      clearTimeout(timer);
      await current;
    },
  };
}
