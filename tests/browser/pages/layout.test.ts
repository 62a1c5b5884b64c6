import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { viewports } from '../../helpers/browser.ts';
import { addressOf, sitePages } from '../../helpers/site-pages.ts';
import { readingTest as test } from '../../helpers/whole-site.ts';

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

describe('page layout', () => {
  test.for([320, 360])(
    'of /winners fits a width of %i px with a default font size of 32 px',
    async (width, { site, visitor }) => {
      const page = await visitor.open(`${site.origin}/winners`, {
        viewport: { width, height: 700 },
        before: async (opening) => {
          const devTools = await opening.context().newCDPSession(opening);
          await devTools.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
        },
      });
      expect(await overflow(page)).toBe(0);
    },
  );

  test('wraps each label in the facts of a draw to at most two lines', async ({ site, visitor }) => {
    const draw = sitePages.find(({ name }) => name === 'newest draw of golden-keno');
    if (!draw) throw new Error('The list has no draw of keno');
    const page = await visitor.open(await addressOf(draw, site.origin), { viewport: viewports.phone });
    for (const viewport of [viewports.phone, viewports.desktop]) {
      await page.setViewportSize(viewport);
      const lines = await page
        .locator('.facts dt')
        .evaluateAll((labels) =>
          labels.map((label) => label.clientHeight / parseFloat(getComputedStyle(label).lineHeight)),
        );
      expect(lines.length).toBeGreaterThan(8);
      expect(Math.max(...lines)).toBeLessThan(2.5);
    }
  });

  test('shows at most three results of each game on a phone, and links to the rest', async ({
    site,
    visitor,
  }) => {
    const page = await visitor.open(`${site.origin}/results`, { viewport: viewports.phone });
    const groups = await page.locator('.results-group').evaluateAll((elements) =>
      elements.map((group) => ({
        visible: Array.from(group.querySelectorAll('.card-grid > li')).filter((item) =>
          item.checkVisibility(),
        ).length,
        all: group.querySelectorAll('.card-grid > li').length,
        hasMore: group.querySelector('.section__more') !== null,
      })),
    );
    expect(groups.length).toBeGreaterThan(3);
    for (const { visible, all, hasMore } of groups) expect(visible).toBe(hasMore ? 3 : all);
  });

  test('shows every drawn number of the results that it shows on a phone', async ({ site, visitor }) => {
    const page = await visitor.open(`${site.origin}/results`, { viewport: viewports.phone });
    const cards = await page.locator('.results-group .card-grid > li:visible').evaluateAll((elements) =>
      elements.map((card) => {
        const numbers = Array.from(card.querySelectorAll('.drawn li'));
        return { all: numbers.length, visible: numbers.filter((number) => number.checkVisibility()).length };
      }),
    );
    expect(Math.max(...cards.map(({ all }) => all))).toBeGreaterThan(3);
    for (const { all, visible } of cards) expect(visible).toBe(all);
  });

  test('shows the keno prizes for the chosen number of spots, and prints the prizes for every number of spots', async ({
    site,
    visitor,
  }) => {
    const page = await visitor.open(`${site.origin}/games/golden-keno`, {
      viewport: { width: 320, height: 700 },
    });
    const tables = page.locator('#prizes table');
    const shown = () =>
      tables.evaluateAll((all) => all.flatMap((table, index) => (table.checkVisibility() ? [index] : [])));
    expect(await shown()).toEqual([0]);
    await page.getByRole('group', { name: 'Prizes by numbers played' }).getByRole('radio').first().focus();
    await page.keyboard.press('ArrowDown');
    expect(await shown()).toEqual([1]);
    await page.getByLabel('3 numbers played').check();
    expect(await tables.nth((await shown())[0] ?? 0).textContent()).toContain('3 spots played');
    expect(await overflow(page)).toBe(0);
    await page.emulateMedia({ media: 'print' });
    expect(await shown()).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test('on a phone, folds the list of links to the sections of a long text', async ({ site, visitor }) => {
    const page = await visitor.open(`${site.origin}/healthyplay`, { viewport: viewports.phone });
    const list = page.getByRole('navigation', { name: 'On this page' });
    expect(await list.isVisible()).toBe(false);
    await page.getByText('On this page').first().click();
    await list.getByRole('link').last().click();
    const target = page.locator(new URL(page.url()).hash);
    expect((await target.boundingBox())?.y).toBeLessThan(viewports.phone.height);
    await page.setViewportSize(viewports.desktop);
    expect(await list.count()).toBe(1);
    expect(await page.locator('.contents-fold').isVisible()).toBe(false);
  });

  test('shows the table of a statistics page unfolded on a wide screen, and folded on a phone', async ({
    site,
    visitor,
  }) => {
    const page = await visitor.open(`${site.origin}/statistics/golden-daily`, { viewport: viewports.phone });
    const table = page.locator('.charts__table table').first();
    expect(await table.isVisible()).toBe(false);
    await page.setViewportSize(viewports.desktop);
    expect(await table.isVisible()).toBe(true);
  });

  test('prints black text without menus, controls and dark backgrounds', async ({ site, visitor }) => {
    const page = await visitor.open(`${site.origin}/games/golden-keno`);
    await page.emulateMedia({ media: 'print' });
    for (const part of [
      '.menu',
      '.account-menu',
      '.site-footer__top',
      '.game-selector',
      '.breadcrumbs',
      '.button',
    ])
      expect(await page.locator(part).first().isVisible(), part).toBe(false);
    for (const part of ['.brand', '.site-footer__end p'])
      expect(await page.locator(part).first().isVisible()).toBe(true);
    for (const part of ['h1', '.page-head__lead', '.next-draw__money', '.next-draw dd', '.brand__name'])
      expect(
        await page
          .locator(part)
          .first()
          .evaluate((element) => getComputedStyle(element).color),
      ).toBe('rgb(20, 24, 31)');
    for (const part of ['.page-head', '.site-header'])
      expect(await page.locator(part).evaluate((element) => getComputedStyle(element).backgroundImage)).toBe(
        'none',
      );
  });

  test('prints the results of a day with outlined numbers, and splits no result between two sheets', async ({
    site,
    visitor,
  }) => {
    const page = await visitor.open(`${site.origin}/results?from=2026-11-20&to=2026-11-20`, {
      viewport: viewports.phone,
    });
    await page.emulateMedia({ media: 'print' });
    const cards = await page.locator('.result-card').evaluateAll((elements) =>
      elements.map((card) => {
        const drawn = card.querySelector('.drawn li, .drawn__number, .drawn--ticket') ?? card;
        const { backgroundImage, borderTopWidth, color } = getComputedStyle(drawn);
        return {
          isVisible: card.checkVisibility(),
          breakInside: getComputedStyle(card).breakInside,
          backgroundImage,
          hasOutline: parseFloat(borderTopWidth) >= 1,
          color,
        };
      }),
    );
    expect(cards.length).toBeGreaterThan(20);
    for (const card of cards)
      expect(card).toEqual({
        isVisible: true,
        breakInside: 'avoid',
        backgroundImage: 'none',
        hasOutline: true,
        color: 'rgb(20, 24, 31)',
      });
    // The page lists only some of the day's draws, so the printed page contains a link to the complete list.
    expect(
      await page.getByRole('link', { name: 'All Golden Jaldi draws of the day, to print' }).isVisible(),
    ).toBe(true);
    const controls = page.locator('main :is(button, input, select, summary)');
    expect(
      await controls.evaluateAll((all) => all.filter((control) => control.checkVisibility()).length),
    ).toBe(0);
  });

  test('does not load the extended Latin font for a rupee sign', async ({ site, visitor }) => {
    for (const path of ['/', '/hi', '/games/golden-jackpot']) {
      const page = await visitor.open(site.origin + path);
      expect(await page.locator('.money:visible', { hasText: '₹' }).count()).toBeGreaterThan(0);
      await page.evaluate(() => document.fonts.ready);
      const files = await page.evaluate(() =>
        performance.getEntriesByType('resource').map(({ name }) => name),
      );
      expect(files.filter((file) => file.includes('latin-700'))).toHaveLength(1);
      expect(files.filter((file) => file.includes('latin-ext'))).toEqual([]);
    }
  });
});
