import type { Page } from 'playwright-core';
import { describe, expect, onTestFinished } from 'vitest';
import { logInByCall } from '../../helpers/browser-session.ts';
import { dialog, press, test } from '../../helpers/form-site.ts';
import { createPlayer } from '../../helpers/player.ts';
import { logInByPopup, openAsPlayer } from './player-page.ts';

async function logOutByKeyboard(page: Page): Promise<void> {
  await page.locator('html.is-scripted').waitFor();
  await press(page, '.account__summary');
  await press(page, '.account [data-popup="5"]');
  await page.getByRole('dialog', { name: 'Log out' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Logged out' }).waitFor();
}

describe('open page', () => {
  test('closes the wallet after a logout in another tab, and is replaced by the home page if it is private', async ({
    site,
    platform,
    visitor,
  }) => {
    const { page } = await openAsPlayer({ site, platform, visitor }, { path: '/my-accounts' });
    const wallet = await page.context().newPage();
    await wallet.goto(`${site.origin}/results`);
    await wallet.locator('.account__balance').click();
    await dialog(wallet).waitFor();
    const other = await page.context().newPage();
    await other.goto(`${site.origin}/winners`);
    await logOutByKeyboard(other);
    await page.waitForURL(`${site.origin}/`);
    await page.locator('.account__login').waitFor();
    await dialog(wallet).waitFor({ state: 'detached' });
    await wallet.locator('.account__login').waitFor();
  });

  test('after a logout in any tab, shows the visitor’s menu, even if the logout fails on the platform', async ({
    site,
    platform,
    proxy,
    visitor,
  }) => {
    visitor.expectProblem(/503/);
    const { page, player } = await openAsPlayer({ site, platform, visitor }, { path: '/my-accounts' });
    const other = await page.context().newPage();
    await other.goto(`${site.origin}/my-accounts/limits`);
    await other.locator('.account__balance').waitFor();
    const keptTexts = () => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));
    expect(await keptTexts()).toContain(player.username);
    onTestFinished(() => proxy.treat(() => 'pass'));
    proxy.treat(({ url }) => (url.endsWith('accounts/logout') ? 'fail' : 'pass'));
    await logOutByKeyboard(page);
    expect(await dialog(page).count()).toBe(1);
    await page.locator('.account__login').waitFor();
    expect(await keptTexts()).not.toContain(player.username);
    await other.waitForURL(`${site.origin}/`);
    await other.locator('.account__login').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin}/`);
  });

  test('after a login in another tab, closes its login popup, or is replaced by the login’s target if it is the login page', async ({
    site,
    platform,
    visitor,
  }) => {
    const page = await visitor.open(`${site.origin}/winners`);
    await page.locator('html.is-scripted').waitFor();
    await page.locator('.account__login').click();
    await page.getByRole('dialog', { name: 'Log in' }).waitFor();
    const login = await page.context().newPage();
    await login.goto(`${site.origin}/login?to=/results`);
    const other = await page.context().newPage();
    await other.goto(`${site.origin}/faq`);
    await logInByPopup(other, platform);
    await login.waitForURL(`${site.origin}/results`);
    await page.locator('.account__balance').waitFor();
    await dialog(page).waitFor({ state: 'detached' });
  });

  test('shows the new player’s data if it is private and another player logs in from a second tab', async ({
    site,
    platform,
    visitor,
  }) => {
    const { page } = await openAsPlayer({ site, platform, visitor }, { path: '/my-accounts' });
    const other = await page.context().newPage();
    await other.goto(`${site.origin}/faq`);
    const newPlayer = await createPlayer(platform);
    await logInByCall(other, site, newPlayer);
    await other.evaluate(() => dispatchEvent(new CustomEvent('session-updated')));
    await page.locator('.account-area__main').getByText(newPlayer.username).first().waitFor();
  });

  test('shows a message when the network is available again', async ({ site, visitor }) => {
    // A script that the page is still loading fails when the test cuts the connection.
    visitor.expectProblem(/ERR_INTERNET_DISCONNECTED|Failed to fetch/);
    const page = await visitor.open(`${site.origin}/winners`);
    await page.locator('html.is-scripted').waitFor();
    await page.context().setOffline(true);
    await page.context().setOffline(false);
    await page.getByRole('status').getByText('The connection is back.').waitFor();
  });
});
