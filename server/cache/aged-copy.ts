import type { Lifetime } from './lifetime.ts';
import type { TagRegistry } from './tags.ts';

/** The freshness of a cached value at the moment when the cache returns the value. */
export type Age = 'fresh' | 'stale' | 'stale-if-error';

export interface Loaded<V> {
  value: V;
  life: Lifetime;
  tags: readonly string[];
  bytes: number;
  /**
   * The defect of the value, if it has one. 'failing': an upstream failed and the value was made from older data, so
   * the value is soon loaded again. 'partial': something is missing, so the value never replaces a complete copy.
   * 'never': the value must not be stored.
   */
  flaw?: 'failing' | 'partial' | 'never';
}

/** A cached value with its lifetime. Only the cache modifies a copy. */
export interface Copy<V> {
  readonly key: string;
  readonly value: V;
  readonly bytes: number;
  readonly tags: readonly string[];
  readonly life: Lifetime;
  /** `TagRegistry.version`, which grows with every purge, at the start of this copy's load. */
  readonly bornAt: number;
  /** `TagRegistry.version` at the last check for purges of this copy. */
  checkedAt: number;
  /** The instant in ms at which a purge marked this copy as stale, or null. */
  purgedAtMs: number | null;
  /**
   * Whether the last load failed or took too long. Until a load succeeds, the copy is returned without waiting for a
   * load.
   */
  failing: boolean;
  /** The instant in ms before which no background load of this key begins. */
  quietUntilMs: number;
}

export interface CacheOutcome<V> {
  copy: Copy<V>;
  age: Age;
  /** Whether the caller waited for a load that another caller had begun. */
  collapsed: boolean;
  /** True if the value comes from the load that this call began or joined. False if the value is an older copy. */
  loaded: boolean;
  /** True if the load succeeded and the cache had an older copy when the load ended. */
  replaced: boolean;
  kept: boolean;
}

/**
 * The shortest time in ms between two background loads of a key. After a failed load, the time is
 * `quietAfterFailureMs`.
 */
export const quietMs = 1000;
export const quietAfterFailureMs = 3000;

const overheadBytes = 400;

/** Estimates the memory of a copy in bytes, including the key. */
export const copyBytes = (copy: Copy<unknown>, key: string): number =>
  copy.bytes + key.length * 2 + overheadBytes;

export function ageOf(copy: Copy<unknown>, now: number): Age {
  if (copy.failing) return 'stale-if-error';
  if (copy.purgedAtMs === null && now < copy.life.expiresAtMs) return 'fresh';
  return copy.purgedAtMs === null && now < copy.life.staleUntilMs ? 'stale' : 'stale-if-error';
}

/** Whether a copy can be returned without waiting for a load. */
export function needsNoLoad(copy: Copy<unknown>, now: number): boolean {
  return copy.failing || (copy.purgedAtMs === null && now < copy.life.staleUntilMs);
}

export function markFailing(copy: Copy<unknown>, now: number): void {
  copy.failing = true;
  copy.quietUntilMs = now + quietAfterFailureMs;
}

/** The outcome when a load fails, takes too long or is incomplete, and the older copy is returned. */
export function olderCopy<V>(copy: Copy<V>): CacheOutcome<V> {
  return { copy, age: 'stale-if-error', collapsed: false, loaded: false, replaced: false, kept: true };
}

/**
 * Checks a copy against the purges since its last check. A soft purge that concerns the copy makes it stale.
 * @returns false if a hard purge concerns the copy. The caller must then delete the copy
 */
export function recordPurges(copy: Copy<unknown>, tags: TagRegistry, now: number): boolean {
  if (copy.checkedAt === tags.version) return true;
  const purged = tags.since(copy.checkedAt, copy.tags);
  copy.checkedAt = tags.version;
  if (purged === 'hard') return false;
  if (purged === 'soft') {
    copy.purgedAtMs ??= now;
    // The purge means that the data may have changed. The next request must load it even if the last load failed.
    copy.failing = false;
    copy.quietUntilMs = 0;
  }
  return true;
}
