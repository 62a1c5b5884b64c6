import {
  BrokenCircuitError,
  CircuitState,
  ConsecutiveBreaker,
  circuitBreaker,
  ExponentialBackoff,
  halfJitterGenerator,
  handleWhen,
} from 'cockatiel';
import { isOutage, UpstreamError } from './upstream-error.ts';

export type BreakerState = 'closed' | 'open' | 'half-open';

export interface Breaker {
  readonly state: BreakerState;
  /** @throws UpstreamError 'breaker-open' while the upstream is given its rest, else what `work` throws */
  run<T>(work: () => Promise<T>): Promise<T>;
}

const failuresUntilOpen = 5;
const firstRestMs = 1000;
const longestRestMs = 15_000;

const states: Record<CircuitState, BreakerState> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Isolated]: 'open',
};

/**
 * After five outages in a row nobody asks for about a second, then one call is let through to try; each failed try makes
 * the rest longer, to 15 s at most. Answers that say no, and answers to one call that are wrong, do not count.
 */
export function createBreaker(upstream: string, onChange: (state: BreakerState) => void): Breaker {
  const policy = circuitBreaker(
    handleWhen((error) => error instanceof UpstreamError && isOutage(error)),
    {
      breaker: new ConsecutiveBreaker(failuresUntilOpen),
      halfOpenAfter: new ExponentialBackoff({
        initialDelay: firstRestMs,
        maxDelay: longestRestMs,
        // Instances that saw the same outage do not come back in step.
        generator: halfJitterGenerator,
      }),
    },
  );
  policy.onStateChange((state) => onChange(states[state]));
  const open = () =>
    new UpstreamError(upstream, 'breaker-open', 'not asked, since it failed several times in a row');
  return {
    get state() {
      return states[policy.state];
    },
    async run(work) {
      // Who comes while the one try is under way does not wait for it.
      if (policy.state === CircuitState.HalfOpen) throw open();
      try {
        return await policy.execute(work);
      } catch (error) {
        throw error instanceof BrokenCircuitError ? open() : error;
      }
    },
  };
}
