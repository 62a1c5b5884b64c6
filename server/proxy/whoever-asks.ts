import type { ServerResponse } from 'node:http';

/** Aborts when the browser goes before it has its answer. */
export function whoeverAsks(res: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (res.destroyed) gone.abort();
  else
    res.once('close', () => {
      if (!res.writableFinished) gone.abort();
    });
  return gone.signal;
}
