import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type Answer, ask } from './http.ts';
import { postForm } from './page-form.ts';
import { startPlatform, type TestPlatform } from './platform.ts';
import { gamesOf } from './platform-games.ts';
import { createPlayer, type TestPlayer } from './player.ts';
import { cookieHeader } from './recording-platform.ts';
import { sessionJar } from './session-jar.ts';
import { startSite, type TestSite } from './site.ts';
import { startUpstreamProxy, type UpstreamProxy } from './upstream-proxy.ts';

interface AccountSite {
  platform: TestPlatform;
  /** Forwards the site's requests to the platform. Tests use the proxy to simulate failures of the platform. */
  proxy: UpstreamProxy;
  site: TestSite;
  stop(): Promise<void>;
}

/**
 * Starts a platform with one game, and a site in English and Norwegian. Tests request players' pages from this site
 * over HTTP.
 */
async function startAccountSite(): Promise<AccountSite> {
  const platform = await startPlatform({
    now: new Date('2026-11-21T12:02:00Z'),
    catalogue: gamesOf('jaldi'),
  });
  const proxy = await startUpstreamProxy(platform.url);
  const site = await startSite({
    platform: proxy,
    clock: platform.clock,
    warm: false,
    live: false,
    env: { PAGE_LOADS_PER_MINUTE: '0', CALL_RATE_PERCENT: '0' },
  });
  return {
    platform,
    proxy,
    site,
    async stop() {
      await site.close();
      await proxy.close();
      await platform.stop();
    },
  };
}

/**
 * Registers the hooks that start the site for the tests of a file, and create a new player before each test. The
 * functions `post` and `get` send the player's cookies.
 */
export function useAccountSite() {
  let running: AccountSite;
  let player: TestPlayer;
  let cookie: string;
  beforeAll(async () => {
    running = await startAccountSite();
  });
  afterAll(() => running?.stop());
  beforeEach(async () => {
    running.proxy.treat(() => 'pass');
    player = await createPlayer(running.platform);
    cookie = cookieHeader(sessionJar(running.site, player));
  });
  return {
    get platform() {
      return running.platform;
    },
    get proxy() {
      return running.proxy;
    },
    get site() {
      return running.site;
    },
    get player() {
      return player;
    },
    get cookie() {
      return cookie;
    },
    post: (path: string, entries: Record<string, string>): Promise<Answer> =>
      postForm(running.site, path, entries, { cookie }),
    get: (path: string, cookies = cookie): Promise<Answer> =>
      ask(running.site.origin, path, { headers: { cookie: cookies } }),
  };
}
