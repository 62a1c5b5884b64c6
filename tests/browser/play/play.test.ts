import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { projectRoot } from '../../../server/config/project-root.ts';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { logInByCall } from '../../helpers/browser-session.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { tabTo } from '../../helpers/form-site.ts';
import { fund } from '../../helpers/funded-player.ts';
import { startPlatform } from '../../helpers/platform.ts';
import { createPlayer, freshName, type TestPlayer, testPassword } from '../../helpers/player.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { routeNext } from '../../helpers/route-next.ts';
import { startSite } from '../../helpers/site.ts';
import { eventually } from '../../helpers/visitor.ts';
import { test as base } from '../../helpers/whole-site.ts';

const linePrice = 2000;

interface Opening extends BrowserContextOptions {
  /** Deposited money in minor units. Null for a visitor. */
  funds?: number | null;
  at?: string;
  /** Function to call before the page is loaded. */
  before?: (page: Page) => Promise<unknown>;
}

const languages = ['hi', 'pt', 'nb'] as const;

/** Creates a folder with the platform's English texts for each language, so that games have pages in all languages. */
function contentInAllLanguages(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-'));
  const english = path.join(projectRoot, 'platform/content/en');
  for (const language of ['en', ...languages])
    cpSync(english, path.join(folder, language), { recursive: true });
  return folder;
}

const test = base
  .extend('platform', { scope: 'file' }, async ({ now }, { onCleanup }) => {
    const contentDir = contentInAllLanguages();
    const platform = await startPlatform({ now, historyDays: 0, config: { contentDir } });
    onCleanup(async () => {
      await platform.stop();
      rmSync(contentDir, { recursive: true });
    });
    await platform.deps.engine.tick();
    return platform;
  })
  .extend('site', { scope: 'file' }, async ({ platform }, { onCleanup }) => {
    const site = await startSite({
      platform,
      clock: platform.clock,
      warm: false,
      config: (config) => {
        config.setup.pattern.signup = 'short';
      },
    });
    onCleanup(() => site.close());
    return site;
  })
  .extend('openGame', ({ site, platform, visitor }) => async (opening: Opening = {}) => {
    const { funds = 100_000, at = '/games/golden-daily', before, ...options } = opening;
    const player = await createPlayer(platform);
    if (funds) await fund(platform, player.accountId, 'deposit', funds);
    const page = await visitor.open(`${site.origin}${at}`, {
      ...options,
      before: async (opened) => {
        await before?.(opened);
        if (funds === null) return;
        await logInByCall(opened, site, player);
      },
    });
    await page.waitForSelector('html.is-scripted');
    if (funds !== null) await page.locator('.account__balance').waitFor();
    return { page, player };
  });

const form = (page: Page) => page.locator('#play');
const button = (page: Page, name: string | RegExp) => form(page).getByRole('button', { name });
const receipts = (page: Page) => form(page).locator('.receipt');
const heading = (page: Page) => form(page).locator('.order__title');

async function openTicket(page: Page): Promise<void> {
  await page.locator('[data-island="play"][data-awake]').waitFor();
  await form(page).locator('a.button').first().click();
  await form(page).locator('.slip').waitFor();
}

async function pickLines(page: Page, lines: number): Promise<void> {
  await openTicket(page);
  for (let line = 0; line < lines; line++) await button(page, 'Add a quick pick').click();
}

/** Selects one more draw: the draw at this index of the list. */
const alsoDraw = (page: Page, index: number) => form(page).getByRole('checkbox').nth(index).check();

const purchasesOf = async (player: TestPlayer) =>
  (await dataOf(player, 'transaction/purchaseSummary', {})).purchases;

const balanceOf = async (player: TestPlayer) => (await dataOf(player, 'wallet', {})).totalBalance;

/** Returns the whole session storage of the tab as JSON. */
const keptTexts = (page: Page) => page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));

async function logInAtPopup(page: Page, player: TestPlayer): Promise<void> {
  const dialog = page.locator('dialog[open]');
  await dialog.locator('[name="username"]').fill(player.username);
  await dialog.locator('[name="password"]').fill(testPassword);
  await page.keyboard.press('Enter');
}

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

/** Loses the answer to the next purchase: the platform sells the ticket, but the browser receives no answer. */
const loseNextAnswer = (page: Page): Promise<unknown> =>
  routeNext(page, '**/api/tickets/buy', async (route) => {
    await route.fetch();
    await route.abort();
  });

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

