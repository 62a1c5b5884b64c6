import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BreakerState, createBreaker } from '../../../../server/upstream/breaker.ts';
import { UpstreamError } from '../../../../server/upstream/upstream-error.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const outage = () => Promise.reject(new UpstreamError('platform', 'timeout', 'gameList: timeout'));
const refusal = () => Promise.reject(new UpstreamError('platform', 'business', 'gameList: 10400'));
const kindOf = (run: Promise<unknown>) =>
  run.then(
    () => 'ok',
    (error: unknown) => (error instanceof UpstreamError ? error.kind : 'thrown'),
  );

function setUp() {
  const states: BreakerState[] = [];
  const breaker = createBreaker('platform', (state) => states.push(state));
  const fail = async (times: number) => {
    for (let index = 0; index < times; index++) await kindOf(breaker.run(outage));
  };
  return { breaker, states, fail };
}

describe('createBreaker', () => {
  it('opens after five outages in a row and rejects without calling the upstream', async () => {
    const { breaker, fail } = setUp();
    await fail(4);
    expect(breaker.state).toBe('closed');
    await fail(1);
    expect(breaker.state).toBe('open');
    const work = vi.fn<() => Promise<number>>(async () => 1);
    expect(await kindOf(breaker.run(work))).toBe('breaker-open');
    expect(work).not.toHaveBeenCalled();
  });

  it('stays closed if there are answers between the outages', async () => {
    const { breaker, fail } = setUp();
    for (let round = 0; round < 5; round++) {
      await fail(4);
      await breaker.run(async () => 'an answer');
    }
    expect(breaker.state).toBe('closed');
  });

  it('does not count rejected calls as outages', async () => {
    const { breaker } = setUp();
    for (let index = 0; index < 20; index++) await kindOf(breaker.run(refusal));
    expect(breaker.state).toBe('closed');
  });

  it('sends one probe after about a second, rejects other requests during the probe, and closes again', async () => {
    const { breaker, states, fail } = setUp();
    await fail(5);
    vi.advanceTimersByTime(1000);
    const trial = Promise.withResolvers<string>();
    const trying = breaker.run(() => trial.promise);
    expect(await kindOf(breaker.run(async () => 'too early'))).toBe('breaker-open');
    trial.resolve('well again');
    expect(await trying).toBe('well again');
    expect(await breaker.run(async () => 'normal')).toBe('normal');
    expect(states).toEqual(['open', 'half-open', 'closed']);
  });

  it('lengthens the pause after each failed probe, to fifteen seconds at most', async () => {
    const { breaker, fail } = setUp();
    await fail(5);
    const rests: number[] = [];
    for (let round = 0; round < 8; round++) {
      let restMs = 0;
      while ((await kindOf(breaker.run(outage))) === 'breaker-open') {
        vi.advanceTimersByTime(100);
        restMs += 100;
      }
      rests.push(restMs);
    }
    expect(rests[0]).toBeGreaterThanOrEqual(500);
    expect(rests[0]).toBeLessThanOrEqual(1100);
    expect(Math.max(...rests)).toBeLessThanOrEqual(15_100);
    expect(rests.at(-1)).toBeGreaterThan(5000);
  });
});
