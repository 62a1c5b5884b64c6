import type { Log } from '../log.ts';
import {
  type Age,
  ageOf,
  type CacheOutcome,
  type Copy,
  type Loaded,
  markFailing,
  needsNoLoad,
  olderCopy,
  quietMs,
} from './aged-copy.ts';
import { createCopies } from './copies.ts';
import { createLoads, type Load, LoadAbandoned } from './loads.ts';
import type { SegmentedStore } from './segmented-store.ts';
import type { TagRegistry } from './tags.ts';

export interface AgedCacheOptions {
  /** The name of the cache in log lines and errors, such as 'data' or 'pages'. */
  name: string;
  tags: TagRegistry;
  log: Log;
  nowMs?: (() => number) | undefined;
  /** The time in ms after which a load counts as failed. */
  loadLimitMs?: number | undefined;
  /** How long a caller waits for a load, in ms, if an older copy can be returned instead. */
  patienceMs?: number | undefined;
}

type Work<V> = (signal: AbortSignal) => Promise<Loaded<V>>;

export type AgedCache<V> = ReturnType<typeof createAgedCache<V>>;

/**
 * Caches values of one kind by key. A value is first fresh. It is then stale, but still returned while one load
 * replaces it. Finally, it is returned only if loading fails. There is one load at a time for each key. If a value is
 * purged during its load, later callers begin a new load, and the purged value is not stored as fresh.
 * @param store stores the copies and limits their memory
 */
export function createAgedCache<V>(store: SegmentedStore<Copy<V>>, options: AgedCacheOptions) {
  const { name, tags, log, nowMs = Date.now, loadLimitMs = 10_000, patienceMs = 1000 } = options;
  const loads = createLoads<CacheOutcome<V>>({ name, tags, limitMs: loadLimitMs });
  const copies = createCopies(store, { name, tags, log, nowMs });
  const { isUsable, fallback } = copies;
  const begin = (key: string, work: Work<V>, knownTags: readonly string[] | null): Load<CacheOutcome<V>> =>
    loads.begin(key, work, knownTags, (loaded, version) => copies.settle(key, loaded, version));

  return {
    ageOf: (copy: Copy<V>, now = nowMs()): Age => ageOf(copy, now),

    /** Returns a copy that can be used without waiting for a load. The store counts the call as a use of the copy. */
    find: (key: string, now = nowMs()): Copy<V> | undefined => {
      const copy = store.get(key);
      return copy && isUsable(copy, now) && needsNoLoad(copy, now) ? copy : undefined;
    },

    /** Returns the copy that may be used when loading fails or the server is too busy to load. */
    standIn: (key: string, now = nowMs()): Copy<V> | undefined => fallback(key, now),

    /**
     * Returns true if the caller should reload the copy in the background. After it has returned true for a copy, it
     * returns false for one second.
     */
    claimReload: (copy: Copy<V>, now = nowMs()): boolean => {
      const isDue = copy.failing || copy.purgedAtMs !== null || now >= copy.life.expiresAtMs;
      if (!isDue || now < copy.quietUntilMs || loads.has(copy.key)) return false;
      copy.quietUntilMs = now + quietMs;
      return true;
    },

    /**
     * Loads a value, or joins the load in progress. If the load fails or takes longer than `patienceMs`, returns an
     * older copy, if there is one.
     * @param knownTags the tags of the loaded value, if they are known before the load ends
     * @param waiter a signal that aborts when the client disconnects. A load is cancelled when all clients that wait
     *   for it have disconnected. If a caller passes no signal, only the time limit can end the load early
     * @throws the error of `work`, LoadTimeout or LoadAbandoned, if there is no older copy
     */
    async load(
      key: string,
      work: Work<V>,
      knownTags: readonly string[] | null = null,
      waiter?: AbortSignal,
    ): Promise<CacheOutcome<V>> {
      if (waiter?.aborted) throw new LoadAbandoned();
      const other = loads.inProgress(key);
      const load = other ?? begin(key, work, knownTags);
      const leave = loads.join(key, load, waiter);
      const copy = fallback(key, nowMs());
      try {
        const outcome = await (copy ? waitOrFallBack(copy, load.promise, patienceMs, nowMs) : load.promise);
        return other ? { ...outcome, collapsed: true } : outcome;
      } finally {
        leave();
      }
    },

    /**
     * Loads a value in the background, or joins the load in progress. Unlike `load`, this method does not return an
     * older copy when the load takes longer than `patienceMs`.
     * @throws the same errors as `load`
     */
    reload(key: string, work: Work<V>, knownTags: readonly string[] | null = null): Promise<CacheOutcome<V>> {
      const load = loads.inProgress(key) ?? begin(key, work, knownTags);
      loads.join(key, load, undefined);
      return load.promise;
    },

    isLoading: (key: string): boolean => loads.has(key),

    delete: (key: string) => store.delete(key),
    get bytes() {
      return store.bytes;
    },
    get entries() {
      return store.entries;
    },
    get loading() {
      return loads.size;
    },
  };
}

/** Waits for a load. If the load takes longer than `patienceMs`, returns the older `copy`. */
async function waitOrFallBack<V>(
  copy: Copy<V>,
  load: Promise<CacheOutcome<V>>,
  patienceMs: number,
  nowMs: () => number,
): Promise<CacheOutcome<V>> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, patienceMs, null);
  });
  try {
    const outcome = await Promise.race([load, patience]);
    if (outcome) return outcome;
    markFailing(copy, nowMs());
    load.catch(() => undefined);
    return olderCopy(copy);
  } finally {
    clearTimeout(timer);
  }
}
