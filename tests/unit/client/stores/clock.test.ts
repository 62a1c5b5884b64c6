import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createClock } from '../../../../client/stores/clock.ts';

const noon = Date.parse('2026-11-21T12:00:00.000Z');

function device() {
  let hidden = false;
  const listeners = new Set<() => void>();
  return {
    now: () => Date.now(),
    isHidden: () => hidden,
    onVisibility(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    show(shown: boolean) {
      hidden = !shown;
      for (const listener of listeners) listener();
    },
    listeners,
  };
}

describe('the page’s clock', () => {
  beforeEach(() => void vi.useFakeTimers({ now: noon + 300 }));
  afterEach(() => void vi.useRealTimers());

  test('has no time before the first listener is added', () => {
    const clock = createClock(device());
    expect(clock.store.getState().nowMs).toBeNull();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('ticks just after each full second', () => {
    const clock = createClock(device());
    clock.listen();
    const seen: (number | null)[] = [];
    clock.store.subscribe(({ nowMs }) => seen.push(nowMs));
    vi.advanceTimersByTime(3000);
    expect(seen.map((ms) => Math.floor(((ms ?? 0) - noon) / 1000))).toEqual([1, 2, 3]);
  });

  test('uses one timer for all listeners and clears the timer when the last listener is removed', () => {
    const clock = createClock(device());
    const stops = [clock.listen(), clock.listen(), clock.listen()];
    expect(vi.getTimerCount()).toBe(1);
    stops[0]?.();
    stops[1]?.();
    expect(vi.getTimerCount()).toBe(1);
    stops[2]?.();
    expect(vi.getTimerCount()).toBe(0);
  });

  test('stops while the page is hidden, and updates at once when the page is shown again', () => {
    const screen = device();
    const clock = createClock(screen);
    clock.listen();
    screen.show(false);
    vi.advanceTimersByTime(10_000);
    expect(vi.getTimerCount()).toBe(0);
    screen.show(true);
    expect(clock.store.getState().nowMs).toBe(noon + 10_300);
    expect(vi.getTimerCount()).toBe(1);
  });

  test('follows the server’s clock once the server’s time is known', () => {
    const clock = createClock(device());
    clock.listen();
    clock.synchronise('2026-11-21T15:30:00.900Z');
    expect(clock.store.getState().nowMs).toBe(Date.parse('2026-11-21T15:30:00.900Z'));
    vi.advanceTimersByTime(150);
    expect(clock.store.getState().nowMs).toBe(Date.parse('2026-11-21T15:30:01.002Z'));
  });

  test('follows the device’s clock if the server’s time is invalid', () => {
    const clock = createClock(device());
    clock.listen();
    clock.synchronise('soon');
    vi.advanceTimersByTime(1000);
    expect(clock.store.getState().nowMs).toBe(noon + 1002);
  });

  test('has no time during server rendering', () => {
    const clock = createClock(device());
    clock.listen();
    expect(clock.store.getInitialState().nowMs).toBeNull();
  });
});
