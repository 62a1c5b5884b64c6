import type { Page } from 'playwright-core';
import type { PlatformConfig } from '../../../platform/config/config.ts';
import { hydrated } from '../../helpers/form-site.ts';
import { startPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { startSite } from '../../helpers/site.ts';
import { startUpstreamProxy } from '../../helpers/upstream-proxy.ts';
import { test as base } from '../../helpers/visitor.ts';

/**
 * A `test` with a platform that sells tickets of one game, and a site to which the payment page links back. The fixture
 * `payments` selects the payment provider.
 */
export const test = base
  .extend('now', { scope: 'file' }, () => new Date('2026-11-21T12:02:00Z'))
  .extend('payments', { scope: 'file' }, (): Partial<PlatformConfig> => ({}))
  .extend('stage', { scope: 'file' }, async ({ now, payments }, { onCleanup }) => {
    const proxy = await startUpstreamProxy('http://127.0.0.1:1');
    const site = await startSite({
      platform: proxy,
      clock: { now: () => now },
      warm: false,
      live: false,
      env: { PAGE_LOADS_PER_MINUTE: '0', CALL_RATE_PERCENT: '0' },
    });
    // The payment page links back to the site, so the platform has to know the site's origin.
    const config = { siteUrl: site.origin, ...payments };
    const platform = await startPlatform({ now, catalogue: gamesOf('jaldi'), config });
    proxy.retarget(platform.url);
    onCleanup(async () => {
      await site.close();
      await proxy.close();
      await platform.stop();
    });
    return { site, platform, proxy };
  })
  .extend('site', { scope: 'file' }, ({ stage }) => stage.site)
  .extend('platform', { scope: 'file' }, ({ stage }) => stage.platform)
  .extend('proxy', { scope: 'file' }, ({ stage }) => stage.proxy);

/** Types an amount and submits the form. The payment page then opens. */
export async function deposit(page: Page, amount: string): Promise<void> {
  await hydrated(page);
  await page.locator('[name="amount"]').fill(amount);
  await page.getByRole('button', { name: 'Continue to the payment' }).click();
  await page.waitForURL(/\/sandbox\/payments\//);
}
