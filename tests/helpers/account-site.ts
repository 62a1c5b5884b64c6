import { addLanguage } from './languages.ts';
import { startPlatform, type TestPlatform } from './platform.ts';
import { gamesOf } from './platform-games.ts';
import { startSite, type TestSite } from './site.ts';
import { startUpstreamProxy, type UpstreamProxy } from './upstream-proxy.ts';

export interface AccountSite {
  platform: TestPlatform;
  /** Stands between site and platform, so that a test can make the platform fail. */
  proxy: UpstreamProxy;
  site: TestSite;
  stop(): Promise<void>;
}

/** Starts a real platform with one game and a site in English and Norwegian, for tests of players' pages over HTTP. */
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
    config: (config) => addLanguage(config, 'nb'),
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
