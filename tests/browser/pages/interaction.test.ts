import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, vi } from 'vitest';
import { viewports } from '../../helpers/browser.ts';
import { becomesTrue } from '../../helpers/visitor.ts';
import { awake, readingTest as test } from '../../helpers/whole-site.ts';

const htmlHas = (page: Page, name: string) =>
  page.evaluate((value) => document.documentElement.classList.contains(value), name);
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.textContent.trim() || document.activeElement?.ariaLabel);

/** Scrolls to a position without animation. Returns which of three classes the page has after the scroll. */
const scrolledTo = async (page: Page, y: number) => {
  await page.evaluate((top) => scrollTo({ top, behavior: 'instant' }), y);
  // Wait for two frames, because the page sets its classes once per frame.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  return {
    stuck: await htmlHas(page, 'is-stuck'),
    scrolled: await htmlHas(page, 'is-scrolled'),
    deep: await page.evaluate(() => document.body.classList.contains('is-deep')),
  };
};

describe('scrolling of a page', () => {
  test('pins the header, then shows the link to the top, and finally changes the page’s background', async ({
    site,
    visitor,
  }) => {
    const page = await visitor.open(site.origin, { reducedMotion: 'reduce' });
    await awake(page);
    expect(await scrolledTo(page, 15)).toEqual({ stuck: false, scrolled: false, deep: false });
    expect(await page.locator('.to-top').isVisible()).toBe(false);
    expect(await scrolledTo(page, 16)).toEqual({ stuck: true, scrolled: false, deep: false });
    expect(await scrolledTo(page, 251)).toEqual({ stuck: true, scrolled: true, deep: false });
    expect(await page.locator('.to-top').isVisible()).toBe(true);
    expect(await scrolledTo(page, 1001)).toEqual({ stuck: true, scrolled: true, deep: true });
    expect((await page.locator('.site-header').boundingBox())?.y).toBe(0);
    await page.click('.to-top');
    await becomesTrue(page, () => scrollY === 0);
    await becomesTrue(page, () => !document.documentElement.classList.contains('is-stuck'));
    expect(page.url()).toBe(`${site.origin}/`);
  });

  test('does not hide the target of a link behind the header', async ({ site, visitor }) => {
    const page = await visitor.open(`${site.origin}/faq#prizes-and-payments`);
    const header = await page.locator('.site-header').boundingBox();
    const target = await page.locator('#prizes-and-payments').boundingBox();
    expect(target?.y).toBeGreaterThanOrEqual((header?.height ?? 0) - 1);
    expect(target?.y).toBeLessThan(viewports.desktop.height / 2);
  });
});

