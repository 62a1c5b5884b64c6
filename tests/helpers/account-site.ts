import { startPlatform, type TestPlatform } from './platform.ts';
import { gamesOf } from './platform-games.ts';
import { startSite, type TestSite } from './site.ts';
import { startUpstreamProxy, type UpstreamProxy } from './upstream-proxy.ts';

export interface AccountSite {
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
export async function startAccountSite(): Promise<AccountSite> {
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
