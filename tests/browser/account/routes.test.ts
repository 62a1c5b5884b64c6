import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { notify } from '../../../platform/notifications/notify.ts';
import { accountRouteNames, accountRoutes, screenAbove } from '../../../shared/pages/account-routes.ts';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { fits, viewports } from '../../helpers/browser.ts';
import { addSession } from '../../helpers/browser-session.ts';
import { hydrated } from '../../helpers/form-site.ts';
import { startPlatform } from '../../helpers/platform.ts';
import { startSite } from '../../helpers/site.ts';
import { test as base, eventually } from '../../helpers/visitor.ts';
import { playStory, storyStart } from '../../integration/transactions/story.ts';

const test = base
  .extend('now', { scope: 'file' }, () => storyStart)
  .extend('platform', { scope: 'file' }, async ({ now }, { onCleanup }) => {
    const platform = await startPlatform({ now });
    onCleanup(() => platform.stop());
    return platform;
  })
  .extend('player', { scope: 'file' }, async ({ platform }) => (await playStory(platform)).player)
  .extend('site', { scope: 'file' }, async ({ platform }, { onCleanup }) => {
    const site = await startSite({ platform, clock: platform.clock, env: { CALL_RATE_PERCENT: '0' } });
    onCleanup(() => site.close());
    return site;
  })
  .extend(
    'logIn',
    ({ site, player }) =>
      (page: Page): Promise<void> =>
        addSession(page, site, player),
  );

const heading = (page: Page) => page.locator('.account-area__title');
/** The screens with an entry in the navigation. */
const entries = accountRouteNames.filter((route) => screenAbove(route) === null);
const pictures = process.env['PICTURES'];

