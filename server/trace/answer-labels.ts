import type { ResourceClass } from '../../shared/resources.ts';

/**
 * The route label of a request: the class of a page or file, or one of these names. The label never contains the
 * address.
 */
export type RouteClass = ResourceClass | 'form' | 'file' | 'events' | 'health' | 'call' | 'session' | 'other';

/** The state of the cached copy that answered a page cache hit, or '304' if the browser's copy was still valid. */
export type HitState = 'fresh' | 'stale' | 'stale-if-error' | '304';

/**
 * The cache outcome of a response. 'none': the route has no cache. 'refused': the request was invalid. 'error': the
 * response could not be created. 'shed': the request was rejected because of load.
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
