import { useEffect } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** What a clock needs from the device; tests bring their own. */
export interface Device {
  /** Milliseconds since 1970, by the device. */
  now(): number;
  isHidden(): boolean;
  /** @returns how to stop listening */
  onVisibility(listener: () => void): () => void;
}

interface ClockState {
  /** The site's time in ms since 1970, or null while nobody has looked: the server's render knows no time. */
  nowMs: number | null;
}

export interface Clock {
  store: Pick<StoreApi<ClockState>, 'getState' | 'getInitialState' | 'subscribe'>;
  /** Ticks once a second for as long as somebody listens and the page is shown. */
  listen(): () => void;
  /** @param serverNow instant (ISO) that the server has just said */
  synchronise(serverNow: string): void;
}

/** One timer for every countdown of the page, on the server's clock as soon as the server has said it. */
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
    // Just after the next full second, so that all digits change together and none is shown twice.
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

/** @returns the site's time in ms since 1970, anew each second; null in the first render */
export function useNow(): number | null {
  useEffect(() => clock.listen(), []);
  return useStore(clock.store, (state) => state.nowMs);
}
