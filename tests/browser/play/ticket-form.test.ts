import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { fits, viewports } from '../../helpers/browser.ts';
import { tabTo } from '../../helpers/form-site.ts';
import { fund } from '../../helpers/funded-player.ts';
import { createPlayer, freshName, testPassword } from '../../helpers/player.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { eventually } from '../../helpers/visitor.ts';
import {
  alsoDraw,
  button,
  form,
  languages,
  logInAtPopup,
  openTicket,
  pickLines,
  purchasesOf,
  receipts,
  test,
} from './play-site.ts';

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
    expect(await fits(page)).toBe(true);
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
      expect(await fits(page)).toBe(true);
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