describe('site menus', () => {
  test('open a page by keyboard alone', async ({ site, visitor }) => {
    const page = await visitor.open(site.origin);
    await awake(page);
    await page.keyboard.press('Tab');
    expect(await focused(page)).toMatch(/skip/i);
    while ((await focused(page)) !== 'Games') await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    expect(await focused(page)).toBe('Golden Jackpot 6/49');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin}/games/golden-jackpot`);
  });

  test('open a page by touch on a phone', async ({ site, visitor }) => {
    const page = await visitor.open(site.origin, {
      viewport: viewports.phone,
      hasTouch: true,
      isMobile: true,
    });
    await awake(page);
    await page.tap('.drawer__button');
    await page.locator('.drawer').getByText('Help', { exact: true }).tap();
    await page.locator('.drawer').getByRole('link', { name: 'FAQ' }).tap();
    await page.waitForURL(`${site.origin}/faq`);
    expect(await page.locator('.drawer').getAttribute('open')).toBeNull();
  });
});

/**
 * Presses Tab `stops` times. Returns the focused elements that are off screen or have no visible outline. An outline of
 * a pseudo-element counts as the outline of its element.
 */
const unseenStops = async (page: Page, stops: number) => {
  const unseen: string[] = [];
  for (let stop = 0; stop < stops; stop++) {
    await page.keyboard.press('Tab');
    const found = await page.evaluate(() => {
      const element = document.activeElement;
      if (!element || element === document.body) return null;
      const isSeen = [undefined, '::after', '::before'].some((part) => {
        const { outlineStyle, outlineWidth } = getComputedStyle(element, part);
        return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2;
      });
      const box = element.getBoundingClientRect();
      const isOnScreen = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
      return isSeen && isOnScreen ? null : element.outerHTML.slice(0, 160);
    });
    if (found) unseen.push(found);
  }
  return unseen;
};

test.for(['/', '/results', '/games/golden-keno', '/no/such/page'])(
  'keyboard focus is visible at every Tab stop of %s',
  async (path, { site, visitor }) => {
    visitor.expectProblem(/status of 404/);
    const page = await visitor.open(site.origin + path, { reducedMotion: 'reduce' });
    await awake(page);
    expect(await unseenStops(page, 60)).toEqual([]);
  },
);

describe('navigation between pages', () => {
  test('shows the loading indicator when a page loads slowly', async ({ site, visitor }) => {
    const loader = Promise.withResolvers<void>();
    const page = await visitor.open(site.origin, {
      before: async (opened) => {
        await opened.route('**/winners', async (route) => {
          await loader.promise;
          await route.continue();
        });
        await opened.exposeFunction('loaderSeen', () => loader.resolve());
      },
    });
    await awake(page);
    expect(await htmlHas(page, 'is-loading')).toBe(false);
    await page.evaluate(() => {
      new MutationObserver(() => {
        if (document.documentElement.classList.contains('is-loading'))
          Reflect.get(globalThis, 'loaderSeen')();
      }).observe(document.documentElement, { attributeFilter: ['class'] });
    });
    // Use the keyboard, because hovering over the link would prefetch the page.
    await page.locator('.site-header__row').getByRole('link', { name: 'Winners' }).focus();
    await page.keyboard.press('Enter');
    // The test delays this page until the indicator is shown, so the loaded page proves that the indicator was shown.
    await page.waitForURL(`${site.origin}/winners`);
    expect(await htmlHas(page, 'is-loading')).toBe(false);
  });

  test('restores the selections of the previous page after a step back, without the loading indicator', async ({
    site,
    visitor,
  }) => {
    const page = await visitor.open(`${site.origin}/results`);
    await awake(page);
    await page.click('.filter-fold summary');
    await page.selectOption('select[name=game]', 'keno');
    await page.locator('.site-header__row').getByRole('link', { name: 'Winners' }).click();
    await page.waitForURL(`${site.origin}/winners`);
    await page.goBack();
    await page.waitForURL(`${site.origin}/results`);
    await awake(page);
    expect(await page.inputValue('select[name=game]')).toBe('keno');
    expect(await htmlHas(page, 'is-loading')).toBe(false);
  });
});

describe('results in a browser', () => {
  test('show their winners in a dialog that returns the focus when it closes', async ({ site, visitor }) => {
    const page = await visitor.open(`${site.origin}/results?game=jackpot`);
    await awake(page);
    const link = page.locator('[data-popup="winners"]').first();
    await link.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: /Jackpot/ });
    await dialog.waitFor();
    expect(await dialog.locator('table tbody tr').count()).toBeGreaterThan(2);
    expect(await page.evaluate(() => document.activeElement?.closest('dialog') !== null)).toBe(true);
    expect(await htmlHas(page, 'is-loading')).toBe(false);
    await page.keyboard.press('Escape');
    await vi.waitFor(async () => expect(await page.locator('dialog').count()).toBe(0));
    expect(await link.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/results');
  });

  test('can be saved as a picture of twice their size, with the game and the draw time in the file name', async ({
    site,
    visitor,
  }) => {
    const page = await visitor.open(site.origin);
    await awake(page);
    const card = page.locator('.result-card--4');
    const drawnAt = (await card.locator('time').getAttribute('datetime')) ?? '';
    const box = await card.boundingBox();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      card.locator('[data-download]').click(),
    ]);
    // The page shows draw times in the time of Kolkata, five and a half hours ahead of UTC.
    const local = new Date(Date.parse(drawnAt) + 5.5 * 3_600_000).toISOString();
    expect(file.suggestedFilename()).toBe(
      `golden-keno_${local.slice(0, 10)}_${local.slice(11, 16).replace(':', '-')}.png`,
    );
    const png = readFileSync(await file.path());
    expect(Math.abs(png.readUInt32BE(16) - 2 * (box?.width ?? 0))).toBeLessThanOrEqual(2);
    // Below the card, the picture shows the name of the site and a QR code.
    expect(png.readUInt32BE(20)).toBeGreaterThan(2 * (box?.height ?? 0) + 100);
  });

  test('have a filter that leaves empty fields out of the URL and allows no end day before the start day', async ({
    site,
    visitor,
  }) => {
    const page = await visitor.open(`${site.origin}/results`);
    await awake(page);
    await page.click('.filter-fold summary');
    await page.locator('input[name=from]').focus();
    await page.locator('.filter[data-awake]').waitFor();
    await page.fill('input[name=from]', '2026-11-20');
    await page.locator('input[name=from]').blur();
    expect(await page.getAttribute('input[name=to]', 'min')).toBe('2026-11-20');
    expect(await page.getAttribute('input[name=to]', 'max')).toBe('2026-11-21');
    await page.click('.filter button[type=submit]');
    await page.waitForURL(/from=/);
    expect(new URL(page.url()).search).toBe('?from=2026-11-20&to=2026-11-21');
  });

  test('report invalid days above the form, with a link to the field', async ({ site, visitor }) => {
    visitor.expectProblem(/status of 422/);
    const page = await visitor.open(`${site.origin}/results?from=2026-11-20&to=2026-11-10`);
    await page.locator('[role=alert] a').first().click();
    const name = await page.evaluate(() => document.activeElement?.getAttribute('name'));
    expect(['from', 'to']).toContain(name);
    expect(await page.getAttribute(`input[name=${name}]`, 'aria-invalid')).toBe('true');
    expect(await page.inputValue('input[name=from]')).toBe('2026-11-20');
  });
});

/** Returns the number of running animations. */
const moving = (page: Page) =>
  page.evaluate(() => document.getAnimations().filter(({ playState }) => playState === 'running').length);

test('no animation runs for players who prefer reduced motion', async ({ site, visitor }) => {
  const page = await visitor.open(site.origin);
  expect(await moving(page)).toBeGreaterThan(0);
  const still = await visitor.open(site.origin, { reducedMotion: 'reduce' });
  await awake(still);
  expect(await moving(still)).toBe(0);
});
