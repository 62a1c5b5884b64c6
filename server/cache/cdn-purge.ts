import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { getGlobalDispatcher } from 'undici';
import type { Log } from '../log.ts';
import { cdnTags } from './tags.ts';

export interface CdnPurge {
  /**
   * Queues tags that the CDN must purge. Returns immediately and never throws.
   * @param id the id of the purge. If several workers report the same purge, the CDN receives it only once
   */
  purge(tags: readonly string[], id?: string): void;
  /** Resolves when every queued tag has been sent, or has been dropped after its last retry. */
  settled(): Promise<void>;
  /** The number of queued tags. */
  readonly waiting: number;
  /** The number of requests to the CDN that have failed after all retries. */
  readonly failed: number;
  close(): void;
}

export interface CdnPurgeOptions {
  /** The URL that receives POST {"tags": […]}, with the same tags in the header Cache-Tag. Null if there is no CDN. */
  url: string | null;
  /** The bearer token of the requests. Null if the CDN authenticates this server by its address. */
  token?: string | null | undefined;
  log: Log;
  firstRetryMs?: number | undefined;
  tries?: number | undefined;
  /** The delay in ms after which each purge is sent a second time. Null means that a purge is sent only once. */
  againMs?: number | null | undefined;
}

/** The maximum number of tags in one request, because many CDNs accept no more. */
const batchSize = 30;
/**
 * The maximum number of queued tags. Further tags are dropped. The queue becomes this long only after a long outage of
 * the CDN. The CDN's copies have expired by then.
 */
const maxWaiting = 2000;
const timeoutMs = 5000;
const rememberedIds = 2000;
/**
 * The time in ms within which a purge reaches every process. Until then, a process that has not received the purge may
 * send an old copy to the CDN. The CDN is therefore purged again after this time.
 */
const reachedEverywhereMs = 1000;

/** Splits a URL into the origin and the path that undici's dispatchers expect. */
function partsOf(url: string): { origin: string; path: string } {
  const { origin, pathname, search } = new URL(url);
  return { origin, path: `${pathname}${search}` };
}

/** Sends purged tags to the CDN and retries failed requests with growing delays. */
export function createCdnPurge(options: CdnPurgeOptions): CdnPurge {
  const { url, token = null, log, firstRetryMs = 500, tries = 6 } = options;
  const { againMs = reachedEverywhereMs } = options;
  const waiting = new Set<string>();
  const knownIds = new LRUCache<string, true>({ max: rememberedIds });
  let givenUp = 0;
  const ending = new AbortController();
  let sending: Promise<void> | null = null;
  const again = new Set<Promise<void>>();

  const post = async (target: string, tags: string[]): Promise<void> => {
    const { statusCode, body } = await getGlobalDispatcher().request({
      ...partsOf(target),
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        // The header repeats the tags for caches that read only headers, such as Varnish.
        'cache-tag': tags.join(','),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ tags }),
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      signal: ending.signal,
    });
    await body.dump({ limit: 65_536 });
    if (statusCode >= 300) throw new Error(`the CDN answered ${statusCode}`);
  };

  const sendQueued = async (target: string): Promise<void> => {
    let failed = 0;
    while (waiting.size > 0 && !ending.signal.aborted) {
      const tags = [...waiting].slice(0, batchSize);
      // Remove the tags from the queue before the request, so that a purge during the request queues them again.
      for (const tag of tags) waiting.delete(tag);
      try {
        await post(target, tags);
        failed = 0;
      } catch (error) {
        if (ending.signal.aborted) return;
        failed++;
        if (failed >= tries) {
          givenUp++;
          log.error({ err: error, tags }, 'tags not purged at the CDN, gave up');
          failed = 0;
          continue;
        }
        log.warn({ err: error, failed }, 'tags could not be purged at the CDN, retrying');
        for (const tag of tags) waiting.add(tag);
        await wait(firstRetryMs * 2 ** (failed - 1), undefined, { signal: ending.signal }).catch(
          () => undefined,
        );
      }
    }
  };

  const begin = (target: string): void => {
    sending ??= sendQueued(target).finally(() => {
      sending = null;
      if (waiting.size > 0 && !ending.signal.aborted) begin(target);
    });
  };

  const name = (tags: readonly string[], target: string): void => {
    for (const tag of tags) if (waiting.size < maxWaiting) waiting.add(tag);
    begin(target);
  };

  return {
    purge(tags, id) {
      if (url === null || ending.signal.aborted || (id !== undefined && knownIds.has(id))) return;
      if (id !== undefined) knownIds.set(id, true);
      const named = cdnTags(tags);
      name(named, url);
      if (againMs === null) return;
      const once: Promise<void> = wait(againMs, undefined, { signal: ending.signal, ref: false })
        .then(
          () => name(named, url),
          () => undefined,
        )
        .finally(() => again.delete(once));
      again.add(once);
    },
    async settled() {
      for (;;) {
        const open = sending === null ? [...again] : [sending, ...again];
        if (open.length === 0) return;
        await Promise.all(open);
      }
    },
    get waiting() {
      return waiting.size;
    },
    get failed() {
      return givenUp;
    },
    close: () => ending.abort(),
  };
}
