import { setTimeout as wait } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { request } from 'undici';
import type { Log } from '../cache/aged-cache.ts';
import { cdnTags } from '../cache/tags.ts';

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
}

/** Tags told in one request: what CDNs commonly take. */
const batchSize = 30;
/** More than this waiting means a CDN that has not answered for long; its copies end by themselves. */
const maxWaiting = 2000;
const timeoutMs = 5000;
const rememberedIds = 2000;

/** Tells the CDN which tags were purged here; a failed request is made again, more and more slowly. */
export function createCdnPurge(options: CdnPurgeOptions): CdnPurge {
  const { url, token = null, log, firstRetryMs = 500, tries = 6 } = options;
  const waiting = new Set<string>();
  const told = new LRUCache<string, true>({ max: rememberedIds });
  let givenUp = 0;
  const ending = new AbortController();
  let telling: Promise<void> | null = null;

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

  return {
    purge(tags, id) {
      if (url === null || ending.signal.aborted || (id !== undefined && told.has(id))) return;
      if (id !== undefined) told.set(id, true);
      for (const tag of cdnTags(tags)) if (waiting.size < maxWaiting) waiting.add(tag);
      begin(url);
    },
    async settled() {
      for (let current = telling; current !== null; current = telling) await current;
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
