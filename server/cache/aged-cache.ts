import type { BaseLogger } from 'pino';
import type { Lifetime } from './lifetime.ts';
import type { SegmentedStore } from './segmented-store.ts';
import type { TagRegistry } from './tags.ts';

export type Log = Pick<BaseLogger, 'info' | 'warn' | 'error'>;

/** Which age a copy is in when it is answered. */
export type Age = 'fresh' | 'stale' | 'stale-if-error';

/** What a load brings. */
export interface Loaded<V> {
  value: V;
  life: Lifetime;
  tags: readonly string[];
  bytes: number;
  /**
   * 'failing': made from what upstream said before it failed; answered, and tried again soon. 'partial': something
   * is missing; never put in the place of a whole copy. 'never': not kept at all.
   */
  flaw?: 'failing' | 'partial' | 'never';
}

/** A kept value with its ages. Only the cache changes it. */
export interface Copy<V> {
  readonly key: string;
  readonly value: V;
  readonly bytes: number;
  readonly tags: readonly string[];
  readonly life: Lifetime;
  /** Version of the tags when its load began. */
  readonly bornAt: number;
  /** Purges up to this version are known to have left it alone, or are noted in `purgedAtMs`. */
  checkedAt: number;
  /** When a purge was noted. */
  purgedAtMs: number | null;
  /** The last load failed or took too long: answered without waiting, until one succeeds. */
  failing: boolean;
  /** No further load in the background before this instant. */
  quietUntilMs: number;
}

export interface Outcome<V> {
  copy: Copy<V>;
  age: Age;
  /** Waited for a load that another had begun. */
  collapsed: boolean;
  /** Loaded just now, rather than a copy from before. */
  loaded: boolean;
  /** A copy was there, too old to be answered. */
  replaced: boolean;
  kept: boolean;
}

export interface AgedCacheOptions {
  /** For the log: 'data', 'pages'. */
  name: string;
  tags: TagRegistry;
  log: Log;
  nowMs?: (() => number) | undefined;
  /** A load that takes longer counts as failed, ms. */
  loadLimitMs?: number | undefined;
  /** Who has a copy to fall back on waits this long for a load, ms. */
  patienceMs?: number | undefined;
}

/** Between two loads in the background of one key: after one that worked, and after one that failed. */
const quietMs = 1000;
const quietAfterFailureMs = 3000;

const overheadBytes = 400;

/** What a copy takes in memory, its key and its own fields included. */
export const copyBytes = (copy: Copy<unknown>, key: string): number =>
  copy.bytes + key.length * 2 + overheadBytes;

const old = <V>(copy: Copy<V>): Outcome<V> => ({
  copy,
  age: 'stale-if-error',
  collapsed: false,
  loaded: false,
  replaced: false,
  kept: true,
});

export class LoadTimeout extends Error {}

/** Everybody who waited for a load has gone: it was given up. */
export class NobodyWaits extends Error {}

interface Load<V> {
  promise: Promise<Outcome<V>>;
  version: number;
  tags: readonly string[] | null;
  abort: AbortController;
  /** Those who wait for it; who cannot go counts too. */
  askers: number;
}

export type AgedCache<V> = ReturnType<typeof createAgedCache<V>>;

/**
 * Values of one kind by key, each with three ages (fresh, stale while one load replaces it, stale when loading
 * fails). One load at a time for a key; one that began before a purge serves only who asked before it, and is
 * never kept as fresh.
 * @param store bounds how much is kept
 */
