import type { Logger } from 'pino';

export interface WorkLoop {
  /** Starts the next round now, without waiting for the end of the pause. */
  wake(): void;
  start(): void;
  /** Resolves when the round in progress has ended. */
  stop(): Promise<void>;
}

export interface WorkLoopOptions {
  /** Does one round of work. Returns whether more work may be due. */
  work: () => Promise<boolean>;
  /** The pause after a round if no more work is due, in ms. */
  pollMs: number;
  /** The log message for a failed round. */
  failure: string;
  logger: Pick<Logger, 'warn'>;
}

/** Repeats the work of a queue until `stop` is called. A failed round is repeated after the pause. */
export function createWorkLoop({ work, pollMs, failure, logger }: WorkLoopOptions): WorkLoop {
  const ending = new AbortController();
  let rest = Promise.withResolvers<void>();
  let running: Promise<void> | undefined;

  const run = async (): Promise<void> => {
    let isFailing = false;
    while (!ending.signal.aborted) {
      const isMoreDue = await work().catch((error: unknown) => {
        // During an outage of the database, log only the first failure.
        if (!isFailing) logger.warn({ err: error }, failure);
        return null;
      });
      isFailing = isMoreDue === null;
      if (isMoreDue || ending.signal.aborted) continue;
      const timer = setTimeout(() => rest.resolve(), pollMs);
      await rest.promise;
      clearTimeout(timer);
      rest = Promise.withResolvers();
    }
  };

  return {
    wake: () => rest.resolve(),
    start() {
      running ??= run();
    },
    async stop() {
      ending.abort();
      rest.resolve();
      await running;
    },
  };
}
