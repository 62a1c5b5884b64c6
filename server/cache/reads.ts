import type { CachedRead, DataCache, ReadOptions, ReadSpec } from './data-cache.ts';
import { type Lifetime, lifetimeUntil, pagePolicy, shorterLifetime } from './lifetime.ts';
import { pageTags } from './tags.ts';

/** Freshness and tags that a page inherits from its reads. */
export interface ReadsSummary extends Lifetime {
  /** At most 50, at most 4 kB as a header. */
  tags: readonly string[];
  /** Some data is older than a failure of its upstream. */
  failing: boolean;
  /** An optional read failed. */
  partial: boolean;
}

export type Reads = ReturnType<typeof createReads>;

/** How long an incomplete page is fresh, ms. */
const partialMs = 5000;

/**
 * The reads of one page load: each shortens the page's lifetime to its own and adds its tags. Created for each load,
 * never shared.
 */
export function createReads(dataCache: DataCache, nowMs: () => number = Date.now, readOptions?: ReadOptions) {
  const tags = new Set<string>();
  let life: Lifetime = lifetimeUntil(pagePolicy, nowMs());
  let failing = false;
  let partial = false;

  return {
    /** @throws the error of the load, where no cached copy is left */
    async read<T>(spec: ReadSpec<T>): Promise<T> {
      // Added before the read can fail: a purge of this read must also reach a page that was rendered without
      // it.
      for (const tag of spec.tags) tags.add(tag);
      const read: CachedRead<T> = await dataCache.read(spec, readOptions);
      // An older copy may carry other tags, and a purge of those must reach this page too.
      for (const tag of read.tags) tags.add(tag);
      life = shorterLifetime(life, read);
      failing ||= read.age === 'stale-if-error';
      return read.value;
    },

    /** A read that only determines other reads: the page does not inherit its freshness. */
    peek: async <T>(spec: ReadSpec<T>): Promise<T> => (await dataCache.read(spec, readOptions)).value,

    /** Marks the page as incomplete: it is then fresh only briefly. */
    degrade() {
      partial = true;
    },

    /** Shortens the page's lifetime: it is not fresh beyond this instant, ms. */
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
