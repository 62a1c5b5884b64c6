import type { IncomingMessage, ServerResponse } from 'node:http';
import { LRUCache } from 'lru-cache';
import type { KeptClass } from '../../shared/resources.ts';
import type { Log } from '../log.ts';
import type { HitState } from '../trace/answer-labels.ts';
import type { PageCache, PageCopy, PageOutcome } from './page-cache.ts';
import type { RawHeaders } from './page-entry.ts';
import type { Provenance } from './page-headers.ts';
import { createPageWriter } from './page-writer.ts';

export interface FrontOptions {
  pages: PageCache;
  /** Security headers that every response carries. */
  headers: RawHeaders;
  /** Refreshes a page in the background. */
  reload: (key: string) => Promise<unknown> | undefined;
  log: Log;
  /**
   * Called for one of every `sampleEvery` hits. To log a hit takes longer than to answer it, so most hits are not
   * logged.
   */
  onSample?: ((req: IncomingMessage, kind: KeptClass, state: HitState, status: number) => void) | undefined;
  sampleEvery?: number | undefined;
  nowMs?: (() => number) | undefined;
  /** The maximum number of aliases. An alias is an address that differs from the key of its page. */
  maxAliases?: number | undefined;
}

/** The number of hits so far, by state. */
export type FrontCounts = Record<HitState, number>;

export type Front = ReturnType<typeof createFront>;

const longestAlias = 1024;

const none = (): FrontCounts => ({ fresh: 0, stale: 0, 'stale-if-error': 0, '304': 0 });

function provenanceOf({ collapsed, loaded, kept, replaced }: PageOutcome): Provenance {
  if (!loaded) return 'hit';
  if (collapsed) return 'collapsed';
  if (!kept) return 'not-stored';
  return replaced ? 'reloaded' : 'stored';
}

/**
 * Answers GET and HEAD requests from memory, before any routing and without parsing the address. The routes answer all
 * other requests. Only the method, the address, Accept-Encoding and If-None-Match of a request are read. Range is
 * ignored (RFC 9110 §14.2).
 */
export function createFront(options: FrontOptions) {
  const { pages, headers, reload, log, onSample, nowMs = Date.now } = options;
  const { maxAliases = 5000, sampleEvery = 1000 } = options;
  const aliases = new LRUCache<string, string>({ max: maxAliases });
  const counts: Record<KeptClass, FrontCounts> = { page: none(), latest: none(), sitemap: none() };
  let untilSample = sampleEvery;

  const write = createPageWriter(headers);

  const reloadBehind = (key: string): void => {
    reload(key)?.catch((error: unknown) => log.warn({ err: error, key }, 'page could not be reloaded'));
  };

  /**
   * Returns the copy that `look` finds under an address. If `look` finds no copy and the address is an alias, `look` is
   * called again with the key of the page.
   */
  const copyAt = (
    { method }: IncomingMessage,
    url: string | undefined,
    now: number,
    look: (key: string, now: number) => PageCopy | undefined,
  ): PageCopy | undefined => {
    // Keys of pages begin with a slash, so an address without one cannot match.
    if ((method !== 'GET' && method !== 'HEAD') || url === undefined || url.charCodeAt(0) !== 47)
      return undefined;
    const copy = look(url, now);
    if (copy !== undefined) return copy;
    const key = aliases.get(url);
    return key === undefined ? undefined : look(key, now);
  };

  const hit = (req: IncomingMessage, res: ServerResponse, copy: PageCopy, now: number): void => {
    const age = pages.ageOf(copy, now);
    const state = write(req, res, copy, age, now, 'hit') ? '304' : age;
    counts[copy.value.kind][state]++;
    if (--untilSample === 0) {
      untilSample = sampleEvery;
      onSample?.(req, copy.value.kind, state, res.statusCode);
    }
    if (age !== 'fresh' && pages.claimReload(copy, now)) reloadBehind(copy.key);
  };

  return {
    counts,

    /**
     * Answers a request from memory, if possible.
     * @param url the address as received, or the key of its page
     * @returns false if there is no copy to send. In this case, nothing was written, and the routes can answer
     */
    answer(req: IncomingMessage, res: ServerResponse, url = req.url): boolean {
      const now = nowMs();
      const copy = copyAt(req, url, now, pages.find);
      if (copy === undefined) return false;
      hit(req, res, copy, now);
      return true;
    },

    /**
     * Answers from memory while the server is too busy to render pages. It also sends copies that are normally sent
     * only after a failed load.
     * @returns false if there is no copy to send. In this case, nothing was written
     */
    answerOld(req: IncomingMessage, res: ServerResponse): boolean {
      const now = nowMs();
      const copy = copyAt(req, req.url, now, pages.standIn);
      if (copy === undefined) return false;
      hit(req, res, copy, now);
      return true;
    },

    /**
     * Stores an address as an alias of a page's key, so that the next request for this address is answered from memory.
     */
    alias(url: string, key: string): void {
      if (url !== key && url.length <= longestAlias) aliases.set(url, key);
    },

    /**
     * Sends the outcome of `pages.load`.
     * @returns how the request was answered, for the metrics
     */
    send(req: IncomingMessage, res: ServerResponse, outcome: PageOutcome): Provenance | '304' {
      const { copy, age, replaced, kept } = outcome;
      const provenance = provenanceOf(outcome);
      return write(req, res, copy, age, nowMs(), provenance, { held: replaced, dropped: !kept })
        ? '304'
        : provenance;
    },
  };
}
