import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { dialog, hydrated, openPopup, test } from '../../helpers/form-site.ts';
import { fund } from '../../helpers/funded-player.ts';
import { createPlayer, testPassword } from '../../helpers/player.ts';
import { becomesTrue, eventually } from '../../helpers/visitor.ts';
import { clickRedirectHook, openAsPlayer } from './player-page.ts';

describe('popup', () => {
  test('of the theme button offers one colour scheme and one layout', async ({ site, visitor }) => {
    const page = await visitor.open(`${site.origin}/winners`);
    await page.locator('html.is-scripted').waitFor();
    await page.getByRole('button', { name: 'Theme' }).click();
    await dialog(page).waitFor();
    expect(await dialog(page).getByRole('radio').count()).toBe(2);
    expect(await dialog(page).getByRole('radio', { name: 'Red Steel' }).isChecked()).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('is opened by a click on an internal link with the URL parameter `popup`, but not by a visit of that URL', async ({
    site,
    visitor,
  }) => {
    const page = await visitor.open(`${site.origin}/winners?popup=1&x=1`);
    await page.waitForURL(`${site.origin}/winners?x=1`);
    const follow = async (href: string) => {
      await page.evaluate((target) => {
        Object.assign(window, { isOld: true });
        const link = document.createElement('a');
        link.href = target;
        document.body.append(link);
        link.click();
      }, href);
      // The old document may already have the expected URL, so wait for the new document.
      await becomesTrue(
        page,
        () => !('isOld' in window) && location.pathname === '/results' && location.search === '',
      );
    };
    await follow('/results?popup=5');
    await follow('/results?popup=constructor');
    expect(await dialog(page).count()).toBe(0);
    // Popup 11 is the wallet. A visitor has no wallet, so the login popup opens instead.
    await follow('/results?popup=11');
    await page.getByRole('dialog', { name: 'Log in' }).waitFor();
  });

  test('is closed by the back button, which closes popups one by one and then leaves the page', async ({
    site,
    visitor,
  }) => {
    const page = await visitor.open(`${site.origin}/results`);
    await page.goto(`${site.origin}/winners`);
    await page.locator('html.is-scripted').waitFor();
    const openLogin = async () => {
      await page.locator('.account__login').click();
      await dialog(page).waitFor();
    };
    await openLogin();
    await page.evaluate(() => void dispatchEvent(new CustomEvent('technical-issue')));
    await eventually(async () => expect(await dialog(page).count()).toBe(2));
    await page.goBack();
    await eventually(async () => expect(await dialog(page).count()).toBe(1));
    await page.goBack();
    await dialog(page).waitFor({ state: 'detached' });
    await openLogin();
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    expect(new URL(page.url()).pathname).toBe('/winners');
    await page.evaluate(() => history.back());
    await page.waitForURL(`${site.origin}/results`);
  });
});

describe('delay before a popup replaces another one', () => {
  test('is 300 ms', async ({ site, visitor }) => {
    const page = await visitor.open(`${site.origin}/winners`, {
      before: (opening) => opening.clock.install(),
    });
    await page.locator('html.is-scripted').waitFor();
    await openPopup(page, '1');
    // Hovering over the link loads the second popup, so that a later click opens this popup without a request.
    const loaded = page.waitForResponse('**/countries*');
    await page.locator('dialog [data-popup="2"]').hover();
    await (await loaded).finished();
    await page.clock.pauseAt(Date.now() + 60_000);
    await page.locator('dialog [data-popup="2"]').click();
    await dialog(page).waitFor({ state: 'detached' });
    await page.clock.runFor(250);
    expect(await dialog(page).count()).toBe(0);
    await page.clock.runFor(60);
    await page.getByRole('dialog', { name: 'Sign up' }).waitFor();
  });
});

describe('back button in the account area', () => {
  test('closes popups above a form without loading the form again', async ({ site, platform, visitor }) => {
    const { page } = await openAsPlayer({ site, platform, visitor }, { path: '/my-accounts/edit' });
    await hydrated(page);
    const loads: string[] = [];
    await page.route('**/api/accounts/getUserProfile', (route) => {
      loads.push(route.request().url());
      return route.continue();
    });
    const name = page.locator('[name="firstName"]');
    await name.fill('Ravi');
    for (const [opener, title] of [
      ['.account__balance', 'Wallet'],
      ['.account__bell', 'Notifications'],
      ['.account [data-popup="5"]', 'Log out'],
    ] as const) {
      if (title === 'Log out') await page.locator('.account__summary').click();
      await page.locator(opener).click();
      await page.getByRole('dialog', { name: title }).waitFor();
      await page.goBack();
      await dialog(page).waitFor({ state: 'detached' });
      expect(await name.inputValue()).toBe('Ravi');
    }
    await page.goForward();
    expect(await name.inputValue()).toBe('Ravi');
    await page.locator('.account-nav__link[href="/my-accounts/limits"]:visible').click();
    await page.waitForURL(`${site.origin}/my-accounts/limits`);
    await name.waitFor({ state: 'detached' });
    expect(loads).toEqual([]);
    // If the back button leads to the form from another screen, the form is loaded again.
    await page.goBack();
    await name.waitFor();
    expect(loads).toHaveLength(1);
  });
});

describe('content hook (control in a CMS text) for a visitor', () => {
  test('opens its target after the login, and ignores targets on other sites', async ({
    site,
    platform,
    visitor,
  }) => {
    const { username, accountId } = await createPlayer(platform);
    await fund(platform, accountId, 'deposit', 50_000);
    const page = await visitor.open(`${site.origin}/winners`);
    await page.locator('html.is-scripted').waitFor();
    const redirect = (target: unknown) =>
      page.evaluate((path) => {
        const { goldenLotto }: { goldenLotto?: { redirect(path: unknown): void } } = Object(window);
        goldenLotto?.redirect(path);
      }, target);
    for (const target of [
      'https://other.example/',
      '//other.example',
      '/\\other.example',
      'javascript:alert(1)',
      null,
    ])
      await redirect(target);
    await clickRedirectHook(page, '/results');
    await page.getByRole('dialog', { name: 'Log in' }).waitFor();
    expect(await dialog(page).count()).toBe(1);
    await dialog(page).locator('[name="username"]').fill(username);
    await dialog(page).locator('[name="password"]').fill(testPassword);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin}/results`);
    await page.locator('html.is-scripted').waitFor();
    await redirect('https://other.example/');
    await redirect('/winners?from=hook');
    await page.waitForURL(`${site.origin}/winners?from=hook`);
  });
});
