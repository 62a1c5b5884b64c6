import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { startUiPage } from '../../helpers/ui-page.ts';
import { test as base } from '../../helpers/visitor.ts';

const test = base
  .extend('entry', { scope: 'file' }, () => 'tests/browser/ui/tabs-page.tsx')
  .extend('server', { scope: 'file' }, async ({ entry }, { onCleanup }) => {
    const server = await startUiPage(entry);
    onCleanup(() => server.close());
    return server;
  });

const selected = (page: Page) => page.locator('[role="tab"][aria-selected="true"]').textContent();
const shown = (page: Page) => page.getByRole('tabpanel').textContent();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);

describe('list of tabs', () => {
  test('shows the first panel, and then the panel of each clicked tab', async ({ server, visitor }) => {
    const page = await visitor.open(server.url);
    expect([await selected(page), await shown(page)]).toEqual(['Promotions', 'About Promotions']);
    await page.getByRole('tab', { name: 'System' }).click();
    expect([await selected(page), await shown(page)]).toEqual(['System', 'About System']);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('is a single tab stop in which the arrow keys, Home and End select a tab', async ({
    server,
    visitor,
  }) => {
    const page = await visitor.open(server.url);
    await page.getByRole('tab').first().focus();
    await page.keyboard.press('ArrowLeft');
    expect([await focused(page), await shown(page)]).toEqual(['System', 'About System']);
    await page.keyboard.press('ArrowRight');
    expect(await focused(page)).toBe('Promotions');
    await page.keyboard.press('End');
    expect(await focused(page)).toBe('System');
    await page.keyboard.press('Home');
    expect(await focused(page)).toBe('Promotions');
    await page.keyboard.press('Tab');
    expect(await focused(page)).toBe('After');
  });
});
