import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { startSite } from '../../helpers/site.ts';
import { addressOf, type LocalPage, localPages } from '../../helpers/site-pages.ts';
import { awake, readingTest as test } from '../../helpers/whole-site.ts';

/** Returns the elements that extend beyond the viewport, or none if the page does not scroll horizontally. */
const tooWide = (page: Page) =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    return Array.from(document.querySelectorAll('body *'))
      .filter((element) => element.getBoundingClientRect().right > clientWidth + 1)
      .map((element) => `${element.tagName}.${element.getAttribute('class') ?? ''}`);
  });

/**
 * Returns the controls outside of running text, except the skip link, that are less than 44 px high (after rounding) or
 * less than 24 px wide.
 */
const tooSmall = (page: Page) =>
  page.evaluate(() => {
    const controls =
      'button, summary, select, input, .button, header a, footer a, [class*=more], [class*=link], .pager a';
    return Array.from(document.querySelectorAll<HTMLElement>(controls))
      .filter(
        (control) => control.checkVisibility({ checkVisibilityCSS: true }) && !control.closest('.prose'),
      )
      .filter((control) => !control.matches('.skip-link'))
      .map((control) => {
        // A click on the label of a radio button or a checkbox selects the option, so the label is the touch target.
        const label = control.matches('[type=radio], [type=checkbox]') ? control.closest('label') : null;
        return { control, box: (label ?? control).getBoundingClientRect() };
      })
      .filter(({ box }) => box.height > 0 && (box.height < 43.5 || box.width < 24))
      .map(
        ({ control, box }) =>
          `${control.tagName}.${control.className} ${control.textContent} ${box.width} x ${box.height}`,
      );
  });

/** Returns the images that have no text alternative and are not hidden from screen readers. */
const namelessPictures = (page: Page) =>
  page.evaluate(() =>
    Array.from(document.querySelectorAll('img, svg'))
      .filter((picture) => !picture.closest('[aria-hidden=true]'))
      .filter((picture) =>
        picture instanceof HTMLImageElement
          ? picture.getAttribute('alt') === null
          : picture.getAttribute('role') !== 'img' || !picture.getAttribute('aria-label'),
      )
      .map((picture) => picture.outerHTML.slice(0, 160)),
  );

interface Checks {
  widths: readonly number[];
  axeWidths: readonly number[];
}

const allChecks: Checks = { widths: [320, 1920, 1280, 360], axeWidths: [1280, 360] };

/**
 * Returns the checks of a page. The first page of a layout gets all checks. Pages with the same layout have the same
 * styles, and differ only in texts and pictures. Each further page is therefore checked only at the smallest width, and
 * in turn at 1280 or 360 px, the widths at which axe runs. A repeated page has already been checked in English.
 */
const checksOf = (visited: LocalPage): Checks => {
  if (visited.isRepeated) return { widths: [320], axeWidths: [] };
  const sharing = localPages.filter(({ layout }) => layout !== undefined && layout === visited.layout);
  const place = sharing.indexOf(visited);
  if (place < 1) return allChecks;
  const width = place % 2 === 0 ? 1280 : 360;
  return { widths: [320, width], axeWidths: [width] };
};

async function expectSound(page: Page, { widths, axeWidths } = allChecks) {
  await awake(page);
  expect(await page.locator('h1').count()).toBe(1);
  expect((await page.title()).length).toBeGreaterThan(5);
  expect(await namelessPictures(page)).toEqual([]);
  for (const width of widths) {
    await page.setViewportSize({ width, height: width < 700 ? 780 : 900 });
    expect({ width, tooWide: await tooWide(page) }).toEqual({ width, tooWide: [] });
    if (width < 700) expect(await tooSmall(page)).toEqual([]);
    if (axeWidths.includes(width))
      expect({ width, faults: await accessibilityViolations(page) }).toEqual({
        width,
        faults: [],
      });
  }
}

describe.for(localPages)('page $name with the URL prefix "$prefix"', (visited) => {
  test('is accessible and needs no horizontal scrolling at any width', async ({ site, visitor }) => {
    // If the page has an HTTP error status, Chromium logs this status as an error.
    if (visited.status) visitor.expectProblem(new RegExp(`status of ${visited.status}`));
    const page = await visitor.open(await addressOf(visited, site.origin, visited.prefix), {
      reducedMotion: 'reduce',
    });
    await expectSound(page, checksOf(visited));
  });
});

test('a 404 page marks no menu entry as current, and the home page marks Home', async ({ site, visitor }) => {
  visitor.expectProblem(/status of 404/);
  const page = await visitor.open(`${site.origin}/no/such/page`);
  expect(await page.locator('[aria-current=page]').count()).toBe(0);
  await page.goto(site.origin);
  expect(await page.locator('.site-header__row [aria-current=page]').allTextContents()).toEqual(['Home']);
});

describe('overlay that is open', () => {
  test('is accessible (menu of small screens)', async ({ site, visitor }) => {
    const page = await visitor.open(site.origin, { viewport: viewports.phone, reducedMotion: 'reduce' });
    await awake(page);
    await page.click('.drawer__button');
    await page.locator('.drawer').getByText('Games', { exact: true }).click();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await tooSmall(page)).toEqual([]);
    expect(await tooWide(page)).toEqual([]);
  });

  test('is accessible (winners of a result)', async ({ site, visitor }) => {
    const page = await visitor.open(`${site.origin}/results?game=keno`, {
      viewport: viewports.phone,
      reducedMotion: 'reduce',
    });
    await awake(page);
    await page.locator('[data-popup="winners"]').first().click();
    await page.locator('dialog[open]').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await tooSmall(page)).toEqual([]);
    expect(await tooWide(page)).toEqual([]);
  });
});

describe('error page', () => {
  test('is accessible when the platform is unreachable', async ({ visitor }) => {
    visitor.expectProblem(/status of 503/);
    const site = await startSite({ platform: { url: 'http://127.0.0.1:9' }, warm: false, live: false });
    try {
      const page = await visitor.open(site.origin, { reducedMotion: 'reduce' });
      await expectSound(page);
    } finally {
      await visitor.leave();
      await site.close();
    }
  });

  test('passes the accessibility checks during maintenance', async ({ platform, visitor }) => {
    visitor.expectProblem(/status of 503/);
    const site = await startSite({
      platform,
      warm: false,
      live: false,
      config: ({ setup }) => {
        setup.maintenance = true;
      },
    });
    try {
      const page = await visitor.open(`${site.origin}/results`, { reducedMotion: 'reduce' });
      await expectSound(page);
    } finally {
      await visitor.leave();
      await site.close();
    }
  });
});
