import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { fund } from '../../helpers/funded-player.ts';
import { dataOf } from '../../helpers/player-actions.ts';
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

const linePrice = 2000;

describe('purchase on a game page', () => {
  test('buys two lines in two draws, with a receipt for each draw', async ({ openGame }) => {
    const { page, player } = await openGame();
    await pickLines(page, 2);
    await alsoDraw(page, 1);
    expect(await form(page).locator('.checkout__sum').textContent()).toBe('2 lines × 2 draws × ₹20');
    await button(page, 'Buy for ₹80').click();
    await receipts(page).nth(1).waitFor();
    expect(await heading(page).textContent()).toBe('Your ticket is bought. Good luck!');
    expect(await heading(page).evaluate((title) => title === document.activeElement)).toBe(true);

    const bought = await purchasesOf(player);
    const shown = await form(page).locator('.receipt__number').allTextContents();
    expect(shown.toSorted()).toEqual(bought.map(({ receiptNumber }) => receiptNumber).toSorted());
    expect(bought.map(({ lines }) => lines.length)).toEqual([2, 2]);
    expect(await balanceOf(player)).toBe(100_000 - 4 * linePrice);
    await eventually(async () =>
      expect(await page.locator('.account__balance').innerText()).toContain('₹920'),
    );
    expect(await receipts(page).first().innerText()).toContain('₹40 of deposits');
    expect(await receipts(page).locator('svg.qr-code').count()).toBe(2);
    expect(await accessibilityViolations(page)).toEqual([]);

    // After a reload, the tab still shows the receipts.
    await page.reload();
    await receipts(page).nth(1).waitFor();
    await button(page, 'Play these numbers again').click();
    await form(page).locator('.play-lines__line').nth(1).waitFor();
    await button(page, /^Buy for/).click();
    await receipts(page).first().waitFor();
    expect(await purchasesOf(player)).toHaveLength(3);
  });

  test('buys the ticket only once if the player double-clicks, or uses two tabs', async ({ openGame }) => {
    const { page, player } = await openGame();
    await pickLines(page, 1);
    const kept = await page.evaluate(() => Object.entries(sessionStorage));
    await button(page, /^Buy for/).dblclick();
    await receipts(page).waitFor();
    const other = await page.context().newPage();
    await other.addInitScript((entries) => {
      for (const [key, value] of entries) sessionStorage.setItem(key, String(value));
    }, kept);
    await other.goto(page.url());
    await button(other, /^Buy for/).click();
    await receipts(other).waitFor();
    expect(await other.locator('.receipt__number').textContent()).toBe(
      await page.locator('.receipt__number').textContent(),
    );
    expect(await purchasesOf(player)).toHaveLength(1);
    expect(await balanceOf(player)).toBe(100_000 - linePrice);
  });

  test('shows the draws that the balance does not cover, and buys them after a deposit', async ({
    platform,
    openGame,
  }) => {
    const { page, player } = await openGame({ funds: linePrice });
    await pickLines(page, 1);
    await alsoDraw(page, 1);
    expect(await form(page).locator('.checkout__short').innerText()).toContain('Your balance is too low');
    await button(page, 'Buy for ₹40').click();
    await form(page).locator('.order__draw--refused').waitFor();
    expect(await heading(page).textContent()).toBe('Only some of the draws were bought');
    expect(await form(page).locator('.order__draw--refused').innerText()).toContain(
      'Your balance is too low.',
    );
    expect(await form(page).getByRole('link', { name: 'Add money' }).isVisible()).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);

    await fund(platform, player.accountId, 'deposit', linePrice);
    await page.reload();
    await button(page, 'Try the refused draws again').click();
    await receipts(page).nth(1).waitFor();
    expect(await purchasesOf(player)).toHaveLength(2);
    expect(await balanceOf(player)).toBe(0);
  });

  test('names the limit that a ticket would exceed, states when this limit ends, and links to all limits', async ({
    openGame,
  }) => {
    const { page, player } = await openGame();
    await dataOf(player, 'limits/set', { kind: 'spend', period: 'day', amount: linePrice + 500 });
    await pickLines(page, 1);
    await alsoDraw(page, 1);
    await button(page, 'Buy for ₹40').click();
    const refused = form(page).locator('.order__draw--refused');
    await refused.waitFor();
    expect(await refused.innerText()).toMatch(
      /Your spending limit is ₹25 a day\. You can still spend ₹5 until it ends on \d+ \w+ 2026, 00:00 IST\./,
    );
    expect(await refused.getByRole('link', { name: 'My limits and breaks' }).getAttribute('href')).toBe(
      '/my-accounts/limits',
    );
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await purchasesOf(player)).toHaveLength(1);
  });

  test('continues after a lost response and a technical problem, and buys nothing twice', async ({
    openGame,
    visitor,
  }) => {
    visitor.expectProblem(/tickets\/buy|ERR_FAILED|Failed to fetch|503/);
    const { page, player } = await openGame();
    await pickLines(page, 1);
    await alsoDraw(page, 1);
    let requests = 0;
    await page.route('**/api/tickets/buy', async (route) => {
      requests += 1;
      if (requests === 1 || requests > 3) return route.continue();
      // The platform sells the ticket, but the answer does not arrive.
      await route.fetch();
      return requests === 2
        ? route.abort()
        : route.fulfill({ status: 503, json: { success: false, firstCode: '15500' } });
    });
    await button(page, 'Buy for ₹40').click();
    const message = page.locator('dialog[open]');
    await message.getByRole('button', { name: 'OK' }).click();
    await button(page, 'Continue the purchase').click();
    await page.getByRole('dialog', { name: 'Technical problem' }).waitFor();
    await message.getByRole('button', { name: 'OK' }).click();
    await button(page, 'Continue the purchase').waitFor();
    expect(await purchasesOf(player)).toHaveLength(2);

    await page.reload();
    await button(page, 'Continue the purchase').click();
    await receipts(page).nth(1).waitFor();
    expect(await purchasesOf(player)).toHaveLength(2);
    expect(await balanceOf(player)).toBe(100_000 - 2 * linePrice);
  });

  test('sells nothing at a price that the form has not shown, and then shows the new price', async ({
    openGame,
    platform,
  }) => {
    const { page, player } = await openGame({ at: '/games/golden-pick-3' });
    await pickLines(page, 1);
    await alsoDraw(page, 1);
    const { draws } = await dataOf(platform, 'draws/open', { gameId: 'pick3' });
    await queryDatabase(platform.databaseUrl, 'update draws set ticket_price_minor = $1 where draw_id = $2', [
      linePrice + 500,
      draws[0]?.drawId,
    ]);
    await button(page, 'Buy for ₹40').click();
    const refused = form(page).locator('.order__draw--refused');
    await refused.waitFor();
    expect(await refused.innerText()).toContain('The price of this draw has changed.');
    await receipts(page).waitFor();
    expect((await purchasesOf(player)).map(({ drawId }) => drawId)).toEqual([draws[1]?.drawId]);
    // The site's cached list of draws expires.
    platform.clock.set(new Date(platform.clock.now().getTime() + 61_000));
    await button(page, 'Back to your numbers').click();
    await button(page, 'Buy for ₹25').waitFor();
    await alsoDraw(page, 2);
    expect(await form(page).locator('.checkout__sum').textContent()).toBe(
      '1 line × 1 draw × ₹25 + 1 line × 1 draw × ₹20',
    );
    expect(await form(page).locator('.play-draws__draw').first().innerText()).toContain('· ₹25');
    await button(page, 'Buy for ₹45').click();
    await receipts(page).nth(1).waitFor();
    expect(await balanceOf(player)).toBe(100_000 - 3 * linePrice - 500);
  });

  test('keeps the chosen numbers until the next login, if the session has ended', async ({
    openGame,
    platform,
    visitor,
  }) => {
    visitor.expectProblem(/tickets\/buy|401/);
    const { page, player } = await openGame();
    await pickLines(page, 1);
    await platform.deps.sessions.closeAll(player.accountId);
    await button(page, /^Buy for/).click();
    await page.locator('dialog[open]').getByRole('button', { name: 'OK' }).click();
    await page.waitForURL((url) => url.pathname === '/');
    await page.locator('.account__login').click();
    await logInAtPopup(page, player);
    await page.waitForURL((url) => url.pathname === '/games/golden-daily');
    await button(page, 'Buy for ₹20').waitFor();
  });
});

describe('purchase whose response was lost', () => {
  test('is not shown as rejected if the retry gets a 429, and is made only once', async ({
    openGame,
    visitor,
  }) => {
    visitor.expectProblem(/tickets\/buy|429|ERR_FAILED|Failed to fetch/);
    const { page } = await openGame();
    await pickLines(page, 1);
    await routeNext(page, '**/api/tickets/buy', (route) =>
      route.fulfill({ status: 429, json: { success: false, firstCode: '15429' } }),
    );
    await loseNextAnswer(page);
    await button(page, 'Buy for ₹20').click();
    await page.locator('dialog[open]').getByRole('button', { name: 'OK' }).click();
    await button(page, 'Continue the purchase').click();
    await button(page, 'Continue the purchase').and(page.locator(':enabled')).waitFor();
    expect(await page.getByText('not bought').count()).toBe(0);
    await button(page, 'Continue the purchase').click();
    await receipts(page).waitFor();
    await eventually(async () =>
      expect(await page.locator('.account__balance').innerText()).toContain('₹980'),
    );
  });
});
