import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { Header } from '../../../client/layout/Header.tsx';
import { viewports } from '../../helpers/browser.ts';
import { test } from '../../helpers/client-site.tsx';
import { becomesTrue } from '../../helpers/visitor.ts';

const body = (
  <>
    <Header />
    <main>
      <p>Text</p>
      <button type="button">Elsewhere</button>
    </main>
  </>
);

const awake = (page: Page) =>
  becomesTrue(page, () => document.querySelectorAll('[data-enhance][data-awake]').length === 3);
const open = (page: Page) =>
  page
    .locator('details[open] > summary')
    .evaluateAll((all) =>
      all
        .filter((summary) => summary.checkVisibility())
        .map((summary) => summary.textContent || summary.ariaLabel),
    );
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describe('menu bar', () => {
  test('keeps at most one submenu open', async ({ site, visitor }) => {
    site.show('/', body);
    const page = await visitor.open(site.url);
    await awake(page);
    await page.locator('.site-header__row summary', { hasText: 'Games' }).click();
    expect(await open(page)).toEqual(['Games']);
    await page.locator('.site-header__row summary', { hasText: 'Help' }).click();
    await becomesTrue(page, () => document.querySelectorAll('details[open]').length === 1);
    expect(await open(page)).toEqual(['Help']);
  });

  test('opens, traverses and closes a submenu by keyboard, and restores the focus', async ({
    site,
    visitor,
  }) => {
    site.show('/', body);
    const page = await visitor.open(site.url);
    await awake(page);
    await page.locator('.site-header__row summary', { hasText: 'Games' }).focus();
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('All games');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('Golden Jackpot 6/49');
    await page.keyboard.press('End');
    expect(await focused(page)).toBe('Golden Keno 20/80');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('Golden Keno 20/80');
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowUp');
    expect(await focused(page)).toBe('Games');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Escape');
    expect(await open(page)).toEqual([]);
    expect(await focused(page)).toBe('Games');
  });

  test('closes a submenu when Tab moves the focus to the next entry of the menu bar', async ({
    site,
    visitor,
  }) => {
    site.show('/', body);
    const page = await visitor.open(site.url);
    await awake(page);
    await page.locator('.site-header__row summary', { hasText: 'Games' }).press('ArrowDown');
    await page.keyboard.press('End');
    expect(await open(page)).toEqual(['Games']);
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Winners');
    expect(await open(page)).toEqual([]);
  });

  test('closes a submenu on a click outside it, and when the focus moves outside it', async ({
    site,
    visitor,
  }) => {
    site.show('/', body);
    const page = await visitor.open(site.url);
    await awake(page);
    const games = page.locator('.site-header__row summary', { hasText: 'Games' });
    await games.press('ArrowDown');
    await page.keyboard.press('End');
    await page.focus('main button');
    expect(await open(page)).toEqual([]);
    await games.click();
    expect(await open(page)).toEqual(['Games']);
    await page.mouse.click(600, 600);
    expect(await open(page)).toEqual([]);
  });

  test('opens submenus without JavaScript', async ({ site, visitor }) => {
    site.show('/', body);
    const page = await visitor.open(site.url, { javaScriptEnabled: false });
    await page.locator('.site-header__row summary', { hasText: 'Games' }).click();
    expect(await page.locator('.site-header__row').getByText('All games').isVisible()).toBe(true);
  });
});

describe('menu of small screens', () => {
  const button = '.drawer__button';

  test('lists all entries with collapsed submenus, and closes the innermost open submenu on Escape', async ({
    site,
    visitor,
  }) => {
    site.show('/', body);
    const page = await visitor.open(site.url, { viewport: viewports.small });
    await awake(page);
    await page.locator(button).press('Enter');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('Home');
    const help = page.locator('.drawer summary', { hasText: 'Help' });
    await help.press('ArrowDown');
    expect(await focused(page)).toBe('FAQ');
    await page.keyboard.press('Escape');
    expect(await focused(page)).toBe('Help');
    expect(await page.locator('.drawer').getAttribute('open')).not.toBeNull();
    await page.keyboard.press('Escape');
    expect(await page.locator('.drawer').getAttribute('open')).toBeNull();
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('drawer__button');
  });

  test('keeps open a submenu that was opened together with the menu', async ({ site, visitor }) => {
    site.show('/', body);
    const page = await visitor.open(site.url, { viewport: viewports.small });
    await awake(page);
    // The browser dispatches the toggle events only after both menus are open.
    const opened = await page.evaluate(async () => {
      const drawer = document.querySelector<HTMLDetailsElement>('.drawer');
      const inner = drawer?.querySelector<HTMLDetailsElement>('details');
      if (!drawer || !inner) throw new Error('no menu');
      const toggled = new Promise((resolve) => inner.addEventListener('toggle', resolve, { once: true }));
      drawer.open = true;
      inner.open = true;
      await toggled;
      return inner.open;
    });
    expect(opened).toBe(true);
    expect(await open(page)).toHaveLength(2);
  });

  test('keeps Tab and Shift+Tab inside the open menu', async ({ site, visitor }) => {
    site.show('/', body);
    const page = await visitor.open(site.url, { viewport: viewports.phone });
    await awake(page);
    await page.locator(button).press('Enter');
    await page.keyboard.press('Shift+Tab');
    expect(await focused(page)).toBe('Media');
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.className)).toBe('drawer__button');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('Home');
    expect(await page.locator('.drawer').getAttribute('open')).not.toBeNull();
  });

  test('closes on a click outside it', async ({ site, visitor }) => {
    site.show('/', body);
    const page = await visitor.open(site.url, { viewport: viewports.phone });
    await awake(page);
    await page.click(button);
    expect(await page.locator('.drawer').getAttribute('open')).not.toBeNull();
    await page.evaluate(() => document.querySelector('main')?.click());
    expect(await page.locator('.drawer').getAttribute('open')).toBeNull();
  });
});
