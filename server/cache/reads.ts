import type { CachedRead, DataCache, ReadOptions, ReadSpec } from './data-cache.ts';
import { type Lifetime, lifetimeUntil, pagePolicy, shorterLifetime } from './lifetime.ts';
import { pageTags } from './tags.ts';

/** The freshness and the tags that a page inherits from the data on it. */
export interface ReadsSummary extends Lifetime {
  /** At most 50 tags, which take at most 4 kB in the Cache-Tag header. */
  tags: readonly string[];
  /** Whether an upstream has failed, so that some data of the page may be outdated. */
  failing: boolean;
  /** Whether an optional read failed. */
  partial: boolean;
}

export type Reads = ReturnType<typeof createReads>;

/** How long an incomplete page is fresh, in ms. */
const partialMs = 5000;

/**
 * Reads the data of one page from the data cache. The page gets every tag of this data, and the shortest lifetime of
 * any part of it. Each page load needs its own instance.
 */
export function createReads(dataCache: DataCache, nowMs: () => number = Date.now, readOptions?: ReadOptions) {
  const tags = new Set<string>();
  let life: Lifetime = lifetimeUntil(pagePolicy, nowMs());
  let failing = false;
  let partial = false;

  return {
    /**
     * @param ownOptions options of this read only. They override the options of the page load
     * @throws the error of the load, if no cached copy is left
     */
    async read<T>(spec: ReadSpec<T>, ownOptions?: Pick<ReadOptions, 'fresh'>): Promise<T> {
      // Add the tags before reading. If the read fails, the page may still be rendered, and a purge of these tags must
      // reach that page.
      for (const tag of spec.tags) tags.add(tag);
      const read: CachedRead<T> = await dataCache.read(spec, { ...readOptions, ...ownOptions });
      // A cached value may have been loaded with tags that `spec` does not contain. A purge of those tags must also
      // reach this page.
      for (const tag of read.tags) tags.add(tag);
      life = shorterLifetime(life, read);
      failing ||= read.age === 'stale-if-error';
      return read.value;
    },

    /**
     * Reads data that only determines which other reads follow. The page does not inherit the freshness of this data.
     */
    peek: async <T>(spec: ReadSpec<T>): Promise<T> => (await dataCache.read(spec, readOptions)).value,

    isStored: dataCache.isStored,

    /** Marks the page as incomplete, so that it is fresh for 5 s only. */
    degrade() {
      partial = true;
    },

    /** Ends the freshness of the page at the given instant (in ms), unless it already ends earlier. */
    notAfter(instantMs: number) {
      const by = Math.max(0, life.expiresAtMs - instantMs);
      life = {
        expiresAtMs: life.expiresAtMs - by,
        staleUntilMs: life.staleUntilMs - by,
        errorUntilMs: life.errorUntilMs - by,
      };
    },

    summary(): ReadsSummary {
      const now = nowMs();
      const brief: Lifetime = {
        expiresAtMs: now + partialMs,
        staleUntilMs: now + partialMs,
        errorUntilMs: life.errorUntilMs,
      };
      return { ...(partial ? shorterLifetime(life, brief) : life), tags: pageTags(tags), failing, partial };
    },
  };
}
