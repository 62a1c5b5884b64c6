import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import type { PlatformConfig } from '../../../platform/config/config.ts';
import { viewports } from '../../helpers/browser.ts';
import { addSession } from '../../helpers/browser-session.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { hydrated } from '../../helpers/form-site.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { startPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { startSite } from '../../helpers/site.ts';
import { startUpstreamProxy } from '../../helpers/upstream-proxy.ts';
import { test as base } from '../../helpers/visitor.ts';

const pictures = process.env['PICTURES'];

/**
 * A `test` with a platform that sells tickets of one game, and a site to which the payment page links back. The fixture
 * `payments` selects the payment provider. The fixture `enter` opens an address on a phone, as `player` or as
 * another player.
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
  .extend('proxy', { scope: 'file' }, ({ stage }) => stage.proxy)
  .extend('player', async ({ platform, now }): Promise<FundedPlayer & { email: string }> => {
    const email = `${randomUUID()}@mail.example`;
    return { ...(await fundedPlayer(platform, { account: { email, emailVerifiedAt: now } })), email };
  })
  .extend(
    'enter',
    ({ site, visitor, player }) =>
      (
        path: string,
        {
          by = player,
          ...options
        }: Parameters<typeof visitor.open>[1] & { by?: Pick<FundedPlayer, 'token'> } = {},
      ) =>
        visitor.open(site.origin + path, {
          viewport: viewports.phone,
          ...options,
          before: async (opened) => {
            await options.before?.(opened);
            await addSession(opened, site, by);
          },
        }),
  );

/** Types an amount and submits the form. The payment page then opens. */
export async function deposit(page: Page, amount: string): Promise<void> {
  await hydrated(page);
  await page.locator('[name="amount"]').fill(amount);
  await page.getByRole('button', { name: 'Continue to the payment' }).click();
  await page.waitForURL(/\/sandbox\/payments\//);
}

/** Takes pictures of the page on a phone and on a desktop, if the variable PICTURES names a folder for them. */
export const shoot = async (page: Page, name: string) => {
  if (!pictures) return;
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({ path: `${pictures}/${name}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize(viewports.phone);
};

/** Returns all payments of a player. @param url address of the platform's database */
export const paymentsOf = async (url: string, { accountId }: FundedPlayer) =>
  queryDatabase<{ status: string; amount_minor: string }>(
    url,
    'select status, amount_minor from payments where account_id = $1',
    [accountId],
  );
/** The first place of the page that shows this balance. */
export const money = (page: Page, text: string) => page.locator('[data-balance]', { hasText: text }).first();
