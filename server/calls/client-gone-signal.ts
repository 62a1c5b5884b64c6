import type { ServerResponse } from 'node:http';

/** Returns a signal that aborts if the client disconnects before the response is complete. */
export function clientGoneSignal(res: ServerResponse): AbortSignal {
  const gone = new AbortController();
  if (res.destroyed) gone.abort();
  else
    res.once('close', () => {
      if (!res.writableFinished) gone.abort();
    });
  return gone.signal;
}
