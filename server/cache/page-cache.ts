import { type Copy, copyBytes, createAgedCache, type Loaded, type Log, type Outcome } from './aged-cache.ts';
import type { Encoding } from './negotiate.ts';
import { createPageEntry, type PageEntry, type PageSource } from './page-entry.ts';
import { type Lifetime, lifetimeUntil, policies, shorterLifetime } from './policy.ts';
import type { ReadsSummary } from './reads.ts';
import { createSegmentedStore, createSplitStore } from './segmented-store.ts';
import type { TagRegistry } from './tags.ts';

/** A page just made, with what it inherits from its reads. */
export interface MadePage extends PageSource {
  summary: ReadsSummary;
}

/** Headers as they stood at one second: built at most once a second for an entry and coding. */
export interface Head {
  second: number;
  age: string;
  headers: string[];
}

export interface StoredPage {
  readonly entry: PageEntry;
  readonly heads: Record<Encoding, Head | null>;
}

export type PageCopy = Copy<StoredPage>;
export type PageOutcome = Outcome<StoredPage>;

export interface PageCacheOptions {
  maxBytes: number;
  tags: TagRegistry;
  log: Log;
  nowMs?: (() => number) | undefined;
  loadLimitMs?: number | undefined;
}

export type PageCache = ReturnType<typeof createPageCache>;

/** A page that failed is no page: never kept, and never in the place of a good copy. */
export class PageFailed extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`a page was made with status ${status}`);
    this.status = status;
  }
}

/** Share of the bytes for everything but 200s: unknown addresses without end cannot push out a page. */
const negativeShare = 1 / 16;
const longestLoadMs = 15_000;

/** How long a page lives: as its reads say, one that says "no" at most 10 s. */
export const pageLife = (status: number, inherited: Lifetime, nowMs: number): Lifetime =>
  status >= 400 ? shorterLifetime(inherited, lifetimeUntil(policies.negative, nowMs)) : inherited;

async function work(made: MadePage, nowMs: number): Promise<Loaded<StoredPage>> {
  const { status, summary } = made;
  if (status >= 500) throw new PageFailed(status);
  const entry = await createPageEntry(made);
  return {
    value: { entry, heads: { br: null, gzip: null, identity: null } },
    life: pageLife(status, summary, nowMs),
    tags: summary.tags,
    bytes: entry.bytes,
    ...(summary.partial ? { flaw: 'partial' as const } : summary.failing ? { flaw: 'failing' as const } : {}),
  };
}

/** Whole answers by page key, ready to be sent; see createAgedCache. */
export function createPageCache(options: PageCacheOptions) {
  const { maxBytes, nowMs = Date.now } = options;
  const negativeBytes = Math.floor(maxBytes * negativeShare);
  const store = createSplitStore<PageCopy>(
    createSegmentedStore<PageCopy>(maxBytes - negativeBytes, copyBytes),
    createSegmentedStore<PageCopy>(negativeBytes, copyBytes),
    (copy) => copy.value.entry.status !== 200,
  );
  const copies = createAgedCache(store, {
    ...options,
    name: 'pages',
    loadLimitMs: options.loadLimitMs ?? longestLoadMs,
    // Data that is slow to come is replaced by older data, reads being the ones who wait.
    patienceMs: null,
  });
  return {
    find: copies.find,
    ageOf: copies.ageOf,
    claimReload: copies.claimReload,
    /**
     * Makes a page, or waits for the one that is being made. Where making fails, the copy from before is the answer.
     * @throws what `make` threw where no copy is left; PageFailed for a page of status 500 and above
     */
    load: (key: string, make: (signal: AbortSignal) => Promise<MadePage>): Promise<PageOutcome> =>
      copies.load(key, async (signal) => work(await make(signal), nowMs())),
    delete: copies.delete,
    get bytes() {
      return copies.bytes;
    },
    get entries() {
      return copies.entries;
    },
  };
}
