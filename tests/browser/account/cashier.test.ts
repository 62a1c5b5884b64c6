import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { tabTo, typeInto } from '../../helpers/form-site.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { addLanguage } from '../../helpers/languages.ts';
import { startPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { sessionJar } from '../../helpers/session-jar.ts';
import { startSite } from '../../helpers/site.ts';
import { startUpstreamProxy } from '../../helpers/upstream-proxy.ts';
import { test as base } from '../../helpers/visitor.ts';

const now = new Date('2026-11-21T12:02:00Z');
const pictures = process.env['PICTURES'];

const test = base
  .extend('startAt', { scope: 'file' }, () => now)
  .extend('proxy', { scope: 'file' }, async ({ startAt: _startAt }, { onCleanup }) => {
    const proxy = await startUpstreamProxy('http://127.0.0.1:1');
    onCleanup(() => proxy.close());
    return proxy;
  })
  .extend('site', { scope: 'file' }, async ({ proxy }, { onCleanup }) => {
    const site = await startSite({
      platform: proxy,
      clock: { now: () => now },
      warm: false,
      live: false,
      env: { PAGE_LOADS_PER_MINUTE: '0', CALL_RATE_PERCENT: '0' },
      config: (config) => addLanguage(config, 'nb'),
    });
    onCleanup(() => site.close());
    return site;
  })
  .extend('platform', { scope: 'file' }, async ({ proxy, site }, { onCleanup }) => {
    // The payment page links back to the site, so the platform has to know the site's origin.
    const platform = await startPlatform({
      now,
      catalogue: gamesOf('jaldi'),
      config: { siteUrl: site.origin },
    });
    onCleanup(() => platform.stop());
    proxy.retarget(platform.url);
    return platform;
  })
  .extend('player', async ({ platform }): Promise<FundedPlayer> => fundedPlayer(platform))
  .extend('enter', ({ site, visitor, player }) => async (path: string, options = {}): Promise<Page> => {
    return visitor.open(site.origin + path, {
      viewport: viewports.phone,
      before: async (opened) => {
        const cookies = Object.entries(sessionJar(site, player));
        await opened
          .context()
          .addCookies(cookies.map(([name, value]) => ({ name, value, url: site.origin })));
      },
      ...options,
    });
  });

/** Resolves when React has hydrated the account area. */
const hydrated = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('.account-area') ?? {}).some((key) => key.startsWith('__reactFiber')),
  );
const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
const shoot = async (page: Page, name: string) => {
  if (!pictures) return;
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({ path: `${pictures}/${name}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize(viewports.phone);
};
const paymentsOf = async (url: string, { accountId }: FundedPlayer) =>
  queryDatabase<{ status: string; amount_minor: string }>(
    url,
    'select status, amount_minor from payments where account_id = $1',
    [accountId],
  );
describe('a deposit', () => {
  test('is paid on the sandbox’s page by keyboard, and all tabs show the new balance', async ({
    platform,
    site,
    player,
    enter,
  }) => {
    const page = await enter('/deposit');
    await hydrated(page);
    const other = await page.context().newPage();
    await other.goto(`${site.origin}/faq`);
    await other.locator('[data-balance]', { hasText: '₹0' }).first().waitFor({ state: 'attached' });
    expect(await accessibilityViolations(page)).toEqual([]);
    await shoot(page, 'deposit');
    await page.setViewportSize(viewports.small);
    expect(await fits(page)).toBe(true);
    await typeInto(page, 'amount', '12,5,0');
    await page.keyboard.press('Enter');
    await page.locator('[name="amount"][aria-invalid]').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('amount');
    await shoot(page, 'deposit-wrong');
    await page.locator('[name="amount"]').fill('1,250.50');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sandbox\/payments\//);
    await tabTo(page, 'button[value="approved"]');
    await page.keyboard.press('Enter');
    await page.getByText('The amount is in the wallet.').waitFor();
    await shoot(page, 'sandbox');
    await tabTo(page, 'a.back');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/deposit\?payment=/);
    await page.getByText('Your deposit has arrived').waitFor();
    expect(await page.locator('.payment__amount').textContent()).toBe('₹1,250.50');
    for (const tab of [page, other])
      await tab.locator('[data-balance]', { hasText: '₹1,250.50' }).first().waitFor({ state: 'attached' });
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
    await shoot(page, 'deposit-approved');
    expect(await player.holds('deposit')).toBe(1250_50);
    expect(await paymentsOf(platform.databaseUrl, player)).toEqual([
      { status: 'approved', amount_minor: '125050' },
    ]);
  });
});
