import { availableParallelism } from 'node:os';
import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import type { KeptClass } from '../../shared/resources.ts';
import type { Log } from '../log.ts';
import { createAgedCache } from './aged-cache.ts';
import { type CacheOutcome, type Copy, copyBytes, type Loaded } from './aged-copy.ts';
import { isForEveryone } from './for-everyone.ts';
import { type Lifetime, lifetimeUntil, negativePolicy, shorterLifetime } from './lifetime.ts';
import type { Encoding } from './negotiate.ts';
import { createPageEntry, type PageEntry, type RawHeaders } from './page-entry.ts';
import type { ReadsSummary } from './reads.ts';
import { createSegmentedStore, createSplitStore } from './segmented-store.ts';
import type { TagRegistry } from './tags.ts';

/** A page whose data is loaded, but whose bytes are not rendered yet. */
export interface MadePage {
  status: number;
  /** The label of the page in the metrics. The default is 'page'. */
  kind?: KeptClass;
  headers: RawHeaders;
  summary: ReadsSummary;
  /** Renders the bytes of the page. The page cache limits how many pages render at once. */
  render(): Promise<Buffer>;
}

/**
 * The response headers of a page in one content coding. The headers contain the remaining lifetime in seconds, so they
 * can be reused for one second.
 */
export interface Head {
  second: number;
  /** The values on which the headers depend: the freshness of the page, and how the cache produced the response. */
  state: string;
  headers: string[];
}

export interface StoredPage {
  readonly kind: KeptClass;
  readonly entry: PageEntry;
  readonly heads: Record<Encoding, Head | null>;
}

export type PageCopy = Copy<StoredPage>;
export type PageOutcome = CacheOutcome<StoredPage>;

export interface PageCacheOptions {
  maxBytes: number;
  tags: TagRegistry;
  log: Log;
  nowMs?: (() => number) | undefined;
  loadLimitMs?: number | undefined;
  /**
   * The maximum number of pages that are rendered and compressed at the same time. The default is the number of cores.
   */
  rendersAtOnce?: number | undefined;
  /** How long a request waits for a new page, in ms, if an older copy can be returned instead. */
  patienceMs?: number | undefined;
  /** The maximum number of pages that wait to be rendered. Further pages are rejected with RenderQueueFull. */
  rendersWaiting?: number | undefined;
}

export type PageCache = ReturnType<typeof createPageCache>;

/** Thrown for a page with a 5xx status, so that the page is not stored and does not replace a good copy. */
export class PageFailed extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`a page was made with status ${status}`);
    this.status = status;
  }
}

/** Thrown when too many uncached pages wait to be rendered. */
export class RenderQueueFull extends Error {}

/** Thrown for a page that sets a cookie or forbids storing. Such a page must not use the page cache. */
export class NotForEveryone extends Error {}

/**
 * The share of the cache for responses with a status other than 200, so that requests for unknown addresses cannot
 * evict pages.
 */
const negativeShare = 1 / 16;
const longestLoadMs = 15_000;
const cores = availableParallelism();

/** Returns the lifetime of a page. It equals the lifetime of the page's data, but a 4xx is fresh for at most 10 s. */
export const pageLife = (status: number, inherited: Lifetime, nowMs: number): Lifetime =>
  status >= 400 ? shorterLifetime(inherited, lifetimeUntil(negativePolicy, nowMs)) : inherited;

const named = (headers: RawHeaders): Record<string, string | undefined> =>
  Object.fromEntries(
    headers.flatMap((name, at) => (at % 2 === 0 ? [[name.toLowerCase(), headers[at + 1]]] : [])),
  );

type Make = (signal: AbortSignal) => Promise<MadePage>;

const refusalOf = (error: unknown): never => {
  throw error instanceof BulkheadRejectedError
    ? new RenderQueueFull('too many pages wait to be rendered')
    : error;
};

/**
 * Caches complete pages by page key. A cached page is ready to be sent. createAgedCache describes when a page is fresh
 * or stale.
 */
export function createPageCache(options: PageCacheOptions) {
  const {
    maxBytes,
    nowMs = Date.now,
    rendersAtOnce = cores,
    rendersWaiting = 256,
    patienceMs = 3000,
  } = options;
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
    // If an older copy of a page exists, a request waits at most this long for the new copy. This limit rarely matters,
    // because the data cache returns older data sooner. After midnight, however, the data cache has no older data for
    // keys that contain days.
    patienceMs,
  });
  const turns = bulkhead(rendersAtOnce, rendersWaiting);

  const work = async (key: string, made: MadePage, signal: AbortSignal): Promise<Loaded<StoredPage>> => {
    const { status, kind = 'page', headers, summary } = made;
    if (status >= 500) throw new PageFailed(status);
    // Check the headers before rendering, because the first client receives the page during rendering.
    if (!isForEveryone({ 'cache-control': 'public', ...named(headers) }, false))
      throw new NotForEveryone('a page for everyone was made for one');
    const entry = await turns.execute(async () => {
      // All clients may have disconnected while the page waited to be rendered.
      signal.throwIfAborted();
      return createPageEntry(
        { status, headers, body: await made.render() },
        copies.standIn(key)?.value.entry,
      );
    });
    return {
      value: { kind, entry, heads: { br: null, gzip: null, identity: null } },
      life: pageLife(status, summary, nowMs()),
      tags: summary.tags,
      bytes: entry.bytes,
      ...(summary.partial
        ? { flaw: 'partial' as const }
        : summary.failing
          ? { flaw: 'failing' as const }
          : {}),
    };
  };

  return {
    find: copies.find,
    ageOf: copies.ageOf,
    standIn: copies.standIn,
    claimReload: copies.claimReload,
    /**
     * Renders a page, or joins the render in progress. If rendering fails, returns an older copy, if there is one.
     * @param clientGone aborts when the client disconnects. A page for which no client waits is not rendered
     * @throws the error of `make` if no copy is left; PageFailed for a 5xx status; RenderQueueFull
     */
    load: (key: string, make: Make, clientGone?: AbortSignal): Promise<PageOutcome> =>
      copies
        .load(key, async (signal) => work(key, await make(signal), signal), null, clientGone)
        .catch(refusalOf),

    /**
     * Refreshes a page in the background. Unlike `load`, this method does not return an older copy when rendering takes
     * longer than `patienceMs`.
     * @throws the same errors as `load`
     */
    reload: (key: string, make: Make): Promise<PageOutcome> =>
      copies.reload(key, async (signal) => work(key, await make(signal), signal)).catch(refusalOf),

    delete: copies.delete,
    /** The number of pages that wait to be rendered. */
    get waiting() {
      return rendersWaiting - turns.queueSlots;
    },
    get bytes() {
      return copies.bytes;
    },
    get entries() {
      return copies.entries;
    },
  };
}
