import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { viewports } from '../../helpers/browser.ts';
import { addressOf, sitePages } from '../../helpers/site-pages.ts';
import { readingTest as test } from '../../helpers/whole-site.ts';

const options = { javaScriptEnabled: false, viewport: viewports.phone } as const;

/**
 * Returns the visible texts of the elements. Playwright can run scripts in the page, although the page's own scripts
 * are disabled.
 */
const seen = (page: Page, selector: string) =>
  page.evaluate(
    (wanted) =>
      Array.from(document.querySelectorAll(wanted))
        .filter((element) => element.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true }))
        .map((element) => element.textContent.trim()),
    selector,
  );

/** All pages, but only one article and one page of text, because these pages differ only in texts and pictures. */
const visits = sitePages.filter(
  ({ layout }, index) =>
    (layout !== 'article' && layout !== 'text') || sitePages[index - 1]?.layout !== layout,
);

describe.for(visits)('page $name without JavaScript', (sitePage) => {
  test('shows its content and no control that needs JavaScript', async ({ site, visitor }) => {
    if (sitePage.status) visitor.expectProblem(new RegExp(`status of ${sitePage.status}`));
    const page = await visitor.open(await addressOf(sitePage, site.origin), options);
    const [heading] = await seen(page, 'h1');
    expect(heading).toBeTruthy();
    expect((await page.locator('main').innerText()).length).toBeGreaterThan(120);
    // Without JavaScript, only the submit button of a form works.
    expect(await seen(page, 'button:not(form button[type=submit])')).toEqual([]);
    // Without JavaScript, the clock of a countdown would stop and show a wrong time. Only the start time is visible.
    expect(await seen(page, '.countdown__clock')).toEqual([]);
    const times = await seen(page, '.countdown__at');
    expect(times).toHaveLength(await page.locator('.countdown').count());
    for (const time of times) expect(time).toMatch(/\d\d:\d\d IST$/);
  });
});

describe('browser without JavaScript', () => {
  test('opens the menu of small screens and follows a link in a submenu', async ({ site, visitor }) => {
    const page = await visitor.open(site.origin, { ...options, hasTouch: true });
    await page.tap('.drawer__button');
    await page.locator('.drawer').getByText('Games', { exact: true }).tap();
    await page.locator('.drawer').getByRole('link', { name: 'Golden Keno 20/80' }).tap();
    await page.waitForURL(`${site.origin}/games/golden-keno`);
    expect(await page.locator('h1').textContent()).toContain('Golden Keno');
  });

  test('submits the filter of the results as a query and keeps the selection', async ({ site, visitor }) => {
    const page = await visitor.open(`${site.origin}/results`, options);
    await page.click('.filter-fold summary');
    await page.selectOption('select[name=game]', { label: 'Golden Keno 20/80' });
    await page.fill('input[name=from]', '2026-11-20');
    await page.click('.filter button[type=submit]');
    expect(page.url()).toContain('/results?game=keno&from=2026-11-20&to=2026-11-21');
    await page.getByRole('link', { name: 'Today', exact: true }).click();
    expect(page.url()).toContain('/results?game=keno&from=2026-11-21&to=2026-11-21');
    await page.goBack();
    expect(await page.locator('h1').textContent()).toContain('Golden Keno');
    expect(await page.inputValue('select[name=game]')).toBe('keno');
    expect(await page.inputValue('input[name=from]')).toBe('2026-11-20');
    expect(await page.locator('.result-card').count()).toBe(6);
    expect(await page.locator('.result-card--4').count()).toBe(6);
    expect(await page.locator('.results-sheet tbody tr').count()).toBeGreaterThan(14);
  });

  test('opens the draw’s page from the winners link of a result', async ({ site, visitor }) => {
    const page = await visitor.open(`${site.origin}/results?game=keno`, options);
    const link = page.locator('[data-popup="winners"]').first();
    const href = await link.getAttribute('href');
    await link.click();
    expect(new URL(page.url()).pathname + new URL(page.url()).hash).toBe(href);
    await page.locator('#winners').waitFor();
  });

  test('opens the answer to a question of the FAQ', async ({ site, visitor }) => {
    const page = await visitor.open(`${site.origin}/faq`, options);
    const question = page.locator('.prose details').first();
    await question.locator('summary').click();
    expect(await question.locator('p').first().isVisible()).toBe(true);
  });
});
