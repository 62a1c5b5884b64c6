import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { request } from 'undici';
import type { Log } from '../log.ts';
import { cdnTags } from './tags.ts';

export interface CdnPurge {
  /**
   * Names tags to the CDN, by and by: never waits, never throws.
   * @param id of the purge: the same one, from another worker, is told once
   */
  purge(tags: readonly string[], id?: string): void;
  /** Once everything named was told or given up. */
  settled(): Promise<void>;
  /** Tags that it is still to be told of, and batches that were given up so far. */
  readonly waiting: number;
  readonly failed: number;
  close(): void;
}

export interface CdnPurgeOptions {
  /** Takes POST {"tags": […]}, with the same tags in the header Cache-Tag; null: there is no CDN to tell. */
  url: string | null;
  /** Sent as a bearer token; null: the CDN knows us by our address. */
  token?: string | null | undefined;
  log: Log;
  firstRetryMs?: number | undefined;
  tries?: number | undefined;
  /** Named once more after so long; null: never. */
  againMs?: number | null | undefined;
}

/** Tags told in one request: what CDNs commonly take. */
const batchSize = 30;
/** More than this waiting means a CDN that has not answered for long; its copies end by themselves. */
const maxWaiting = 2000;
const timeoutMs = 5000;
const rememberedIds = 2000;
/**
 * Another instance or worker hears of a purge within a second, and may have given the CDN an old copy, for the whole
 * of its life, after the CDN was told.
 */
const heardEverywhereMs = 1000;

/** Tells the CDN which tags were purged here; a failed request is made again, more and more slowly. */
export function createCdnPurge(options: CdnPurgeOptions): CdnPurge {
  const { url, token = null, log, firstRetryMs = 500, tries = 6 } = options;
  const { againMs = heardEverywhereMs } = options;
  const waiting = new Set<string>();
  const told = new LRUCache<string, true>({ max: rememberedIds });
  let givenUp = 0;
  const ending = new AbortController();
  let telling: Promise<void> | null = null;
  const again = new Set<Promise<void>>();

  const post = async (target: string, tags: string[]): Promise<void> => {
    const { statusCode, body } = await request(target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        // The same for caches that read headers alone, as Varnish does.
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

  const tell = async (target: string): Promise<void> => {
    let failed = 0;
    while (waiting.size > 0 && !ending.signal.aborted) {
      const tags = [...waiting].slice(0, batchSize);
      // Out before the request: what is purged again meanwhile is told again.
      for (const tag of tags) waiting.delete(tag);
      try {
        await post(target, tags);
        failed = 0;
      } catch (error) {
        if (ending.signal.aborted) return;
        failed++;
        if (failed >= tries) {
          givenUp++;
          log.error({ err: error, tags }, 'the CDN was not told of purged tags');
          failed = 0;
          continue;
        }
        log.warn({ err: error, failed }, 'the CDN could not be told of purged tags; tried again');
        for (const tag of tags) waiting.add(tag);
        await wait(firstRetryMs * 2 ** (failed - 1), undefined, { signal: ending.signal }).catch(
          () => undefined,
        );
      }
    }
  };

  const begin = (target: string): void => {
    telling ??= tell(target).finally(() => {
      telling = null;
      if (waiting.size > 0 && !ending.signal.aborted) begin(target);
    });
  };

  const name = (tags: readonly string[], target: string): void => {
    for (const tag of tags) if (waiting.size < maxWaiting) waiting.add(tag);
    begin(target);
  };

  return {
    purge(tags, id) {
      if (url === null || ending.signal.aborted || (id !== undefined && told.has(id))) return;
      if (id !== undefined) told.set(id, true);
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
        const open = telling === null ? [...again] : [telling, ...again];
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
