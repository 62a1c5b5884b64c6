import type { Log } from '../log.ts';
import {
  ageOf,
  type CacheOutcome,
  type Copy,
  type Loaded,
  markFailing,
  olderCopy,
  quietAfterFailureMs,
  quietMs,
  recordPurges,
} from './aged-copy.ts';
import { LoadAbandoned } from './loads.ts';
import type { SegmentedStore } from './segmented-store.ts';
import type { TagRegistry } from './tags.ts';

export interface CopiesOptions {
  /** The name in log lines, such as 'data' or 'pages'. */
  name: string;
  tags: TagRegistry;
  log: Log;
  nowMs: () => number;
}

/** Decides which copies of a store may still be returned, and updates them when a load ends. */
export function createCopies<V>(store: SegmentedStore<Copy<V>>, { name, tags, log, nowMs }: CopiesOptions) {
  function isUsable(copy: Copy<V>, now: number): boolean {
    if (recordPurges(copy, tags, now)) return now < copy.life.errorUntilMs;
    store.delete(copy.key);
    return false;
  }

  function fallback(key: string, now: number): Copy<V> | undefined {
    const copy = store.peek(key);
    return copy && isUsable(copy, now) ? copy : undefined;
  }

  function keep(key: string, loaded: Loaded<V>, version: number): CacheOutcome<V> {
    const now = nowMs();
    const purged = tags.since(version, loaded.tags);
    const before = fallback(key, now);
    if (loaded.flaw === 'partial' && before) {
      markFailing(before, now);
      return olderCopy(before);
    }
    const copy: Copy<V> = {
      key,
      value: loaded.value,
      bytes: Math.max(1, loaded.bytes),
      tags: loaded.tags,
      life: loaded.life,
      bornAt: version,
      checkedAt: tags.version,
      purgedAtMs: purged === 'no' ? null : now,
      failing: loaded.flaw === 'failing',
      quietUntilMs: now + (loaded.flaw ? quietAfterFailureMs : quietMs),
    };
    const isNewest = !before || before.bornAt <= version;
    const kept = loaded.flaw !== 'never' && purged !== 'hard' && isNewest;
    if (kept) store.set(key, copy);
    return {
      copy,
      age: ageOf(copy, now),
      collapsed: false,
      loaded: true,
      replaced: before !== undefined,
      kept,
    };
  }

  /**
   * Stores the loaded value. If the load failed, returns an older copy.
   * @throws the error of the load if there is no older copy
   */
  async function settle(key: string, loaded: Promise<Loaded<V>>, version: number): Promise<CacheOutcome<V>> {
    try {
      return keep(key, await loaded, version);
    } catch (error) {
      const now = nowMs();
      const copy = error instanceof LoadAbandoned ? undefined : fallback(key, now);
      if (!copy) throw error;
      log.warn({ err: error, key, cache: name }, 'load failed, serving the older copy');
      markFailing(copy, now);
      return olderCopy(copy);
    }
  }

  return { isUsable, fallback, settle };
}
