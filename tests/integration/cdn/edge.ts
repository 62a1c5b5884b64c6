import { type Answer, type Ask, ask } from '../../helpers/http.ts';
import { startHealthyVarnish, type Varnish } from '../../helpers/varnish-server.ts';
import { type ScriptedOrigin, startScriptedOrigin } from './scripted-origin.ts';

export interface Edge {
  origin: ScriptedOrigin;
  varnish: Varnish;
  /** Returns a path that was not requested before. */
  fresh(): string;
  get(path: string, how?: Ask): Promise<Answer>;
  /** Requests a path. Returns Varnish's entry in the response header Cache-Status. */
  did(path: string, how?: Ask): Promise<string>;
  /** Makes Varnish cache a new path with this CDN-Cache-Control header, and returns the path. */
  stored(value: string): Promise<string>;
  stop(): Promise<void>;
}

/** Varnish's Cache-Status for a fresh copy. */
export const hit = /^hit; ttl=\d+$/;
/** Varnish's Cache-Status for a stale copy that is sent during revalidation. */
export const staleHit = /^hit; ttl=-\d+$/;
/** Varnish's Cache-Status for a stale copy that is sent because the origin failed. */
export const staleIfError = /^hit; ttl=-\d+; detail=stale-if-error$/;

export const lifetime = (value: string) => ({
  'cache-control': 'public, max-age=0, s-maxage=1',
  'cdn-cache-control': value,
});

/** Starts a real Varnish with the shipped rules. The test defines the responses of the origin. */
export const startEdge = async (): Promise<Edge> => {
  const origin = await startScriptedOrigin();
  const varnish = await startHealthyVarnish({ origins: [origin.url] });
  let paths = 0;
  const fresh = (): string => `/page-${++paths}`;
  const get = (path: string, how: Ask = {}) => ask(varnish.url, path, how);
  return {
    origin,
    varnish,
    fresh,
    get,
    async did(path, how) {
      const { headers } = await get(path, how);
      return /varnish; (.+)$/.exec(String(headers['cache-status']))?.[1] ?? 'nothing';
    },
    async stored(value) {
      const path = fresh();
      origin.answers(path, { headers: lifetime(value), body: 'kept' });
      await get(path);
      return path;
    },
    async stop() {
      await varnish.stop();
      await origin.down();
    },
  };
};
