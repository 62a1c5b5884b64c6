import {
  BrokenCircuitError,
  CircuitState,
  circuitBreaker,
  ExponentialBackoff,
  halfJitterGenerator,
  handleWhen,
} from 'cockatiel';
import { type BreakerCaller, createOutageEvidence } from './outage-evidence.ts';
import { isAnswer, isOutage, UpstreamError } from './upstream-error.ts';

export type BreakerState = 'closed' | 'open' | 'half-open';

export interface Breaker {
  readonly state: BreakerState;
  /** @throws UpstreamError 'breaker-open' while the breaker is open, else the error of `work` */
  run<T>(caller: BreakerCaller, work: () => Promise<T>): Promise<T>;
}

const firstRestMs = 1000;
const longestRestMs = 15_000;

const states: Record<CircuitState, BreakerState> = {
  [CircuitState.Closed]: 'closed',
  [CircuitState.Open]: 'open',
  [CircuitState.HalfOpen]: 'half-open',
  [CircuitState.Isolated]: 'open',
};

const isFailure = (error: unknown): boolean => error instanceof UpstreamError && isOutage(error);

/**
 * Creates a circuit breaker. It opens for about a second when the whole upstream is down (outage-evidence.ts). After
 * this pause, one request probes the upstream. Each failed probe lengthens the pause, to 15 s at most. Neither the
 * failures of a single caller nor error statuses of the upstream itself can open the breaker.
 */
export function createBreaker(upstream: string, onChange: (state: BreakerState) => void): Breaker {
  const evidence = createOutageEvidence();
  const policy = circuitBreaker(handleWhen(isFailure), {
    breaker: { state: null, success: () => undefined, failure: () => evidence.isDown() },
    halfOpenAfter: new ExponentialBackoff({
      initialDelay: firstRestMs,
      maxDelay: longestRestMs,
      // Add jitter, so that instances that saw the same outage do not probe the upstream at the same moment.
      generator: halfJitterGenerator,
    }),
  });
  policy.onStateChange((state) => onChange(states[state]));
  const open = () => new UpstreamError(upstream, 'breaker-open', 'not requested while it is down');

  /**
   * Runs `work` and records whether it failed, and for which caller. The breaker library cannot record this, because it
   * does not distinguish callers.
   * @param onFailure called for each failed request
   */
  const recorded = async <T>(
    caller: BreakerCaller,
    work: () => Promise<T>,
    onFailure?: (failure: unknown) => Promise<void>,
  ): Promise<T> => {
    const startedAtMs = Date.now();
    try {
      const answer = await work();
      evidence.addAnswer();
      return answer;
    } catch (error) {
      if (isFailure(error)) {
        evidence.addOutage(caller, startedAtMs);
        await onFailure?.(error);
      } else if (error instanceof UpstreamError && isAnswer(error)) evidence.addAnswer();
      throw error;
    }
  };

  /**
   * Reports a failure to the breaker library's policy while the circuit is closed. Successful requests bypass the
   * policy, because running a request through the policy takes longer than all checks of its response.
   */
  const reportFailure = async (failure: unknown): Promise<void> => {
    if (policy.state !== CircuitState.Closed) return;
    try {
      await policy.execute(() => Promise.reject(failure));
    } catch (error) {
      // The policy rejects with the failure that was reported to it.
      if (error !== failure) throw error;
    }
  };

  /** @throws UpstreamError 'breaker-open' if the policy rejects the request */
  const throughPolicy = async <T>(caller: BreakerCaller, work: () => Promise<T>): Promise<T> => {
    try {
      return await policy.execute(() => recorded(caller, work));
    } catch (error) {
      throw error instanceof BrokenCircuitError ? open() : error;
    }
  };

  return {
    get state() {
      return states[policy.state];
    },
    run(caller, work) {
      if (policy.state === CircuitState.Closed) return recorded(caller, work, reportFailure);
      // While one request probes the upstream, reject other requests instead of letting them wait for the probe.
      if (policy.state === CircuitState.HalfOpen) return Promise.reject(open());
      return throughPolicy(caller, work);
    },
  };
}
