import { describe, expect } from 'vitest';
import { accountRoutes } from '../../../shared/pages/account-routes.ts';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { addSession } from '../../helpers/browser-session.ts';
import { test as base, dialog, hydrated } from '../../helpers/form-site.ts';
import { fundedPlayer } from '../../helpers/funded-player.ts';
import { createPlayer, type TestPlayer } from '../../helpers/player.ts';
import type { Treatment } from '../../helpers/upstream-proxy.ts';
import { becomesTrue } from '../../helpers/visitor.ts';

const test = base
  .extend('player', { scope: 'file' }, ({ platform }): Promise<TestPlayer> => createPlayer(platform))
  .extend('openAsPlayer', ({ site, visitor, player }) => async (path: string) => {
    const page = await visitor.open(site.origin + path, {
      before: (opened) => addSession(opened, site, player),
    });
    await hydrated(page);
    return page;
  });

const list = { skeleton: '.list__skeleton-row', empty: '.list__empty' };
/** The lists of the account area, each with the text that it shows if it has no rows. */
const emptyLists = [
  ['transactions', 'Nothing hereNo money or points moved on these days.', list],
  [
    'tickets',
    'Nothing hereYou bought no such tickets on these days. Choose more days or another state.',
    list,
  ],
  ['playedGames', 'Nothing hereNone of your draws was held on these days.', list],
  ['deposits', 'Nothing hereYou made no such deposits on these days.', list],
  ['withdrawals', 'Nothing hereYou requested no such withdrawals on these days.', list],
  ['notifications', 'Nothing hereYou have no such notifications.', list],
  [
    'loyaltyShop',
    'No rewards at the momentThere is nothing to exchange now. Your points stay with you.',
    { skeleton: '.shop__skeleton', empty: '.list__empty' },
  ],
  [
    'destinations',
    'You have not added a bank account yet.',
    { skeleton: '.skeleton', empty: '.cashier__text' },
  ],
] as const;

describe('lists of the account area', () => {
  test('show a placeholder until the platform answers, then a text for an empty list, and an error if the platform fails', async ({
    platform,
    site,
    proxy,
    visitor,
  }) => {
    // Write the player directly to the database, because a signup would create a notification and all lists must be
    // empty.
    const newPlayer = await fundedPlayer(platform);
    const page = await visitor.open(`${site.origin}/faq`, {
      before: (opened) => addSession(opened, site, newPlayer),
    });
    // axe checks only one list, because all lists have the same markup.
    const checkAccessibility = async (route: (typeof emptyLists)[number][0]) => {
      if (route === 'transactions') expect(await accessibilityViolations(page)).toEqual([]);
    };
    const answerLists = (treatment: Treatment) =>
      proxy.treat(({ url }) =>
        /Summary$|(notifications|loyalty)\/list$|getDestinations$/.test(url) ? treatment : 'pass',
      );
    for (const [route, text, { skeleton, empty }] of emptyLists) {
      const { path } = accountRoutes[route];
      const { promise, resolve } = Promise.withResolvers<void>();
      answerLists({ after: promise });
      await page.goto(site.origin + path, { waitUntil: 'commit' });
      await page.locator(`.account-area__loading ${skeleton}`).last().waitFor();
      expect(await page.locator('.account-area__loading output').textContent()).toBe(
        'The page is being loaded.',
      );
      resolve();
      await page.locator(empty).waitFor();
      expect(await page.locator(empty).textContent(), path).toBe(text);
      expect(await page.locator('.list__table, .account-area__loading').count(), path).toBe(0);
      await checkAccessibility(route);

      answerLists('fail');
      await page.goto(site.origin + path);
      const alert = page.locator('.account-area__main').getByRole('alert');
      await alert.waitFor();
      expect(await alert.locator('h3').textContent(), path).toBe('This page cannot be shown now');
      expect(await alert.getByRole('link', { name: 'Try again' }).getAttribute('href')).toBe(path);
      expect(await page.locator(`${empty}, .account-area__loading`).count(), path).toBe(0);
      await checkAccessibility(route);
    }
    proxy.treat(() => 'pass');
  });
});

