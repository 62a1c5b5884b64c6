import type { Lifetime } from './lifetime.ts';
import type { TagRegistry } from './tags.ts';

/** The age in which a copy is returned. */
export type Age = 'fresh' | 'stale' | 'stale-if-error';

/** The result of a load. */
export interface Loaded<V> {
  value: V;
  life: Lifetime;
  tags: readonly string[];
  bytes: number;
  /**
   * 'failing': made from data that is older than an upstream failure; returned, and loaded again soon. 'partial':
   * something is missing; it never replaces a whole copy. 'never': not stored.
   */
  flaw?: 'failing' | 'partial' | 'never';
}

/** A stored value with its ages. Only the cache changes it. */
export interface Copy<V> {
  readonly key: string;
  readonly value: V;
  readonly bytes: number;
  readonly tags: readonly string[];
  readonly life: Lifetime;
  /** Version of the tags when its load began. */
  readonly bornAt: number;
  /** Purges up to this version do not concern the copy, or are recorded in `purgedAtMs`. */
  checkedAt: number;
  /** When a purge was recorded. */
  purgedAtMs: number | null;
  /** The last load failed or took too long: the copy is returned without waiting until a load succeeds. */
  failing: boolean;
  /** No background load before this instant. */
  quietUntilMs: number;
}

export interface Outcome<V> {
  copy: Copy<V>;
  age: Age;
  /** The caller waited for a load that another caller had begun. */
  collapsed: boolean;
  /** The value was loaded now, as against an older copy. */
  loaded: boolean;
  /** An older copy was there, too old to be returned. */
  replaced: boolean;
  kept: boolean;
}

/** Time between two background loads of a key: after a success, and after a failure. */
export const quietMs = 1000;
export const quietAfterFailureMs = 3000;

const overheadBytes = 400;

/** The memory that a copy takes, including its key and its own fields. */
export const copyBytes = (copy: Copy<unknown>, key: string): number =>
  copy.bytes + key.length * 2 + overheadBytes;

export function ageOf(copy: Copy<unknown>, now: number): Age {
  if (copy.failing) return 'stale-if-error';
  if (copy.purgedAtMs === null && now < copy.life.expiresAtMs) return 'fresh';
  return copy.purgedAtMs === null && now < copy.life.staleUntilMs ? 'stale' : 'stale-if-error';
}

/** Whether a copy can be returned at once, without waiting for a load. */
export function needsNoLoad(copy: Copy<unknown>, now: number): boolean {
  return copy.failing || (copy.purgedAtMs === null && now < copy.life.staleUntilMs);
}

/** Marks the copy after a load that failed or took too long. */
export function markFailing(copy: Copy<unknown>, now: number): void {
  copy.failing = true;
  copy.quietUntilMs = now + quietAfterFailureMs;
}

/** An older copy as the outcome of a load that failed. */
export function olderCopy<V>(copy: Copy<V>): Outcome<V> {
  return { copy, age: 'stale-if-error', collapsed: false, loaded: false, replaced: false, kept: true };
}

/**
 * Records purges since the last check.
 * @returns false if a hard purge concerns the copy: it must be dropped
 */
export function recordPurges(copy: Copy<unknown>, tags: TagRegistry, now: number): boolean {
  if (copy.checkedAt === tags.version) return true;
  const purged = tags.since(copy.checkedAt, copy.tags);
  copy.checkedAt = tags.version;
  if (purged === 'hard') return false;
  if (purged === 'soft') {
    copy.purgedAtMs ??= now;
    // The data has changed: the next request loads it, even if the last load failed.
    copy.failing = false;
    copy.quietUntilMs = 0;
  }
  return true;
}
