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
  /** @throws UpstreamError 'breaker-open' while open, else what `work` throws */
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
 * Opens after five outages in a row, for about a second; then one request probes the upstream. Each failed probe
 * lengthens the pause, to 15 s at most. Refusals and malformed answers do not count as outages.
 */
export function createBreaker(upstream: string, onChange: (state: BreakerState) => void): Breaker {
  const policy = circuitBreaker(
    handleWhen((error) => error instanceof UpstreamError && isOutage(error)),
    {
      breaker: new ConsecutiveBreaker(failuresUntilOpen),
      halfOpenAfter: new ExponentialBackoff({
        initialDelay: firstRestMs,
        maxDelay: longestRestMs,
        // Instances that saw the same outage must not return at the same moment.
        generator: halfJitterGenerator,
      }),
    },
  );
  policy.onStateChange((state) => onChange(states[state]));
  const open = () =>
    new UpstreamError(upstream, 'breaker-open', 'not requested after several failures in a row');
  return {
    get state() {
      return states[policy.state];
    },
    async run(work) {
      // Other requests do not wait for the probe.
      if (policy.state === CircuitState.HalfOpen) throw open();
      try {
        return await policy.execute(work);
      } catch (error) {
        throw error instanceof BrokenCircuitError ? open() : error;
      }
    },
  };
}
