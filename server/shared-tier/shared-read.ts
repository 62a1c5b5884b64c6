import type { Lifetime } from '../cache/lifetime.ts';

/** The result of a load by this instance or another instance. */
export interface SharedValue {
  value: unknown;
  life: Lifetime;
}

export interface SharedRead {
  key: string;
  tags: readonly string[];
  signal: AbortSignal;
}

/** The way a read was served, for the metrics. */
export type SharedOutcome = 'fresh' | 'load' | 'alone' | 'stale' | 'bad';

/**
 * Returns a value that another instance has loaded, or the result of `load`. While Redis is unavailable, the function
 * only calls `load`. Failures of Redis are never thrown.
 * @returns the value; if loading failed, an older value with the reason as `failure`
 * @throws the error of `load`
 */
export type ReadShared = (
  read: SharedRead,
  load: () => Promise<SharedValue>,
) => Promise<SharedValue & { failure?: unknown }>;
