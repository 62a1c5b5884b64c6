import { type Answer, type Ask, ask } from '../../helpers/http.ts';
import { startVarnish, type Varnish } from '../../helpers/varnish-server.ts';
import { type ScriptedOrigin, startScriptedOrigin } from './scripted-origin.ts';

export interface Edge {
  origin: ScriptedOrigin;
  varnish: Varnish;
  /** A path that nothing was asked of yet. */
  fresh(): string;
  get(path: string, how?: Ask): Promise<Answer>;
  /** What Varnish says that it did: its part of Cache-Status. */
  did(path: string, how?: Ask): Promise<string>;
  /** A fresh path whose answer, with this CDN-Cache-Control, Varnish has kept. */
  stored(value: string): Promise<string>;
  stop(): Promise<void>;
}

/** A fresh or revalidated copy; one that is replaced behind the answer; one for want of anything better. */
export const hit = /^hit; ttl=\d+$/;
export const staleHit = /^hit; ttl=-\d+$/;
export const staleIfError = /^hit; ttl=-\d+; detail=stale-if-error$/;

export const lifetime = (value: string) => ({
  'cache-control': 'public, max-age=0, s-maxage=1',
  'cdn-cache-control': value,
});

/** A real Varnish with the rules that ship, before an origin that says what a test wants. */
export const startEdge = async (): Promise<Edge> => {
  const origin = await startScriptedOrigin();
  const varnish = await startVarnish({ origins: [origin.url] });
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
