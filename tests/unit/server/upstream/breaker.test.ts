import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BreakerState, createBreaker } from '../../../../server/upstream/breaker.ts';
import { type BreakerCaller, callerAt } from '../../../../server/upstream/outage-evidence.ts';
import { UpstreamError } from '../../../../server/upstream/upstream-error.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const outage = () => Promise.reject(new UpstreamError('platform', 'timeout', 'gameList: timeout'));
const kindOf = (run: Promise<unknown>) =>
  run.then(
    () => 'ok',
    (error: unknown) => (error instanceof UpstreamError ? error.kind : 'thrown'),
  );

const callers = Array.from({ length: 30 }, (_none, index) => ({
  address: `203.0.113.${index}`,
  name: `player ${index}`,
}));
const [one = { address: '', name: '' }] = callers;

function setUp() {
  const states: BreakerState[] = [];
  const breaker = createBreaker('platform', (state) => states.push(state));
  const fail = async (by: readonly BreakerCaller[]) => {
    for (const caller of by) await kindOf(breaker.run(caller, outage));
  };
  return { breaker, states, fail };
}

describe('createBreaker', () => {
  it('opens after five different callers have experienced an outage', async () => {
    const { breaker, fail } = setUp();
    await fail(callers.slice(0, 4));
    expect(breaker.state).toBe('closed');
    await fail(callers.slice(4, 5));
    expect(breaker.state).toBe('open');
    const work = vi.fn<() => Promise<number>>(async () => 1);
    expect(await kindOf(breaker.run(one, work))).toBe('breaker-open');
    expect(work).not.toHaveBeenCalled();
  });

  it('stays closed even if one player makes failing calls from many addresses', async () => {
    const { breaker, fail } = setUp();
    await fail(callers.map(({ address }) => ({ address, name: 'the same player' })));
    expect(breaker.state).toBe('closed');
  });

  it('stays closed even if many players make failing calls from one shared address', async () => {
    const { breaker, fail } = setUp();
    await fail(callers.map(({ name }) => ({ address: '203.0.113.7', name })));
    await fail(callers.map(({ name }, index) => callerAt(`2001:db8::${index}`, name)));
    expect(breaker.state).toBe('closed');
  });

  it('stays closed if successful answers occur between the outages', async () => {
    const { breaker, fail } = setUp();
    for (let round = 0; round < 5; round++) {
      await fail(callers.slice(0, 4));
      await breaker.run(one, async () => 'an answer');
    }
    expect(breaker.state).toBe('closed');
  });

  it('stays closed if many calls time out together shortly after a successful answer', async () => {
    const { breaker, fail } = setUp();
    await breaker.run(one, async () => 'an answer');
    vi.advanceTimersByTime(1000);
    await fail(callers);
    expect(breaker.state).toBe('closed');
  });

  it('ignores a timeout if another request was answered in the meantime', async () => {
    const { breaker } = setUp();
    const late = Promise.withResolvers<never>();
    const waiting = callers.map((caller) => kindOf(breaker.run(caller, () => late.promise)));
    await breaker.run(one, async () => 'an answer');
    vi.advanceTimersByTime(4000);
    late.reject(new UpstreamError('platform', 'timeout', 'accounts/login: timeout'));
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['timeout']));
    expect(breaker.state).toBe('closed');
  });

  it('stays closed when the outages are spread over more than ten seconds', async () => {
    const { breaker, fail } = setUp();
    for (const caller of callers) {
      await fail([caller]);
      vi.advanceTimersByTime(2600);
    }
    expect(breaker.state).toBe('closed');
  });

  it.each(['business', 'bad-answer', 'bad-status', 'too-large', 'queue'] as const)(
    'does not count errors of kind %s as outages',
    async (kind) => {
      const { breaker } = setUp();
      for (const caller of callers) {
        const work = () => Promise.reject(new UpstreamError('platform', kind, 'gameList', { status: 503 }));
        expect(await kindOf(breaker.run(caller, work))).toBe(kind);
      }
      expect(breaker.state).toBe('closed');
    },
  );

  it('sends a single probe after a pause of one second, and closes if the probe succeeds', async () => {
    const { breaker, states, fail } = setUp();
    await fail(callers.slice(0, 5));
    vi.advanceTimersByTime(1000);
    const trial = Promise.withResolvers<string>();
    const trying = breaker.run(one, () => trial.promise);
    expect(await kindOf(breaker.run(one, async () => 'too early'))).toBe('breaker-open');
    trial.resolve('well again');
    expect(await trying).toBe('well again');
    expect(await breaker.run(one, async () => 'normal')).toBe('normal');
    expect(states).toEqual(['open', 'half-open', 'closed']);
  });

  it('lengthens the pause after each failed probe, to fifteen seconds at most', async () => {
    const { breaker, fail } = setUp();
    await fail(callers.slice(0, 5));
    const rests: number[] = [];
    for (let round = 0; round < 8; round++) {
      let restMs = 0;
      while ((await kindOf(breaker.run(one, outage))) === 'breaker-open') {
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
