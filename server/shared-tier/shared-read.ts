import type { Lifetime } from '../cache/lifetime.ts';

/** The result of a load, in this instance or another. */
export interface SharedValue {
  value: unknown;
  life: Lifetime;
}

export interface SharedRead {
  key: string;
  tags: readonly string[];
  signal: AbortSignal;
}

/** How a read was served, for the metrics. */
export type SharedOutcome = 'fresh' | 'load' | 'alone' | 'stale' | 'bad';

/**
 * A value that another instance has loaded, or the result of `load`. While this instance is alone it calls `load` and
 * nothing else; a failure of Redis is never thrown.
 * @returns with `failure`: loading failed for this reason, and the value is an older one
 * @throws what `load` threw
 */
export type ReadShared = (
  read: SharedRead,
  load: () => Promise<SharedValue>,
) => Promise<SharedValue & { failure?: unknown }>;