describe('ticket form', () => {
  test('reports that the chosen raffle ticket is already sold in a draw that the player adds, and offers other tickets', async ({
    openGame,
    platform,
  }) => {
    const { page } = await openGame({ at: '/games/golden-raffle' });
    const { draws } = await dataOf(platform, 'draws/open', { gameId: 'raffle' });
    await openTicket(page);
    await page.getByLabel('Last digits of the number').fill('48215');
    await button(page, 'Find free tickets').click();
    const found = form(page).locator('.cells--tickets button');
    await found.first().click();
    const [series = '', number = ''] = (await found.first().innerText()).split(' ');
    await button(page, 'Buy for ₹100').waitFor();
    const other = await createPlayer(platform);
    await fund(platform, other.accountId, 'deposit', 100_000);
    await dataOf(other, 'tickets/buy', {
      gameId: 'raffle',
      drawId: draws[1]?.drawId ?? '',
      lines: [{ series, number }],
      idempotencyKey: freshName(),
    });
    await alsoDraw(page, 1);
    await form(page).locator('.play-lines__wrong').getByText('This ticket is sold in one of the').waitFor();
    expect(await button(page, 'Complete a line to buy').isDisabled()).toBe(true);
    expect(await form(page).locator('.slip__status').innerText()).toContain('This ticket is sold');
    await eventually(async () => expect(await found.allInnerTexts()).not.toContain(`${series} ${number}`));
    expect(await accessibilityViolations(page)).toEqual([]);
    await form(page).getByRole('checkbox').nth(1).uncheck();
    await button(page, 'Buy for ₹100').waitFor();
  });

  test('sells an available raffle ticket, and shows its number again after a click on "Play these numbers again"', async ({
    openGame,
    site,
  }) => {
    const { page, player } = await openGame({ at: '/games/golden-raffle' });
    await pickLines(page, 1);
    await button(page, /^Buy for/).click();
    await receipts(page).waitFor();
    const [bought] = await purchasesOf(player);
    await page.goto(`${site.origin}/my-accounts/tickets`);
    await page.getByRole('link', { name: 'Play these numbers again' }).click();
    await form(page).locator('.play-lines__line .line, .play-lines__line').first().waitFor();
    const [line] = bought?.lines ?? [];
    expect(line).toBeDefined();
    const shown = await form(page).locator('.play-lines__line').innerText();
    expect(shown).toContain(line && 'number' in line ? String(line.number) : '?');
  });

  test('keeps each raffle ticket that is added during a search for another ticket', async ({ openGame }) => {
    const { page, player } = await openGame({ at: '/games/golden-raffle' });
    await openTicket(page);
    const release = Promise.withResolvers<void>();
    const held: Promise<void>[] = [];
    await page.route('**/api/tickets/free', async (route) => {
      held.push(release.promise);
      await release.promise;
      await route.continue();
    });
    for (let line = 0; line < 2; line++) await button(page, 'Add a quick pick').click();
    await eventually(async () => expect(held.length).toBeGreaterThanOrEqual(2));
    release.resolve();
    await button(page, 'Buy for ₹200').click();
    await receipts(page).waitFor();
    expect((await purchasesOf(player)).map(({ lines }) => lines.length)).toEqual([2]);
  });

  test('works by keyboard at a width of 360 px', async ({ openGame }) => {
    const { page, player } = await openGame({ at: '/games/golden-jaldi', viewport: viewports.phone });
    const focused = () => page.evaluate(() => document.activeElement?.className);
    await page.locator('[data-island="play"][data-awake]').waitFor();
    await form(page).locator('a.button').focus();
    await page.keyboard.press('Enter');
    await form(page).locator('.cell').first().waitFor();
    await tabTo(page, '#play .cell');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Space');
    await tabTo(page, '#play .play-lines__remove');
    await page.keyboard.press('Enter');
    expect(await focused()).toContain('play-lines__add');
    await tabTo(page, '#play .play-lines__random');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await form(page).locator('.play-lines__line').nth(1).waitFor();
    await form(page).locator('.play-lines__remove').nth(1).focus();
    await page.keyboard.press('Enter');
    expect(await focused()).toBe('play-lines__open');
    await tabTo(page, '#play .field__tick');
    expect(await accessibilityViolations(page)).toEqual([]);
    await tabTo(page, '#play .checkout__buy');
    await page.keyboard.press('Enter');
    await receipts(page).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    expect((await purchasesOf(player)).map(({ lines }) => lines.length)).toEqual([1]);
    await button(page, 'Play these numbers again').focus();
    await page.keyboard.press('Enter');
    await form(page).locator('.slip').waitFor();
    expect(await focused()).toBe('play__form');
  });

  test.for(languages)(
    'has no missing text, accessibility violation or horizontal overflow in %s',
    async (language, { openGame }) => {
      const { page } = await openGame({
        funds: null,
        at: `/${language}/games/lucky-symbols`,
        viewport: viewports.phone,
      });
      await openTicket(page);
      await form(page).locator('.play__actions button').nth(1).click();
      expect(await form(page).innerText()).not.toMatch(/\b(ticket|board|code)\.\w|\{\{/);
      expect(await accessibilityViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    },
  );

  test('offers the next draw when sales close, and reports a draw whose sales closed before the purchase', async ({
    openGame,
    platform,
  }) => {
    const { draws } = await dataOf(platform, 'draws/open', { gameId: 'jaldi' });
    const [first, second, third] = draws;
    if (!first || !second || !third) throw new Error('Golden Jaldi has no three draws on sale');
    const { page, player } = await openGame({
      at: '/games/golden-jaldi',
      before: (opened) => opened.clock.install(),
    });
    await pickLines(page, 1);
    const untilClose = Date.parse(first.salesCloseDate) - platform.clock.now().getTime();
    // The site regularly sends its time to the page, so move the site's clock together with the browser's clock.
    platform.clock.set(new Date(first.salesCloseDate));
    await page.clock.fastForward(untilClose);
    await form(page).getByText(`Sales for draw ${first.drawNumber} have closed.`).waitFor();
    expect(await form(page).getByRole('checkbox').first().isChecked()).toBe(true);
    await form(page).getByRole('checkbox').nth(1).check();

    // Sales of the second draw close when the page has sent the purchase. If they closed earlier, the page could load
    // the draws again before the click, and would no longer offer the second draw.
    await page.route('**/api/tickets/buy', (route) => {
      platform.clock.set(new Date(second.salesCloseDate));
      return route.continue();
    });
    await button(page, 'Buy for ₹22').click();
    await form(page).locator('.order__draw--refused').waitFor();
    expect(await form(page).locator('.order__draw--refused').innerText()).toContain(
      'Sales for this draw are closed.',
    );
    await receipts(page).waitFor();
    expect((await purchasesOf(player)).map(({ drawId }) => drawId)).toEqual([third.drawId]);
  });
});

describe('numbers that a visitor has picked', () => {
  test('stay in the form after a change of the language and after a login', async ({ openGame }) => {
    const { page, player } = await openGame({ funds: null });
    await pickLines(page, 2);
    await page.goto(page.url().replace('/games', '/hi/games'));
    await form(page).locator('.play-lines__line').nth(1).waitFor();
    await page.goBack();
    await form(page).getByRole('link', { name: 'Log in' }).click();
    await logInAtPopup(page, player);
    await button(page, 'Buy for ₹40').waitFor();
    expect(new URL(page.url()).pathname).toBe('/games/golden-daily');
  });

  test('stay in the form after a signup, which returns to the game in the same language', async ({
    openGame,
    site,
  }) => {
    const { page } = await openGame({ funds: null, at: '/nb/games/golden-daily' });
    await openTicket(page);
    await button(page, 'Legg til en tilfeldig rekke').click();
    const href = await form(page).getByRole('link', { name: 'Registrer deg' }).getAttribute('href');
    await page.goto(`${site.origin}${href}`);
    const name = freshName();
    await page.locator('[name="username"]').focus();
    await page.locator('[data-island="form"][data-awake]').waitFor();
    await page.locator('[name="username"]').fill(name);
    await page.locator('[name="password"]').fill(testPassword);
    await page.locator('[name="email"]').fill(`${name}@mail.example`);
    for (const tick of await page.locator('main [type="checkbox"]').all()) await tick.check();
    await page.locator('main .form__submit').click();
    await page.locator('.form-done a').click();
    await page.waitForURL(`${site.origin}/nb/games/golden-daily`);
    await form(page).locator('.play-lines__line').waitFor();
    expect(await form(page).locator('.play-lines__note').count()).toBe(0);
  });
});
