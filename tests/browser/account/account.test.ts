import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { fits, viewports } from '../../helpers/browser.ts';
import { logInByCall } from '../../helpers/browser-session.ts';
import { hydrated } from '../../helpers/form-site.ts';
import { createPlayer, type TestPlayer } from '../../helpers/player.ts';
import { callAt } from '../../helpers/recording-platform.ts';
import { awake, test as base } from '../../helpers/whole-site.ts';

const test = base
  .extend('player', { scope: 'file' }, async ({ platform }): Promise<TestPlayer> => {
    const player = await createPlayer(platform);
    const city = '<b>Pune</b> שלום';
    await player.call('accounts/updateUserDetails', {
      firstName: 'Asha',
      city,
      country: 'IN',
      state: 'IN-MH',
    });
    return player;
  })
  .extend(
    'logIn',
    ({ site, player }) =>
      (page: Page): Promise<void> =>
        logInByCall(page, site, player),
  );

const nameOf = (page: Page) => page.locator('.profile__name');

describe('account page in a browser', () => {
  test('shows the profile and hydrates without replacing a node', async ({
    site,
    visitor,
    player,
    logIn,
  }) => {
    const page = await visitor.open(`${site.origin}/my-accounts`, {
      before: async (opened) => {
        await logIn(opened);
        // Mark the streamed heading before the account script can hydrate it. The mark would be missing if hydration
        // replaced the node.
        await opened.addInitScript(() =>
          document.addEventListener('DOMContentLoaded', () => {
            const mark = () => {
              const heading = document.querySelector('.profile__name');
              if (heading) heading.setAttribute('data-marked', '');
              else requestAnimationFrame(mark);
            };
            mark();
          }),
        );
      },
    });
    await awake(page);
    await nameOf(page).waitFor();
    expect(await nameOf(page).textContent()).toBe(player.username);
    const details = await page.locator('.profile__groups').textContent();
    for (const text of [player.email, 'Asha', '<b>Pune</b> שלום', 'Maharashtra', 'India', 'Indian Rupee'])
      expect(details).toContain(text);
    await hydrated(page, '.profile__name');
    expect(await nameOf(page).getAttribute('data-marked')).toBe('');
  });

  test('hydrates even if its script runs before the browser has parsed the whole document', async ({
    site,
    visitor,
    logIn,
  }) => {
    const page = await visitor.open(`${site.origin}/my-accounts`, {
      before: async (opened) => {
        await logIn(opened);
        await opened.route(`${site.origin}/my-accounts`, async (route) => {
          const response = await route.fetch();
          const { 'content-encoding': _encoding, 'content-length': _length, ...headers } = response.headers();
          const html = await response.text();
          const body = html.replace(
            '<div class="container" data-enhance="account"',
            '<script src="/held.js"></script>$&',
          );
          expect(body).not.toBe(html);
          await route.fulfill({ status: response.status(), headers, body });
        });
        // The HTML parser waits for held.js. Answer its request only after the page's own script has run, so that this
        // script runs before the document is complete.
        await opened.route('**/held.js', async (route) => {
          await opened.locator('html.is-scripted').waitFor({ state: 'attached' });
          await route.fulfill({ contentType: 'text/javascript', body: '' });
        });
      },
    });
    await page.locator('[data-enhance="account"][data-awake]').waitFor();
    await hydrated(page, '.profile__name');
  });

  test('has no accessibility violation and no horizontal scrolling at a width of 320 px', async ({
    site,
    visitor,
    logIn,
  }) => {
    // This test covers only the smallest width. routes.test.ts checks the other widths.
    const viewport = viewports.small;
    const page = await visitor.open(`${site.origin}/my-accounts`, { before: logIn, viewport });
    await awake(page);
    await nameOf(page).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
  });

  test('shows the profile without JavaScript', async ({ site, visitor, player, logIn }) => {
    const page = await visitor.open(`${site.origin}/my-accounts`, {
      before: logIn,
      javaScriptEnabled: false,
    });
    await page.waitForURL(`${site.origin}/my-accounts?whole=1`);
    expect(await nameOf(page).textContent()).toBe(player.username);
    expect(await nameOf(page).isVisible()).toBe(true);
  });

  test('shows that the session has ended if the player has logged out elsewhere', async ({
    site,
    visitor,
    player,
    logIn,
  }) => {
    const page = await visitor.open(`${site.origin}/faq`, { before: logIn });
    // Wait until the page has received the answer to its session request. An answer after the logout below would change
    // the page's cookies.
    await page.locator('.account__name', { hasText: player.username }).waitFor({ state: 'attached' });
    const cookies = await page.context().cookies();
    const jar = Object.fromEntries(cookies.map(({ name, value }) => [name, value]));
    await callAt(site.origin, 'accounts/logout', {}, { jar });
    await page.goto(`${site.origin}/my-accounts`);
    const link = page.locator('.account-none a');
    await link.waitFor();
    expect(await link.getAttribute('href')).toBe('/login?to=%2Fmy-accounts');
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
