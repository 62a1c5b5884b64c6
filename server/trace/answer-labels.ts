import type { ResourceClass } from '../../shared/resources.ts';

/**
 * The route label of a request: the class of a page or file of the site, or one of these. Never its address.
 */
export type RouteClass = ResourceClass | 'form' | 'file' | 'events' | 'health' | 'call' | 'session' | 'other';

/** How a hit of the page cache was answered: the age of the cached copy, or 304. */
export type HitState = 'fresh' | 'stale' | 'stale-if-error' | '304';

/**
 * The outcome of the page cache for an answer. 'none': the route has no cache. 'refused': the request was
 * wrong. 'error': the answer could not be made. 'shed': rejected because of load.
 */
export type CacheState =
  | `hit-${HitState}`
  | `miss-${'stored' | 'reloaded' | 'collapsed' | 'not-stored' | 'stale-if-error' | '304'}`
  | 'bypass'
  | 'none'
  | 'refused'
  | 'error'
  | 'shed'
  | 'maintenance';
