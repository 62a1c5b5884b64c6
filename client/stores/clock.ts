import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** The functions that a clock needs from the device. Tests replace it. */
export interface Device {
  /** Milliseconds since 1970, by the device's clock. */
  now(): number;
  isHidden(): boolean;
  /** @returns a function that removes the listener */
  onVisibility(listener: () => void): () => void;
}

interface ClockState {
  /** The site's time in ms since 1970; null without a listener, so that the server's render holds no time. */
  nowMs: number | null;
}

export interface Clock {
  store: Pick<StoreApi<ClockState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Ticks once a second while it has a listener and the page is visible. */
  listen(): () => void;
  /** @param serverNow instant (ISO) that the server has just sent */
  synchronise(serverNow: string): void;
}

/** One timer for every countdown of the page. It follows the server's clock once the server has sent its time. */
export function createClock(device: Device): Clock {
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
    // Just after the next full second: all countdowns change together, and no second is shown twice.
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

/** @returns the site's time in ms since 1970, updated each second; null in the first render */
export function useNow(): number | null {
  useEffect(() => clock.listen(), []);
  return useStore(clock.store, (state) => state.nowMs);
}
