import type { ResourceClass } from '../../shared/resources.ts';

/**
 * The route label of a request: the class of a page or file, or one of the names below. The label never contains the
 * URL.
 */
export type RouteClass = ResourceClass | 'form' | 'file' | 'events' | 'health' | 'call' | 'session' | 'other';

/** The state of a cached copy that was sent from the page cache. '304': the browser's own copy was still valid. */
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
