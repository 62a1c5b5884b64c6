import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The browser functions that the clock uses. Tests pass fakes. */
export interface ClockDevice {
  /** The device's time in milliseconds since 1970. */
  now(): number;
  isHidden(): boolean;
  /** @returns a function that removes the listener */
  onVisibility(listener: () => void): () => void;
}

interface ClockState {
  /**
   * The server's time in ms since 1970. It is null until the clock has a listener, so that the server's HTML contains
   * no time.
   */
  nowMs: number | null;
}

export interface Clock {
  store: Pick<StoreApi<ClockState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Ticks once a second while the clock has a listener and the page is visible. */
  listen(): () => void;
  /** @param serverNow ISO instant that the server has just sent */
  synchronise(serverNow: string): void;
}

/**
 * Creates the one clock for all countdowns of a page. After `synchronise`, the clock shows the server's time instead of
 * the device's.
 */
export function createClock(device: ClockDevice): Clock {
  const store = createStore<ClockState>(() => ({ nowMs: null }));
  let offsetMs = 0;
  let listeners = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stopVisibility: (() => void) | undefined;

  const tick = () => {
    clearTimeout(timer);
    if (listeners === 0 || device.isHidden()) return;
    const nowMs = device.now() + offsetMs;
    store.setState({ nowMs });
    // Tick just after the next full second, so that no countdown shows the same second twice.
    timer = setTimeout(tick, 1000 - (nowMs % 1000) + 2);
  };

  return {
    store,
    listen() {
      listeners++;
      if (listeners === 1) {
        stopVisibility = device.onVisibility(tick);
        tick();
      }
      return () => {
        listeners--;
        if (listeners > 0) return;
        clearTimeout(timer);
        stopVisibility?.();
      };
    },
    synchronise(serverNow) {
      const serverMs = Date.parse(serverNow);
      if (Number.isNaN(serverMs)) return;
      offsetMs = serverMs - device.now();
      tick();
    },
  };
}

export const clock: Clock = createClock({
  now: () => Date.now(),
  isHidden: () => document.hidden,
  onVisibility(listener) {
    document.addEventListener('visibilitychange', listener);
    return () => document.removeEventListener('visibilitychange', listener);
  },
});

/** @returns the server's time in ms since 1970, updated each second. Null during hydration and before the first tick */
export function useNow(): number | null {
  useEffect(() => clock.listen(), []);
  return useStore(clock.store, (state) => state.nowMs);
}