export function createAgedCache<V>(store: SegmentedStore<Copy<V>>, options: AgedCacheOptions) {
  const { name, tags, log, nowMs = Date.now, loadLimitMs = 10_000, patienceMs = 1000 } = options;
  const loads = new Map<string, Load<V>>();

  /** Notes what was purged since the last look; false where the copy may not be used any more. */
  const isUsable = (copy: Copy<V>, now: number): boolean => {
    if (copy.checkedAt !== tags.version) {
      const purged = tags.since(copy.checkedAt, copy.tags);
      copy.checkedAt = tags.version;
      if (purged === 'hard') {
        store.delete(copy.key);
        return false;
      }
      if (purged === 'soft') {
        copy.purgedAtMs ??= now;
        // News: whoever comes next asks upstream, however it fared before.
        copy.failing = false;
        copy.quietUntilMs = 0;
      }
    }
    return now < copy.life.errorUntilMs;
  };

  const ageOf = (copy: Copy<V>, now: number): Age => {
    if (copy.failing) return 'stale-if-error';
    if (copy.purgedAtMs === null && now < copy.life.expiresAtMs) return 'fresh';
    return copy.purgedAtMs === null && now < copy.life.staleUntilMs ? 'stale' : 'stale-if-error';
  };

  const fallback = (key: string, now: number): Copy<V> | undefined => {
    const copy = store.peek(key);
    return copy && isUsable(copy, now) ? copy : undefined;
  };

  /** @throws the reason of `abort`, as soon as it is aborted */
  const limited = async (work: Promise<Loaded<V>>, abort: AbortController): Promise<Loaded<V>> => {
    const timer = setTimeout(
      () => abort.abort(new LoadTimeout(`${name}: not loaded within ${loadLimitMs} ms`)),
      loadLimitMs,
    );
    const ended = new Promise<never>((_resolve, reject) => {
      abort.signal.addEventListener('abort', () => reject(abort.signal.reason), { once: true });
    });
    try {
      return await Promise.race([work, ended]);
    } finally {
      clearTimeout(timer);
    }
  };

  const keep = (key: string, loaded: Loaded<V>, version: number): Outcome<V> => {
    const now = nowMs();
    const purged = tags.since(version, loaded.tags);
    const before = fallback(key, now);
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
    if (loaded.flaw === 'partial' && before) {
      before.failing = true;
      before.quietUntilMs = copy.quietUntilMs;
      return old(before);
    }
    const isNewest = !before || before.bornAt <= version;
    const kept = loaded.flaw !== 'never' && purged !== 'hard' && isNewest;
    if (kept) store.set(key, copy);
    const replaced = before !== undefined;
    return { copy, age: ageOf(copy, now), collapsed: false, loaded: true, replaced, kept };
  };

  const begin = (
    key: string,
    work: (signal: AbortSignal) => Promise<Loaded<V>>,
    knownTags: readonly string[] | null,
  ): Load<V> => {
    const version = tags.version;
    const abort = new AbortController();
    const run = async (): Promise<Outcome<V>> => {
      try {
        return keep(key, await limited(work(abort.signal), abort), version);
      } catch (error) {
        const now = nowMs();
        const copy = error instanceof NobodyWaits ? undefined : fallback(key, now);
        if (!copy) throw error;
        log.warn({ err: error, key, cache: name }, 'loading failed; the copy from before stays');
        copy.failing = true;
        copy.quietUntilMs = now + quietAfterFailureMs;
        return old(copy);
      } finally {
        if (loads.get(key) === load) loads.delete(key);
      }
    };
    // Begins in a microtask, so that `load` below stands before it can end.
    const load: Load<V> = {
      version,
      tags: knownTags,
      abort,
      askers: 0,
      promise: Promise.resolve().then(run),
    };
    loads.set(key, load);
    return load;
  };

  /** @returns what to call when the asker has its answer */
  const join = (key: string, load: Load<V>, asker: AbortSignal | undefined): (() => void) => {
    load.askers++;
    const go = () => {
      load.askers--;
      if (load.askers > 0) return;
      // Who comes from now on needs a load of their own.
      if (loads.get(key) === load) loads.delete(key);
      load.abort.abort(new NobodyWaits());
    };
    asker?.addEventListener('abort', go, { once: true });
    return () => asker?.removeEventListener('abort', go);
  };

  /** The load under way for a key, unless a purge since its beginning may concern it. */
  const underWay = (key: string): Load<V> | undefined => {
    const load = loads.get(key);
    if (!load || load.version === tags.version) return load;
    return load.tags && tags.since(load.version, load.tags) === 'no' ? load : undefined;
  };

  const waitOrFallBack = async (copy: Copy<V>, load: Promise<Outcome<V>>): Promise<Outcome<V>> => {
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise<null>((resolve) => {
      timer = setTimeout(resolve, patienceMs, null);
    });
    try {
      const outcome = await Promise.race([load, patience]);
      if (outcome) return outcome;
      copy.failing = true;
      copy.quietUntilMs = nowMs() + quietAfterFailureMs;
      load.catch(() => undefined);
      return old(copy);
    } finally {
      clearTimeout(timer);
    }
  };

  return {
    ageOf: (copy: Copy<V>, now = nowMs()) => ageOf(copy, now),

    /** The copy that may be answered at once, without waiting for a load; it counts as used. */
    find: (key: string, now = nowMs()): Copy<V> | undefined => {
      const copy = store.get(key);
      if (!copy || !isUsable(copy, now)) return undefined;
      if (copy.failing) return copy;
      return copy.purgedAtMs === null && now < copy.life.staleUntilMs ? copy : undefined;
    },

    /** The copy that stands in where loading fails, or where there is no time to load. */
    standIn: (key: string, now = nowMs()): Copy<V> | undefined => fallback(key, now),

    /** Whether a copy that is answered should be replaced in the background by now; says so once a while. */
    claimReload: (copy: Copy<V>, now = nowMs()): boolean => {
      const isDue = copy.failing || copy.purgedAtMs !== null || now >= copy.life.expiresAtMs;
      if (!isDue || now < copy.quietUntilMs || loads.has(copy.key)) return false;
      copy.quietUntilMs = now + quietMs;
      return true;
    },

    /**
     * Loads, or waits for the load under way. Where that fails or takes long, the copy from before is the answer.
     * @param knownTags tags that the load will carry, where they are known beforehand
     * @param asker aborts when who asks has gone: a load that all have left is given up. Without it the load is
     * wanted to its end
     * @throws what `work` threw, LoadTimeout or NobodyWaits, where there is no copy to fall back on
     */
    async load(
      key: string,
      work: (signal: AbortSignal) => Promise<Loaded<V>>,
      knownTags: readonly string[] | null = null,
      asker?: AbortSignal,
    ): Promise<Outcome<V>> {
      if (asker?.aborted) throw new NobodyWaits();
      const other = underWay(key);
      const load = other ?? begin(key, work, knownTags);
      const leave = join(key, load, asker);
      const copy = fallback(key, nowMs());
      try {
        const outcome = await (copy ? waitOrFallBack(copy, load.promise) : load.promise);
        return other ? { ...outcome, collapsed: true } : outcome;
      } finally {
        leave();
      }
    },

    /** Loads behind an answer, or joins the load under way: nobody's patience ends. @throws as `load` does */
    reload(
      key: string,
      work: (signal: AbortSignal) => Promise<Loaded<V>>,
      knownTags: readonly string[] | null = null,
    ): Promise<Outcome<V>> {
      const load = underWay(key) ?? begin(key, work, knownTags);
      join(key, load, undefined);
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
