import type { CachedRead, DataCache, ReadSpec, ReadWish } from './data-cache.ts';
import { type Lifetime, lifetimeUntil, pagePolicy, shorterLifetime } from './lifetime.ts';
import { pageTags } from './tags.ts';

/** What a page inherits from its reads. */
export interface ReadsSummary extends Lifetime {
  /** At most 50, at most 4 kB as a header. */
  tags: readonly string[];
  /** Some data comes from before its upstream failed. */
  failing: boolean;
  /** Something that the page can do without is missing. */
  partial: boolean;
}

export type Reads = ReturnType<typeof createReads>;

/** A page with something missing is tried again after so long, ms. */
const partialMs = 5000;

/**
 * The reads of one page load: whatever is read through it shortens the page's life to its own and adds its tags.
 * Made anew for each load, never shared.
 */
export function createReads(dataCache: DataCache, nowMs: () => number = Date.now, wish?: ReadWish) {
  const tags = new Set<string>();
  let life: Lifetime = lifetimeUntil(pagePolicy, nowMs());
  let failing = false;
  let partial = false;

  return {
    /** @throws what the load threw, where no copy is left to fall back on */
    async read<T>(spec: ReadSpec<T>): Promise<T> {
      // Also where it fails: the purge that mends it must reach the page that does without.
      for (const tag of spec.tags) tags.add(tag);
      const read: CachedRead<T> = await dataCache.read(spec, wish);
      // A copy from before may carry others, and whoever purges these takes it back from this page too.
      for (const tag of read.tags) tags.add(tag);
      life = shorterLifetime(life, read);
      failing ||= read.age === 'stale-if-error';
      return read.value;
    },

    /** A read that decides how others are made, and shows nowhere: the page does not depend on its freshness. */
    aside: async <T>(spec: ReadSpec<T>): Promise<T> => (await dataCache.read(spec, wish)).value,

    /** Says that the page goes without something that failed: it then lives only briefly. */
    degrade() {
      partial = true;
    },

    /** Shortens the page's life: its freshness may not pass this instant, ms. */
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