describe('error code 15107 (session ended)', () => {
  test('opens the session popup on pages with figures, a list or a form, then clears the session and opens the home page', async ({
    site,
    visitor,
    player,
  }) => {
    const page = await visitor.open(`${site.origin}/faq`);
    const openWithoutSession = async (path: string) => {
      await addSession(page, site, { ...player, token: 'x'.repeat(43) });
      await page.goto(site.origin + path);
      await page.getByRole('dialog', { name: 'Session expired' }).waitFor();
      expect(await page.locator('.account-none').count(), path).toBe(1);
    };
    for (const name of ['playerStatistics', 'transactions', 'deposit'] as const)
      await openWithoutSession(accountRoutes[name].path);
    for (const key of ['Escape', 'Enter']) {
      await openWithoutSession(accountRoutes.profile.path);
      await page.keyboard.press(key);
      await page.waitForURL(`${site.origin}/`, { waitUntil: 'commit' });
      // The session is cleared before the home page opens, so that the first paint shows the visitor's menu.
      expect(await page.context().cookies(), key).toEqual([]);
      await page.locator('.account__login').waitFor();
      expect(await page.locator('html[data-player]').count()).toBe(0);
    }
  });

  test('opens the session popup after a call, and logs out the other tabs', async ({
    site,
    platform,
    visitor,
  }) => {
    visitor.expectProblem(/401/);
    const own = await createPlayer(platform);
    const page = await visitor.open(`${site.origin}/my-accounts/balances`, {
      before: (opened) => addSession(opened, site, own),
    });
    const other = await page.context().newPage();
    await other.goto(`${site.origin}/my-accounts`);
    await other.locator('.account__name', { hasText: 'asha' }).waitFor({ state: 'attached' });
    await page.locator('.account__name', { hasText: 'asha' }).waitFor({ state: 'attached' });
    await own.call('accounts/logout', {});
    await page.locator('.account-nav__side a[href="/my-accounts/deposits"]').click();
    await page.getByRole('dialog', { name: 'Session expired' }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin}/`);
    await other.waitForURL(`${site.origin}/`);
    await other.locator('.account__login').waitFor();
  });
});

describe('account area without a network connection', () => {
  test('makes no call, shows the network popup, and reports when the network is available again', async ({
    site,
    openAsPlayer,
    visitor,
  }) => {
    visitor.expectProblem(/Failed to fetch|ERR_INTERNET_DISCONNECTED/);
    const page = await openAsPlayer('/my-accounts');
    const sent: string[] = [];
    page.on('request', (request) => sent.push(request.url()));
    const go = (path: string) => page.locator(`.account-nav__side a[href="${path}"]`).click();
    await go('/my-accounts/balances');
    await page.locator('.balances .balance__amount').first().waitFor();
    // Wait until the browser has loaded the script of the popup, because it cannot load the script offline.
    await becomesTrue(page, () =>
      performance.getEntriesByType('resource').some(({ name }) => name.includes('/MessagePopup')),
    );
    sent.length = 0;
    await page.context().setOffline(true);
    await go('/my-accounts');
    await page.getByRole('dialog', { name: 'No connection' }).waitFor();
    expect(sent.filter((url) => url.includes('/api/'))).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    // The browser has not loaded the script of the statistics page yet.
    await go('/my-accounts/statistics');
    await page.getByRole('dialog', { name: 'No connection' }).waitFor();
    await page.context().setOffline(false);
    await page.getByRole('status').getByText('The connection is back.').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.account-none a').click();
    await page.locator('.statistics__figures').waitFor();
    expect(page.url()).toBe(`${site.origin}/my-accounts/statistics`);
  });
});

describe('error code 15500 (technical problem)', () => {
  test('opens the technical popup, and shows an error with a retry link on the page', async ({
    site,
    openAsPlayer,
    visitor,
  }) => {
    visitor.expectProblem(/503/);
    const page = await openAsPlayer('/my-accounts');
    const technical = { success: false, firstCode: '15500' };
    await page.route('**/api/wallet', (route) => route.fulfill({ status: 503, json: technical }));
    await page.locator('.account-nav__side a[href="/my-accounts/balances"]').click();
    await page.getByRole('dialog', { name: 'Technical problem' }).waitFor();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    expect(await page.locator('.account-none').textContent()).toContain('This page cannot be shown now');
    await page.unroute('**/api/wallet');
    await page.locator('.account-none a').click();
    await page.locator('.balance__amount').first().waitFor();
    expect(page.url()).toBe(`${site.origin}/my-accounts/balances`);
  });
});
