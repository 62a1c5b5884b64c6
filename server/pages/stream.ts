import type { IncomingMessage, ServerResponse } from 'node:http';
import { createNegotiator } from '../cache/negotiate.ts';
import { pageLife } from '../cache/page-cache.ts';
import { cacheStatus, cachingHeaders } from '../cache/page-headers.ts';
import type { ReadsSummary } from '../cache/reads.ts';
import type { Deps } from '../deps.ts';
import { compressTo } from '../render/compress-to.ts';
import { answeredAs } from '../trace/request-context.ts';
import type { FirstClient } from './make.ts';

/** The state of the cache when the load of a page began. */
export interface StateBefore {
  /**
   * The version of the tag registry. If a tag of the page is purged after this version, the caching headers mark the
   * response as stale.
   */
  version: number;
  /** Whether the cache had a copy that was too stale to return. */
  held: boolean;
}

/**
 * Sends an uncached page to the first client that waits for it, before the cache compresses and stores the page. The
 * headers depend on the data that the page has read.
 */
export function createPageStream(deps: Deps) {
  const { env, headers, tags, clock } = deps;
  const negotiate = createNegotiator();

  const headOf = (status: number, summary: ReadsSummary, { version, held }: StateBefore): string[] => {
    const now = clock.now().getTime();
    const life = pageLife(status, summary, now);
    const purged = tags.since(version, summary.tags);
    const age = summary.failing || purged !== 'no' ? 'stale-if-error' : 'fresh';
    const staleFromMs = purged === 'no' ? life.expiresAtMs : Math.min(now, life.expiresAtMs);
    const dropped = purged === 'hard';
    const freshness = { life, age, staleFromMs, tags: summary.tags, held, dropped } as const;
    return [
      'Vary',
      'Accept-Encoding',
      ...cachingHeaders(freshness, now),
      'Cache-Status',
      cacheStatus(env.pageCache ? 'stored' : 'bypass', freshness, now),
      ...headers,
    ];
  };

  /**
   * Sends the headers before React's output is complete. The response has no entity tag, because an entity tag is
   * computed from all bytes.
   */
  const firstClient = (req: IncomingMessage, res: ServerResponse, before: StateBefore): FirstClient => ({
    begin(status, pageHeaders, summary) {
      // Do not stream a page for which some data is missing, because the cache may send an older, complete copy
      // instead.
      if (res.destroyed || (summary.partial && env.pageCache)) return null;
      answeredAs(env.pageCache ? (before.held ? 'miss-reloaded' : 'miss-stored') : 'bypass');
      const encoding = env.pageCache ? negotiate(req.headers['accept-encoding']) : 'identity';
      const coded = encoding === 'identity' ? [] : ['Content-Encoding', encoding];
      res.writeHead(status, [...pageHeaders, ...coded, ...headOf(status, summary, before)]);
      return compressTo(res, encoding);
    },
  });

  return { headOf, firstClient };
}
