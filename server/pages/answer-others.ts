import type { ServerResponse } from 'node:http';
import { LoadAbandoned } from '../cache/loads.ts';
import { RenderQueueFull } from '../cache/page-cache.ts';
import type { Deps } from '../deps.ts';
import { notStored } from '../render/not-stored.ts';
import { answeredAs } from '../trace/request-context.ts';
import type { AddressOf } from './address.ts';
import type { ErrorPages } from './error-pages.ts';
import { TooManyLoads } from './load.ts';
import type { Target } from './targets.ts';

/** The value of Retry-After for a page whose load has failed. */
const retryAfterSeconds = 10;
/** The value of Retry-After when the render queue is full. The pages in the queue are rendered within two seconds. */
const busySeconds = 2;
/** Redirects to canonical URLs are cached for an hour, because the location depends only on the spelling of the URL. */
const movedForAnHour = ['Cache-Control', 'public, max-age=3600', 'CDN-Cache-Control', 'max-age=3600'];

/**
 * Creates the functions that answer requests without the page cache. They answer invalid and moved addresses,
 * and send error pages after failures.
 */
export function createOtherAnswers(deps: Deps, errors: ErrorPages) {
  const bad = (res: ServerResponse, { status }: AddressOf<'bad'>): void => {
    answeredAs('refused');
    errors.send(res, { status, reason: 'bad-request' });
  };

  const moved = (res: ServerResponse, { location, isPrivate }: AddressOf<'moved'>): void => {
    const caching = isPrivate ? notStored : movedForAnHour;
    res.writeHead(301, ['Location', location, ...caching, 'Content-Length', '0', ...deps.headers]);
    res.end();
  };

  const failure = (res: ServerResponse, { name }: Target, error: unknown): void => {
    if (error instanceof LoadAbandoned) return;
    if (error instanceof RenderQueueFull && !res.headersSent) {
      answeredAs('shed');
      deps.metrics.shed('renders');
      errors.send(res, { status: 503, reason: 'busy', retryAfterSeconds: busySeconds });
      return;
    }
    if (error instanceof TooManyLoads && !res.headersSent) {
      answeredAs('shed');
      deps.metrics.shed('address');
      errors.send(res, { status: 429, reason: 'busy', retryAfterSeconds: error.waitSeconds });
      return;
    }
    answeredAs('error');
    deps.metrics.pageFailed(name);
    deps.log.error({ err: error, page: name }, 'page could not be made');
    if (res.headersSent) res.destroy();
    else errors.send(res, { status: 503, reason: 'unavailable', retryAfterSeconds });
  };

  return { bad, moved, failure };
}
