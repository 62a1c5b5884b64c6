import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { logInByCall } from '../../helpers/browser-session.ts';
import { fund } from '../../helpers/funded-player.ts';
import { createPlayer } from '../../helpers/player.ts';
import { routeNext } from '../../helpers/route-next.ts';
import { eventually } from '../../helpers/visitor.ts';
import {
  alsoDraw,
  balanceOf,
  button,
  form,
  heading,
  logInAtPopup,
  loseNextAnswer,
  pickLines,
  purchasesOf,
  receipts,
  test,
} from './play-site.ts';

describe('purchase after the session has ended', () => {
  test('opens the message about the expired session, even if the page has not loaded the player yet', async ({
    openGame,
    platform,
    site,
  }) => {
    const player = await createPlayer(platform);
    const release = Promise.withResolvers<void>();
    const { page } = await openGame({
      funds: null,
      before: async (opened) => {
        await logInByCall(opened, site, player);
        await opened.route('**/api/session', async (route) => {
          await release.promise;
          await route.continue();
        });
      },
    });
    await pickLines(page, 1);
    await platform.deps.sessions.closeAll(player.accountId);
    await button(page, /^Buy for/).click();
    release.resolve();
    await page.locator('dialog[open]').waitFor();
    expect(await page.getByRole('dialog').innerText()).toContain('Session expired');
  });

  test('keeps the draw whose response was lost, and after the next login does not buy this draw a second time', async ({
    openGame,
    platform,
    visitor,
  }) => {
    visitor.expectProblem(/tickets\/buy|401|ERR_FAILED|Failed to fetch/);
    const { page, player } = await openGame();
    await pickLines(page, 1);
    await alsoDraw(page, 1);
    await loseNextAnswer(page);
    await button(page, 'Buy for ₹40').click();
    const message = page.locator('dialog[open]');
    await message.getByRole('button', { name: 'OK' }).click();
    await platform.deps.sessions.closeAll(player.accountId);
    await button(page, 'Continue the purchase').click();
    await page.getByRole('dialog', { name: 'Session expired' }).waitFor();
    await message.getByRole('button', { name: 'OK' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.locator('.account__login').click();
    await logInAtPopup(page, player);
    await page.waitForURL((url) => url.pathname === '/games/golden-daily');
    await button(page, 'Continue the purchase').click();
    await receipts(page).waitFor();
    await eventually(async () =>
      expect(await page.locator('.account__balance').innerText()).toContain('₹980'),
    );
    expect(await receipts(page).count()).toBe(1);
  });
});

/** Returns the whole session storage of the tab as JSON. */
const keptTexts = (page: Page) => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));

describe('purchase on a shared device', () => {
  test('is deleted from the tab by a logout', async ({ openGame }) => {
    const { page, player } = await openGame();
    await pickLines(page, 1);
    await button(page, /^Buy for/).click();
    const receiptNumber = await receipts(page).locator('.receipt__number').innerText();
    expect(await keptTexts(page)).toContain(receiptNumber);
    await page.locator('.account__summary').click();
    await page.locator('.account [data-popup="5"]').click();
    await page.locator('dialog .button--primary').click();
    await page.locator('.message__icon--success').waitFor();
    await receipts(page).waitFor({ state: 'detached' });
    const kept = await keptTexts(page);
    expect(kept).not.toContain(receiptNumber);
    expect(kept).not.toContain(player.username);
  });

  test('is not shown to another player who logs in', async ({ openGame, platform, site }) => {
    const { page } = await openGame();
    await pickLines(page, 1);
    await button(page, /^Buy for/).click();
    const receiptNumber = await receipts(page).locator('.receipt__number').innerText();
    const other = await createPlayer(platform);
    await logInByCall(page, site, other);
    // Simulate that the browser restores the page from its back-forward cache.
    await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
    await button(page, /^Buy for/).waitFor();
    expect(await receipts(page).count()).toBe(0);
    await page.reload();
    await button(page, /^Buy for/).waitFor();
    expect(await keptTexts(page)).not.toContain(receiptNumber);
  });

  test('stops when another player logs in, shows what was bought, and spends none of the other player’s money', async ({
    openGame,
    platform,
    site,
  }) => {
    const { page, player } = await openGame();
    const other = await createPlayer(platform);
    await fund(platform, other.accountId, 'deposit', 100_000);
    await pickLines(page, 1);
    await alsoDraw(page, 1);
    await routeNext(page, '**/api/tickets/buy', async (route) => {
      const response = await route.fetch();
      await logInByCall(page, site, other);
      await page.evaluate(() => new BroadcastChannel('session').postMessage(null));
      await page.locator('.account__name', { hasText: other.username }).waitFor({ state: 'attached' });
      await route.fulfill({ response });
    });
    await button(page, 'Buy for ₹40').click();
    const refused = form(page).locator('.order__draw--refused');
    await refused.waitFor();
    expect(await heading(page).textContent()).toBe('Only some of the draws were bought');
    expect(await refused.innerText()).toContain('Another player has logged in on this device');
    const receiptNumber = await receipts(page).locator('.receipt__number').innerText();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect((await purchasesOf(player)).map((bought) => bought.receiptNumber)).toEqual([receiptNumber]);
    expect([await purchasesOf(other), await balanceOf(other)]).toEqual([[], 100_000]);
    expect(await page.locator('.account__balance').innerText()).toContain('₹1,000');
    // The tab still stores the chosen numbers, but no purchase of the first player.
    expect(await keptTexts(page)).not.toContain(receiptNumber);
    await page.reload();
    await button(page, 'Buy for ₹40').waitFor();
  });
});
