import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { viewports } from '../../helpers/browser.ts';
import { test as base } from '../../helpers/form-site.ts';
import { fund } from '../../helpers/funded-player.ts';
import { createPlayer, type TestPlayer, testPassword } from '../../helpers/player.ts';

const pictures = process.env['PICTURES'];

interface Visit {
  player: TestPlayer;
  page: Page;
}

const test = base
  /** Opens a page as a new player with money, who has just logged in through the site. The page's clock is a fake. */
  .extend('enter', ({ platform, site, visitor }) => async (path: string): Promise<Visit> => {
    const player = await createPlayer(platform);
    await fund(platform, player.accountId, 'deposit', 500_00);
    const page = await visitor.open(`${site.origin}${path}`, {
      before: async (opened) => {
        await opened.clock.install();
        await opened.request.post(`${site.origin}/api/accounts/login`, {
          headers: { origin: site.origin },
          data: { data: { type: 2, username: player.username, password: testPassword } },
        });
      },
    });
    return { player, page };
  });

const clock = (page: Page) => page.locator('.account__clock [data-figure]');

async function picture(page: Page, name: string): Promise<void> {
  for (const [size, viewport] of Object.entries(viewports)) {
    await page.setViewportSize(viewport);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    if (pictures) await page.screenshot({ path: `${pictures}/limits-${name}-${size}.png` });
  }
}

describe('the session clock', () => {
  test('shows the time since the login on every page, and no visitor sees it', async ({ site, enter }) => {
    const { page } = await enter('/winners');
    await clock(page).getByText('0:00').waitFor();
    await page.clock.fastForward(65 * 60_000);
    await clock(page).getByText('1:05').waitFor();
    await picture(page, 'clock');
    await page.context().clearCookies();
    await page.goto(`${site.origin}/winners`);
    await page.waitForSelector('html.is-scripted');
    expect(await clock(page).isVisible()).toBe(false);
  });
});
