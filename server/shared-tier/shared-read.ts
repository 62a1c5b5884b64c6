import type { Lifetime } from '../cache/lifetime.ts';

/** A value that this instance or another instance has loaded. */
export interface SharedValue {
  value: unknown;
  life: Lifetime;
}

export interface SharedRead {
  key: string;
  tags: readonly string[];
  signal: AbortSignal;
}

/** How a read was served. Label for the metrics. */
export type SharedOutcome = 'fresh' | 'load' | 'alone' | 'stale' | 'bad';

/**
 * Returns a value that another instance has loaded, or else the result of `load`. While Redis is unavailable, the
 * function only calls `load`. Failures of Redis are never thrown.
 * @returns the value; if loading failed, an older value, with the reason as `failure`
 * @throws the error of `load` if there is no older value
 */
export type ReadShared = (
  read: SharedRead,
  load: () => Promise<SharedValue>,
) => Promise<SharedValue & { failure?: unknown }>;
