import { availableParallelism } from 'node:os';
import { BulkheadRejectedError, bulkhead } from 'cockatiel';
import type { KeptClass } from '../../shared/resources.ts';
import type { Log } from '../log.ts';
import { createAgedCache } from './aged-cache.ts';
import { type Copy, copyBytes, type Loaded, type Outcome } from './aged-copy.ts';
import { isForEveryone } from './for-everyone.ts';
import { type Lifetime, lifetimeUntil, negativePolicy, shorterLifetime } from './lifetime.ts';
import type { Encoding } from './negotiate.ts';
import { createPageEntry, type PageEntry, type RawHeaders } from './page-entry.ts';
import type { ReadsSummary } from './reads.ts';
import { createSegmentedStore, createSplitStore } from './segmented-store.ts';
import type { TagRegistry } from './tags.ts';

/** A page whose data is complete: its status, its headers, and the lifetime and tags of its reads. */
export interface MadePage {
  status: number;
  /** By default 'page'. */
  kind?: KeptClass;
  headers: RawHeaders;
  summary: ReadsSummary;
  /** Makes its bytes, in turn with other pages. */
  render(): Promise<Buffer>;
}

/** Headers for one second: built at most once a second for an entry and coding. */
export interface Head {
  second: number;
  /** Age and provenance, which the headers state too. */
  state: string;
  headers: string[];
}

export interface StoredPage {
  readonly kind: KeptClass;
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
  /** Pages that are rendered and compressed at once: as many as there are cores. */
  rendersAtOnce?: number | undefined;
  /** With an older copy to fall back on, a request waits this long for a new page, ms. */
  patienceMs?: number | undefined;
  /** Pages that may wait for their turn; one more is refused with RenderQueueFull. */
  rendersWaiting?: number | undefined;
}

export type PageCache = ReturnType<typeof createPageCache>;

/** A page with a 5xx status: never stored, never in the place of a good copy. */
export class PageFailed extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`a page was made with status ${status}`);
    this.status = status;
  }
}

/** Too many cold pages wait to be rendered. */
export class RenderQueueFull extends Error {}

/** A page that sets a cookie or forbids storage: its maker used the page cache by mistake. */
export class NotForEveryone extends Error {}

/** Share of the bytes for everything but 200s: unknown addresses cannot evict pages. */
const negativeShare = 1 / 16;
const longestLoadMs = 15_000;
const cores = availableParallelism();

/** The lifetime of a page: that of its reads; a 4xx expires after 10 s at most. */
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

/** Whole answers by page key, ready to be sent; see createAgedCache. */
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
    // Slow reads fall back on older data within a second. If they have none (at midnight the range of days
    // changes), the older page is better than a wait.
    patienceMs,
  });
  const turns = bulkhead(rendersAtOnce, rendersWaiting);

  const work = async (key: string, made: MadePage, signal: AbortSignal): Promise<Loaded<StoredPage>> => {
    const { status, kind = 'page', headers, summary } = made;
    if (status >= 500) throw new PageFailed(status);
    // Check before rendering: the first byte is already sent to every waiting client.
    if (!isForEveryone({ 'cache-control': 'public', ...named(headers) }, false))
      throw new NotForEveryone('a page for everyone was made for one');
    const entry = await turns.execute(async () => {
      // All clients may have disconnected while it waited.
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
     * Renders a page, or waits for the render in progress. If rendering fails, returns the older copy.
     * @param clientGone aborts when the client disconnects: a page without waiting clients is not rendered
     * @throws the error of `make` where no copy is left; PageFailed for a page of status 500 and above;
     * RenderQueueFull
     */
    load: (key: string, make: Make, clientGone?: AbortSignal): Promise<PageOutcome> =>
      copies
        .load(key, async (signal) => work(key, await make(signal), signal), null, clientGone)
        .catch(refusalOf),

    /**
     * Refreshes a page in the background, without a time limit.
     * @throws as `load` does
     */
    reload: (key: string, make: Make): Promise<PageOutcome> =>
      copies.reload(key, async (signal) => work(key, await make(signal), signal)).catch(refusalOf),

    delete: copies.delete,
    /** Pages that wait for their turn to be rendered. */
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
