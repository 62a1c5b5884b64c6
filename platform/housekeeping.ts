import type { Logger } from 'pino';

export type Tasks = Readonly<Record<string, () => Promise<void>>>;

export interface Housekeeping {
  /** Does every task once; one that fails is logged, and does not keep the others from being done. */
  run(): Promise<void>;
  /** Runs now and each hour. */
  start(): void;
  /** Ends after the run in hand. */
  stop(): Promise<void>;
}

const everyMs = 3_600_000;

/** Forgets what is over: any number of platforms on one database may do it beside each other. */
export function createHousekeeping(tasks: Tasks, logger: Logger): Housekeeping {
  let timer: NodeJS.Timeout | undefined;
  let inHand = Promise.resolve();
  const run = async (): Promise<void> => {
    for (const [task, work] of Object.entries(tasks))
      await work().catch((error: unknown) => logger.warn({ err: error, task }, 'housekeeping failed'));
  };
  return {
    run,
    start() {
      inHand = run();
      timer = setInterval(() => {
        inHand = run();
      }, everyMs);
    },
    async stop() {
      clearInterval(timer);
      await inHand;
    },
  };
}