describe('screens of the account area in a browser', () => {
  test('can all be reached through the navigation, and have no accessibility violations', async ({
    site,
    visitor,
    logIn,
  }) => {
    const page = await visitor.open(`${site.origin}/my-accounts`, {
      before: logIn,
      viewport: viewports.phone,
    });
    await hydrated(page);
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    for (const [index, route] of entries.entries()) {
      const { path } = accountRoutes[route];
      await page.locator('.account-nav__summary').click();
      const link = page.locator(`.account-nav__link[href="${path}"]:visible`);
      const title = (await link.textContent()) ?? '';
      await link.click();
      await eventually(async () => expect(await heading(page).textContent()).toBe(title));
      await page.waitForURL(site.origin + path);
      expect(await page.locator('.account-none, .account-area__loading').count()).toBe(0);
      if (route !== 'profile') {
        expect(await page.title()).toBe(`${title} · Golden Lotto`);
        expect(await page.evaluate(() => document.activeElement?.className)).toBe('account-area__title');
      }
      // Each screen is checked by axe at one of the two sizes.
      for (const [name, isChecked] of [
        ['desktop', index % 2 === 1],
        ['phone', index % 2 === 0],
      ] as const) {
        await page.setViewportSize(viewports[name]);
        expect(await fits(page)).toBe(true);
        if (isChecked) expect(await accessibilityViolations(page), route).toEqual([]);
        if (pictures) await page.screenshot({ path: `${pictures}/${route}-${name}.png`, fullPage: true });
      }
    }
    // `sameDocument` still exists, because the router has loaded each screen into the first document.
    expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
  });

  test('filter a list, show the same list again from its URL, and support the back button', async ({
    site,
    visitor,
    logIn,
  }) => {
    const page = await visitor.open(`${site.origin}/my-accounts/transactions`, { before: logIn });
    await hydrated(page);
    const rows = page.locator('.list__table tbody tr');
    const all = await rows.count();
    await page.getByLabel('Type').selectOption('deposit');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL(/kind=deposit/);
    await eventually(async () => expect(await rows.count()).toBe(1));
    expect(await page.getByLabel('Type').inputValue()).toBe('deposit');
    await page.reload();
    expect(await rows.count()).toBe(1);
    await page.goBack();
    await eventually(async () => expect(await rows.count()).toBe(all));
  });

  test('show what the URL names if the player goes back while a reloaded page is loading', async ({
    site,
    visitor,
    logIn,
  }) => {
    const page = await visitor.open(`${site.origin}/my-accounts`, { before: logIn });
    await hydrated(page);
    await page.locator('.account-nav__link[href="/my-accounts/transactions"]:visible').click();
    const rows = page.locator('.list__table tbody tr');
    await eventually(async () => expect(await rows.count()).toBeGreaterThan(1));
    const all = await rows.count();
    await page.getByLabel('Type').selectOption('deposit');
    await page.getByRole('button', { name: 'Show' }).click();
    await eventually(async () => expect(await rows.count()).toBe(1));
    let release = Promise.withResolvers<void>();
    await page.route('**/assets/hydrate-account-*', async (route) => {
      await release.promise;
      await route.continue();
    });
    const reloadAndGoBack = async () => {
      release = Promise.withResolvers();
      const requested = page.waitForRequest('**/assets/hydrate-account-*');
      await page.reload({ waitUntil: 'commit' });
      await requested;
      await page.goBack({ waitUntil: 'commit' });
      release.resolve();
    };
    await reloadAndGoBack();
    await eventually(async () => expect(await rows.count()).toBe(all));
    await reloadAndGoBack();
    await eventually(async () => expect(await heading(page).textContent()).toBe('Profile'));
    await hydrated(page);
  });

  test('show filters and pages of a list without JavaScript', async ({ site, visitor, logIn }) => {
    const page = await visitor.open(`${site.origin}/my-accounts/tickets`, {
      before: logIn,
      javaScriptEnabled: false,
      viewport: viewports.phone,
    });
    await page.waitForURL(/whole=1/);
    await page.locator('.account-nav__summary').click();
    expect(await page.locator('.account-nav__link:visible').count()).toBe(entries.length);
    await page.getByRole('link', { name: 'Won', exact: true }).click();
    await page.waitForURL(/outcome=won.*whole=1|whole=1.*outcome=won/);
    expect(new Set(await page.locator('.list__state').allTextContents())).toEqual(new Set(['Won']));
    await page.getByRole('link', { name: 'Voided', exact: true }).click();
    await page.waitForURL(/outcome=voided.*whole=1|whole=1.*outcome=voided/);
    const game = page.getByLabel('Game', { exact: true });
    expect(await game.isVisible()).toBe(false);
    await page.locator('.list__fold-summary').click();
    await game.selectOption('symbols');
    await page.getByRole('button', { name: 'Show' }).click();
    await page.waitForURL(/gameId=symbols.*whole=1|whole=1.*gameId=symbols/);
    // The form for filters is unfolded, because one of its filters is set.
    expect(await game.isVisible()).toBe(true);
    expect(await page.locator('.list__empty').isVisible()).toBe(true);
    expect(await page.locator('.list__choice [aria-current]').textContent()).toBe('Voided');
  });

  test('on a wide screen, show the delete button in one line even if the notification is long', async ({
    site,
    platform,
    visitor,
    player,
    logIn,
  }) => {
    const { database, clock } = platform.deps;
    const reason = 'The picture of your document is not readable. '.repeat(5).trim();
    await notify(database.db, player.accountId, 'identity_refused', { reason }, clock.now());
    const page = await visitor.open(`${site.origin}/my-accounts/notifications`, { before: logIn });
    const remove = page.locator('.list__table').getByRole('button', { name: 'Delete' }).first();
    const lines = await remove.evaluate((button) => {
      const text = document.createRange();
      text.selectNodeContents(button);
      return text.getClientRects().length;
    });
    expect(lines).toBe(1);
  });

  test('delete a notification when its undo period of five seconds ends, or earlier if the page is left', async ({
    site,
    platform,
    visitor,
    player,
    logIn,
  }) => {
    visitor.expectProblem(/429/);
    const { database, clock } = platform.deps;
    await notify(database.db, player.accountId, 'identity_refused', { reason: 'Blurred' }, clock.now());
    const page = await visitor.open(`${site.origin}/my-accounts/notifications`, { before: logIn });
    await hydrated(page);
    const rows = page.locator('.list__table tbody tr');
    const count = await rows.count();
    const title = await rows.first().locator('th span').first().textContent();
    await rows
      .first()
      .getByRole('button', { name: `Delete: ${title}`, exact: true })
      .click();
    await rows.first().getByRole('button', { name: 'Undo' }).click();
    const busy = { success: false, firstCode: '15429' };
    await page.route('**/api/notifications/delete', (route) => route.fulfill({ status: 429, json: busy }));
    await rows.first().getByRole('button', { name: 'Delete' }).click();
    await rows.first().getByText('Not deleted. Too many attempts.').waitFor();
    await page.unroute('**/api/notifications/delete');
    await rows.first().getByRole('button', { name: 'Delete' }).click();
    await eventually(async () => expect(await rows.count()).toBe(count - 1));
    expect(await heading(page).evaluate((element) => element === document.activeElement)).toBe(true);
    const { body } = await player.call('notifications/list', {});
    expect(body.success && body.data.notifications.length).toBe(count - 1);
    expect(body.success && body.data.unreadCount).toBe(0);

    await rows.first().getByRole('button', { name: 'Delete' }).click();
    await page.goto(`${site.origin}/results`);
    await eventually(async () => {
      const left = await player.call('notifications/list', {});
      expect(left.body.success && left.body.data.notifications.length).toBe(count - 2);
    });
  });
});
