import { createWinnerCounts } from './count-winners.ts';
import { announceDraws, type DueStepDeps, runDueSteps } from './due-steps.ts';

export interface EngineDeps extends DueStepDeps {
  /**
   * Restarts an embedded PostgreSQL server that has died. The engine calls this function after a failed round of steps,
   * before the next attempt.
   */
  revive?: () => Promise<void>;
}

export interface DrawEngine {
  /** Stores the next draws with their commitments, and opens the sales of due draws. */
  announce(): Promise<void>;
  /** Performs every step that is due. Returns the time at which the next step is due, as milliseconds since 1970. */
  tick(): Promise<number>;
  /** Calls `tick` whenever a step is due, until stopped. */
  start(): void;
  /** Stops the engine. Resolves when the round of steps in progress has ended. */
  stop(): Promise<void>;
}

const firstRetryMs = 1000;
const slowestRetryMs = 5000;

/**
 * Runs the draws of every game automatically (spec §3; docs/decisions/draw-engine.md). Each step of a draw, or each
 * batch of a large draw, is one transaction that locks the draw's row. The draw's status selects the step. Any number
 * of engines can run, stop and die at any time.
 */
export function createDrawEngine(deps: EngineDeps): DrawEngine {
  const { clock, logger } = deps;
  const ending = new AbortController();
  const counts = createWinnerCounts(deps);
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let failures = 0;

  const tick = (): Promise<number> => runDueSteps(deps, counts, ending.signal);

  const run = async (): Promise<void> => {
    let pauseMs: number;
    try {
      pauseMs = Math.max(0, (await tick()) - clock.now().getTime());
      if (failures > 0) logger.info('draw engine recovered');
      failures = 0;
    } catch (error) {
      failures += 1;
      pauseMs = Math.min(slowestRetryMs, firstRetryMs * failures);
      logger.error({ err: error, retryMs: pauseMs }, 'draw engine failed, retrying');
      await deps
        .revive?.()
        .catch((failure: unknown) => logger.error({ err: failure }, 'database restart failed'));
    }
    if (!ending.signal.aborted) schedule(pauseMs);
  };

  const schedule = (pauseMs: number): void => {
    timer = setTimeout(() => {
      running = run();
    }, pauseMs);
  };

  return {
    announce: async () => {
      await announceDraws(deps);
    },
    tick,
    start: () => schedule(0),
    stop: async () => {
      ending.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
