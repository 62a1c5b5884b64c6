import type { DataCache } from '../cache/data-cache.ts';
import type { PageCache } from '../cache/page-cache.ts';
import type { Hub } from '../live/hub.ts';
import type { Metrics } from './metrics.ts';

/** Adds the metrics of the page cache, the data cache, the rendering queue and the event streams. */
export function watchCaches(
  metrics: Metrics,
  {
    dataCache,
    pageCache,
    hub,
    maxBytes,
  }: { dataCache: DataCache; pageCache: PageCache; hub: Hub; maxBytes: number },
): void {
  const gauge = { kind: 'gauge' } as const;
  const byCache = { ...gauge, label: 'cache' } as const;
  metrics.watch({ ...gauge, name: 'open_streams', help: 'Open event streams', read: () => hub.streams });
  metrics.watch({
    ...gauge,
    name: 'renders_waiting',
    help: 'Pages waiting to be rendered',
    read: () => pageCache.waiting,
  });
  metrics.watch({
    ...byCache,
    name: 'cache_bytes',
    help: 'Bytes stored in memory',
    read: () => ({ data: dataCache.bytes, pages: pageCache.bytes }),
  });
  metrics.watch({
    ...byCache,
    name: 'cache_entries',
    help: 'Entries stored in memory',
    read: () => ({ data: dataCache.entries, pages: pageCache.entries }),
  });
  metrics.watch({
    ...byCache,
    name: 'cache_limit_bytes',
    help: 'Bytes that may be stored in memory',
    read: () => ({ data: maxBytes, pages: maxBytes }),
  });
}
