import type { SiteConfig } from '../../../server/config/site-config.ts';
import { ask } from '../../helpers/http.ts';
import { startPlatform } from '../../helpers/platform.ts';
import { startSite, type TestSite } from '../../helpers/site.ts';
import { startUpstreamProxy } from '../../helpers/upstream-proxy.ts';

export interface PausedSiteOptions {
  /** The initial time of the site's clock. The default is the time of the platform's clock. */
  now?: Date;
  /** Paths of pages that are requested before the test, so that the site's cache contains them. */
  holding?: string[];
  warm?: boolean;
  env?: Record<string, string>;
  config?: (config: SiteConfig) => void;
}

/** Starts a platform behind a proxy, for sites whose clocks move only when the test moves them. */
export async function startPausedSites(platformNow: Date) {
  const platform = await startPlatform({ now: platformNow, historyDays: 8 });
  await platform.deps.engine.tick();
  const proxy = await startUpstreamProxy(platform.url);
  const open: TestSite[] = [];
  return {
    proxy,
    async start({ now = platformNow, holding = [], warm = false, ...options }: PausedSiteOptions = {}) {
      let nowMs = now.getTime();
      const clock = { now: () => new Date(nowMs) };
      const site = await startSite({ ...options, platform: proxy, clock, live: false, warm });
      open.push(site);
      // The function requests each page twice, because the first response is sent before the page is cached.
      for (const path of [...holding, ...holding]) await ask(site.origin, path);
      proxy.seen.length = 0;
      const advance = (ms: number) => {
        nowMs += ms;
      };
      const get = (path: string) => ask(site.origin, path);
      return {
        site,
        advance,
        get,
        /**
         * Advances the clock by more than a second, and requests the page. After a reload or a failure, the site waits
         * for a second before the next reload.
         */
        getLater: (path: string) => {
          advance(1100);
          return get(path);
        },
      };
    },
    /** Closes the sites of a test and makes the upstream respond again. */
    async reset() {
      proxy.treat(() => 'pass');
      await proxy.up();
      for (const site of open.splice(0)) await site.close();
    },
    async stop() {
      await proxy.close();
      await platform.stop();
    },
  };
}

export type PausedSites = Awaited<ReturnType<typeof startPausedSites>>;
