import type { CachedRead, DataCache, ReadOptions, ReadSpec } from './data-cache.ts';
import { type Lifetime, lifetimeUntil, pagePolicy, shorterLifetime } from './lifetime.ts';
import { pageTags } from './tags.ts';

/** The freshness and the tags that a page inherits from its reads. */
export interface ReadsSummary extends Lifetime {
  /** At most 50 tags, and at most 4 kB as a header. */
  tags: readonly string[];
  /** Whether an upstream has failed, so that some data is older than it should be. */
  failing: boolean;
  /** Whether an optional read failed. */
  partial: boolean;
}

export type Reads = ReturnType<typeof createReads>;

/** How long an incomplete page is fresh, in ms. */
const partialMs = 5000;

/**
 * Records the reads of one page load. The page gets the tags of all its reads, and the shortest of their lifetimes. One
 * instance is created for each load and is never shared.
 */
export function createReads(dataCache: DataCache, nowMs: () => number = Date.now, readOptions?: ReadOptions) {
  const tags = new Set<string>();
  let life: Lifetime = lifetimeUntil(pagePolicy, nowMs());
  let failing = false;
  let partial = false;

  return {
    /** @throws the error of the load, if no cached copy is left */
    async read<T>(spec: ReadSpec<T>): Promise<T> {
      // Add the tags before reading, because a page that is rendered after a failed read must be purged too.
      for (const tag of spec.tags) tags.add(tag);
      const read: CachedRead<T> = await dataCache.read(spec, readOptions);
      // A cached value may have been stored with other tags than `spec` names now. A purge of those tags must purge
      // this page too.
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

    /** Limits the freshness of the page: it ends at this instant, in ms, or earlier. */
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
