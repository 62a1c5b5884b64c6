import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { notify } from '../../../platform/notifications/notify.ts';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { dialog, dialogBox, test } from '../../helpers/form-site.ts';
import { fund } from '../../helpers/funded-player.ts';
import { delayNextPage } from '../../helpers/signup-popup.ts';
import { becomesTrue, eventually } from '../../helpers/visitor.ts';
import { clickRedirectHook, logInByPopup, openAsPlayer, submitLogin } from './player-page.ts';

const rows = (page: Page) => dialog(page).locator('.wallet__rows > li, .wallet__groups > li').allInnerTexts();
const layout2 = { pattern: { login: 'banner', signup: 'full', forgot: 'wizard', wallet: '2' } };

async function openFromMenu(page: Page): Promise<void> {
  await page.locator('.account__summary').click();
  await page.locator('.account [data-popup="4"]').click();
  await dialog(page).locator('.wallet__amount').first().waitFor();
}

describe('wallet popup', () => {
  test('opens once after a login if the balance is below the minimum', async ({
    site,
    platform,
    visitor,
  }) => {
    const page = await visitor.open(`${site.origin}/winners`);
    await logInByPopup(page, platform);
    await page.getByRole('dialog', { name: 'Wallet' }).waitFor();
    await page.reload();
    await page.locator('.account__balance').waitFor();
    expect(await dialog(page).count()).toBe(0);
  });

  test('opens on the page to which the login leads, even if that page loads slowly', async ({
    site,
    platform,
    visitor,
  }) => {
    const page = await visitor.open(`${site.origin}/winners`);
    await page.locator('html.is-scripted').waitFor();
    await delayNextPage(page, `${site.origin}/results`);
    await clickRedirectHook(page, '/results');
    await page.getByRole('dialog', { name: 'Log in' }).waitFor();
    await submitLogin(page, platform);
    await page.waitForURL(`${site.origin}/results`);
    await page.getByRole('dialog', { name: 'Wallet' }).waitFor();
  });

  test.for([
    ['`depositPopupShow` is false', { depositPopupShow: false, totalBalance: 0 }],
    ['the balance is exactly the minimum', { depositPopupShow: true, totalBalance: 10_000 }],
  ] as const)('does not open after a login if %s', async ([, change], { site, platform, visitor }) => {
    const page = await visitor.open(`${site.origin}/winners`);
    await page.route('**/api/session', async (route) => {
      const response = await route.fetch();
      const { player } = await response.json();
      await route.fulfill({
        response,
        json: { player: { ...player, minimumWalletAmount: 10_000, ...change } },
      });
    });
    await logInByPopup(page, platform);
    const hasText = `₹${change.totalBalance / 100}`;
    await page.locator('.account__balance [data-figure]', { hasText }).waitFor();
    // The page deletes the stored entry `logged-in` after it has decided whether to open the wallet popup.
    await becomesTrue(page, () => sessionStorage.getItem('logged-in') === null);
    await page.locator('.account__bell').click();
    await page.getByRole('dialog', { name: 'Notifications' }).waitFor();
    expect(await dialog(page).count()).toBe(1);
  });

  test('shows the configured rows, refreshes them, and hides amounts in the popup and in the header', async ({
    site,
    platform,
    visitor,
  }) => {
    const { page, player } = await openAsPlayer({ site, platform, visitor });
    await fund(platform, player.accountId, 'loyalty', 1_250, 'PTS');
    await fund(platform, player.accountId, 'sports-bonus', 7_500);
    await openFromMenu(page);
    expect((await rows(page)).map((row) => row.replaceAll(/\s+/g, ' '))).toEqual([
      'Cash ₹500',
      'Loyalty points 1,250',
      'Can be withdrawn ₹500',
      'Held for withdrawals ₹0',
      'Playable bonuses ₹75',
      'Locked bonuses ₹0',
      'Total balance ₹575',
    ]);
    await dialog(page).getByText('Playable bonuses').click();
    expect(await dialog(page).getByText('Sports bonus').isVisible()).toBe(true);
    await fund(platform, player.accountId, 'deposit', 12_345);
    await dialog(page).getByRole('button', { name: 'Refresh' }).click();
    await dialog(page).getByText('₹698.45').waitFor();
    await dialog(page).getByRole('switch', { name: 'Hide balance' }).check();
    expect(await rows(page)).not.toContainEqual(expect.stringContaining('₹'));
    expect(await page.locator('.account__balance [data-figure]').textContent()).toBe('****');
    await page.reload();
    await eventually(async () =>
      expect(await page.locator('.account__balance [data-figure]').textContent()).toBe('****'),
    );
    await page.locator('.account__balance').click();
    await dialog(page).getByText('****').first().waitFor();
    await dialog(page).getByRole('switch', { name: 'Hide balance' }).uncheck();
    await dialog(page).getByText('₹698.45').waitFor();
    expect(await page.locator('.account__balance [data-figure]').textContent()).toBe('₹698.45');
    const deposit = dialog(page).getByRole('link', { name: 'Deposit' });
    expect(await deposit.getAttribute('href')).toBe('/my-accounts?source=deposit');
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('has no hide-balance switch unless `showHideBalance` is "true"', async ({
    site,
    platform,
    visitor,
  }) => {
    const { page } = await openAsPlayer(
      { site, platform, visitor },
      { setup: { walletSetup: { showHideBalance: 'false' } } },
    );
    await openFromMenu(page);
    expect(await dialog(page).getByRole('switch').count()).toBe(0);
  });

  test('shows an error with a retry button if the platform fails', async ({ site, platform, visitor }) => {
    visitor.expectProblem(/503/);
    const { page } = await openAsPlayer({ site, platform, visitor });
    const technical = { success: false, firstCode: '15500' };
    await page.route('**/api/wallet', (route) => route.fulfill({ status: 503, json: technical }));
    await page.locator('.account__balance').click();
    await page.getByRole('dialog', { name: 'Technical problem' }).waitFor();
    await page.keyboard.press('Escape');
    await dialog(page).getByRole('alert').waitFor();
    await page.unroute('**/api/wallet');
    await dialog(page).getByRole('button', { name: 'Try again' }).click();
    await dialog(page).getByText('₹500').first().waitFor();
  });

  test.for([{}, layout2])(
    'fits every viewport and has no accessibility violation: setup %o',
    async (setup, { site, platform, visitor }) => {
      const { page, player } = await openAsPlayer({ site, platform, visitor }, { setup });
      await fund(platform, player.accountId, 'sports-bonus', 123_456);
      await openFromMenu(page);
      for (const viewport of Object.values(viewports)) {
        await page.setViewportSize(viewport);
        const width = setup === layout2 ? 680 : 310;
        expect((await dialogBox(page)).width).toBe(viewport === viewports.desktop ? width : viewport.width);
        expect(await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
        expect(await accessibilityViolations(page)).toEqual([]);
      }
    },
  );
});

async function openNotifications(page: Page): Promise<void> {
  await page.locator('.account__bell').click();
  await page.getByRole('dialog', { name: 'Notifications' }).waitFor();
}

describe('notifications drawer', () => {
  test('shows the tabs, and deletes a notification unless the player undoes the deletion', async ({
    site,
    platform,
    visitor,
  }) => {
    visitor.expectProblem(/429/);
    const { page, player } = await openAsPlayer({ site, platform, visitor });
    const { database, clock } = platform.deps;
    const reason = 'The picture of your document is not readable. '.repeat(5).trim();
    await notify(database.db, player.accountId, 'identity_refused', { reason }, clock.now());
    const listed = async () => {
      const { body } = await player.call('notifications/list', { tab: 'system' });
      return body.success ? body.data.notifications.length : null;
    };
    await page.reload();
    await eventually(async () => expect(await page.locator('.account__count').textContent()).toBe('2'));
    await openNotifications(page);
    await dialog(page).getByText('No notifications found').waitFor();
    await page.keyboard.press('ArrowLeft');
    await dialog(page).locator('.notification').first().waitFor();
    await eventually(async () => expect(await page.locator('.account__count').isVisible()).toBe(false));
    await dialog(page).getByRole('button', { name: /^More/ }).first().click();
    expect(await dialog(page).getByRole('button', { name: /^Less/ }).getAttribute('aria-expanded')).toBe(
      'true',
    );
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.setViewportSize(viewports.phone);
    expect((await dialogBox(page)).width).toBe(360);

    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 60_000);
    const remove = () => dialog(page).locator('.notification__foot button').first();
    await remove().click();
    await page.clock.runFor(4900);
    await page.keyboard.press('Enter');
    await eventually(async () => expect(await dialog(page).locator('.notification__foot').count()).toBe(2));
    await page.clock.runFor(6000);
    expect(await listed()).toBe(2);

    const busy = { success: false, firstCode: '15429' };
    await page.route('**/api/notifications/delete', (route) => route.fulfill({ status: 429, json: busy }));
    await remove().click();
    await page.clock.runFor(5100);
    await eventually(async () =>
      expect(await dialog(page).getByRole('alert').textContent()).toBe(
        'Not deleted. Too many attempts. Wait a moment, then try again.',
      ),
    );
    expect(await listed()).toBe(2);
    await page.unroute('**/api/notifications/delete');

    await remove().click();
    await page.clock.runFor(5100);
    await eventually(async () => expect(await listed()).toBe(1));
    expect(await dialog(page).locator('.notification').count()).toBe(1);

    // The drawer must not report that a tab is empty while the tab has older notifications that are not loaded yet.
    for (let added = 0; added < 20; added++)
      await notify(database.db, player.accountId, 'identity_approved', {}, clock.now());
    await page.clock.resume();
    await page.reload();
    await openNotifications(page);
    await page.keyboard.press('ArrowLeft');
    await eventually(async () => expect(await dialog(page).locator('.notification__foot').count()).toBe(20));
    await dialog(page)
      .locator('.notification__foot button')
      .evaluateAll((buttons) => {
        for (const button of buttons) if (button instanceof HTMLElement) button.click();
      });
    await page.clock.fastForward(5100);
    await eventually(async () => expect(await listed()).toBe(1));
    await eventually(async () => expect(await dialog(page).locator('.notification').count()).toBe(0));
    const empty = dialog(page).getByText('No notifications found');
    expect(await empty.filter({ visible: true }).count()).toBe(0);
    await dialog(page).locator('.notifications__older').click();
    await eventually(async () => expect(await dialog(page).locator('.notification').count()).toBe(1));

    await remove().click();
    await page.goto(`${site.origin}/results`);
    await eventually(async () => expect(await listed()).toBe(0));
  });
});
