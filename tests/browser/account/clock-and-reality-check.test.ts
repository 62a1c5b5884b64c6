import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { buyNext } from '../../helpers/player-actions.ts';
import { eventually } from '../../helpers/visitor.ts';
import { hourMs, picture, test } from './limits-site.ts';

const clock = (page: Page) => page.locator('.account__clock [data-figure]');
const check = (page: Page) => page.getByRole('dialog', { name: 'Time for a short break?' });

describe('session clock', () => {
  test('on every page, shows a player the time since the login, and is hidden from a visitor', async ({
    site,
    enter,
  }) => {
    const { page } = await enter('/winners');
    await clock(page).getByText('0:00').waitFor();
    await page.clock.fastForward(65 * 60_000);
    await clock(page).getByText('1:05').waitFor();
    await check(page).getByRole('button', { name: 'Continue' }).click();
    await picture(page, 'clock');
    await page.context().clearCookies();
    await page.goto(`${site.origin}/winners`);
    await page.locator('html.is-scripted').waitFor();
    expect(await clock(page).isVisible()).toBe(false);
  });
});

describe('reality check', () => {
  test('opens in only one tab after each hour, with the session’s duration and net result, and offers a logout', async ({
    platform,
    enter,
  }) => {
    const { player, page } = await enter('/hi/winners');
    await clock(page).waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url().replace('/hi/', '/'));
    await clock(other).waitFor();
    await buyNext(platform, player, 'jaldi', [{ number: 1 }, { number: 2 }]);
    await page.clock.fastForward(hourMs);
    const dialogs = () => Promise.all([page, other].map((tab) => tab.locator('dialog[open]').count()));
    await eventually(async () =>
      expect([
        [0, 1],
        [1, 0],
      ]).toContainEqual(await dialogs()),
    );
    const [shown, hidden] = (await dialogs())[0] === 1 ? [page, other] : [other, page];
    expect(await shown.locator('.reality-check__facts dd').allTextContents()).toEqual([
      shown === other ? '1 hour' : '1 घंटा',
      '₹22',
      '₹0',
      '-₹22',
    ]);
    expect(await accessibilityViolations(shown)).toEqual([]);
    await picture(shown, 'check');
    expect(await shown.evaluate(() => document.activeElement?.className)).toContain('button--primary');
    await shown.keyboard.press('Enter');
    await shown.locator('dialog[open]').waitFor({ state: 'detached' });
    // A page that is loaded later in the same hour does not open the reality check again.
    await hidden.reload();
    await clock(hidden).waitFor();
    expect(await dialogs()).toEqual([0, 0]);

    await hidden.close();
    await shown.clock.fastForward(hourMs);
    await shown.locator('dialog[open]').waitFor();
    await shown.locator('dialog[open] button.button--secondary').click();
    await shown.locator('dialog[open] .message__icon--success').waitFor();
    await shown.keyboard.press('Enter');
    await shown.locator('.account__login').waitFor();
  });

  test('waits until an open popup is closed, and never opens if no interval is configured', async ({
    site,
    enter,
  }) => {
    const { setup } = site.deps.config;
    const { page } = await enter('/winners');
    await page.locator('.account__balance').click();
    // Wait until the wallet has loaded. Otherwise the wallet's request would time out when the test advances the clock.
    await page.locator('.wallet__amount').first().waitFor();
    await page.clock.fastForward(hourMs);
    expect(await check(page).count()).toBe(0);
    await page.keyboard.press('Escape');
    await check(page).waitFor();

    setup.realityCheckMinutes = 0;
    try {
      await page.reload();
      await clock(page).waitFor();
      await page.clock.fastForward(3 * hourMs);
      await clock(page).getByText('3:00').waitFor();
      expect(await page.locator('dialog[open]').count()).toBe(0);
    } finally {
      setup.realityCheckMinutes = 60;
    }
  });

  test('waits while another popup is loading, and opens if that popup cannot be loaded', async ({
    enter,
    visitor,
  }) => {
    visitor.expectProblem(/Failed to load resource|request failed|Failed to fetch/);
    const { page } = await enter('/winners');
    const { promise: failing, resolve: fail } = Promise.withResolvers<void>();
    await page.route(/\/assets\/WinnersPopup-/, async (route) => {
      await failing;
      await route.abort('connectionreset');
    });
    await clock(page).waitFor();
    const texts = page.waitForResponse(/popups\.json/);
    // The opener is a button, because a link would open its page if the popup could not be loaded.
    await page.evaluate(() => {
      const button = document.createElement('button');
      button.dataset['popup'] = 'winners';
      document.body.append(button);
      button.click();
    });
    // Wait for the texts. Otherwise their request would time out when the test advances the clock.
    await (await texts).finished();
    await page.clock.fastForward(hourMs);
    expect(await check(page).count()).toBe(0);
    fail();
    await eventually(async () => {
      await page.clock.runFor(100);
      expect(await check(page).count()).toBe(1);
    });
  });
});
