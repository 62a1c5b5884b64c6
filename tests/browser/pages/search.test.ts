import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { fits, viewports } from '../../helpers/browser.ts';
import { eventually } from '../../helpers/visitor.ts';
import { awake, readingTest as test } from '../../helpers/whole-site.ts';

const box = (page: Page) => page.getByRole('searchbox');
const summary = (page: Page) => page.getByRole('status').textContent();

describe('search page in a browser', () => {
  test('searches during typing, keeps the focus and adds no history entry', async ({ site, visitor }) => {
    const page = await visitor.open(`${site.origin}/faq`, { viewport: { width: 320, height: 700 } });
    await page.goto(`${site.origin}/search`);
    await awake(page);
    const requests: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('keyword=')) requests.push(new URL(request.url()).search);
    });
    expect(await box(page).evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('golden keno');
    await eventually(async () => expect(await summary(page)).toMatch(/^\d+ hits for “.golden keno.”$/));
    expect(requests).toEqual(['?keyword=golden+keno']);
    expect(new URL(page.url()).search).toBe('?keyword=golden+keno');
    expect(await page.title()).toContain('golden keno');
    expect(await box(page).evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await fits(page)).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    await box(page).fill('');
    await eventually(async () => expect(await summary(page)).toBe(''));
    expect(page.url()).toBe(`${site.origin}/search`);
    await page.goBack();
    expect(page.url()).toBe(`${site.origin}/faq`);
  });

  test('without JavaScript, finds results, filters them by kind and opens the next page of results', async ({
    site,
    visitor,
  }) => {
    const page = await visitor.open(`${site.origin}/hi/search`, {
      javaScriptEnabled: false,
      viewport: viewports.phone,
    });
    await box(page).fill('golden keno');
    await box(page).press('Enter');
    await page.getByRole('link', { name: /^परिणाम \(/ }).click();
    await page.getByRole('link', { name: 'और नतीजे' }).click();
    expect(await page.locator('.search__hit').count()).toBe(20);
    expect(await page.getByRole('link', { name: 'पहले नतीजे' }).isVisible()).toBe(true);
    expect(await fits(page)).toBe(true);
  });
});
