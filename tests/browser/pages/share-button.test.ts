import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { addressOf, sitePages } from '../../helpers/site-pages.ts';
import { awake, readingTest as test } from '../../helpers/whole-site.ts';

const shareCalls = (page: Page): Promise<ShareData[]> =>
  page.evaluate(() => Reflect.get(globalThis, 'shared'));
/** Replaces the browser's share dialog. @param failure name of the error that the dialog throws, or '' for success */
const replaceDialog = (page: Page, failure: string) =>
  page.evaluate((name) => {
    const shared: ShareData[] = [];
    Object.assign(globalThis, { shared });
    Object.defineProperty(navigator, 'share', {
      configurable: true,
      value: async (data: ShareData) => {
        shared.push(data);
        if (name) throw new DOMException('', name);
      },
    });
  }, failure);

describe('share button of a draw', () => {
  test('opens the browser’s share dialog, or copies the URL and confirms the copy in the page’s language', async ({
    site,
    visitor,
  }) => {
    const draw = sitePages.find(({ name }) => name === 'newest draw of golden-keno');
    if (!draw) throw new Error('The list has no draw of keno');
    const url = (await addressOf(draw, site.origin)).replace(site.origin, `${site.origin}/hi`);
    const page = await visitor.open(url, { permissions: ['clipboard-read', 'clipboard-write'] });
    await awake(page);
    const button = page.getByRole('button', { name: 'साझा करें', exact: true });
    const status = page.locator('.share-page [role=status], .share-page output');
    const chunks = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType('resource')
          .filter(({ name }) => /\/press-control-[^/]+\.js$/.test(name)),
      );
    expect(await chunks()).toEqual([]);
    await button.click();
    await expect.poll(() => status.textContent()).toBe('लिंक कॉपी हो गया।');
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url);
    expect(await chunks()).toHaveLength(1);

    for (const failure of ['', 'AbortError']) {
      await replaceDialog(page, failure);
      await button.click();
      await expect.poll(() => status.textContent()).toBe('');
      const description = await page.getAttribute('meta[name=description]', 'content');
      await expect
        .poll(() => shareCalls(page))
        .toEqual([{ title: await page.title(), text: description, url }]);
    }
    await replaceDialog(page, 'NotAllowedError');
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('forbidden'));
    });
    await button.click();
    await expect.poll(() => status.textContent()).toBe(`यह लिंक कॉपी करें: ${url}`);
  });
});
