import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { fits, viewports } from '../../helpers/browser.ts';
import { addressOf, sitePages } from '../../helpers/site-pages.ts';
import { eventually } from '../../helpers/visitor.ts';
import { awake, readingTest as test } from '../../helpers/whole-site.ts';

const newestDraw = (slug: string, origin: string) => {
  const found = sitePages.find(({ name }) => name === `newest draw of ${slug}`);
  if (!found) throw new Error(`no page of ${slug}`);
  return addressOf(found, origin);
};
const verdict = (page: Page) => page.locator('.verify__check .verdict').textContent();
const statuses = (page: Page) =>
  page
    .locator('[data-step]')
    .evaluateAll((steps) =>
      Object.fromEntries(
        steps.map((step) => [step.getAttribute('data-step'), step.getAttribute('data-status')]),
      ),
    );

describe('verification of a draw in a browser', () => {
  test('confirms each step, can be repeated, and copies hashes', async ({ site, visitor }) => {
    const page = await visitor.open(await newestDraw('golden-keno', site.origin), {
      viewport: { width: 320, height: 700 },
      reducedMotion: 'reduce',
    });
    await page.locator('#proof').getByRole('link', { name: 'Verify in this browser' }).click();
    await eventually(async () => expect(await verdict(page)).toMatch(/^Verified: the numbers follow/));
    const { times, ...others } = await statuses(page);
    expect(['passed', 'unproven']).toContain(times);
    expect(Object.keys(others)).toEqual(['method', 'commitment', 'root', 'stream', 'numbers', 'result']);
    expect(new Set(Object.values(others))).toEqual(new Set(['passed']));
    const commitment = page.locator('[data-step=commitment]');
    const computed = await commitment.locator('[data-computed]').textContent();
    expect(computed).toMatch(/^[0-9a-f]{64}$/);
    expect(computed).toBe(await commitment.locator('.copy-value__text').last().textContent());
    await page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', {
        value: { writeText: async (text: string) => void (document.title = text) },
      });
    });
    await page.getByRole('button', { name: 'Copy: Commitment' }).click();
    await eventually(async () => expect(await page.title()).toBe(computed));
    expect(await commitment.getByRole('status').last().textContent()).toBe('Copied');
    await page.getByRole('button', { name: 'Verify again' }).click();
    await eventually(async () => expect(await verdict(page)).toMatch(/^Verified/));
    expect(await fits(page)).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('names the failed step if the page shows a symbol that was not drawn', async ({ site, visitor }) => {
    const draw = await newestDraw('lucky-symbols', site.origin);
    const path = draw.replace(/.*\/(\d+)$/, '/hi/verify/symbols-$1');
    const page = await visitor.open(`${site.origin}/faq`, {
      viewport: viewports.phone,
      reducedMotion: 'reduce',
    });
    await page.route(`**${path}`, async (route) => {
      const answer = await route.fetch();
      const text = (await answer.text()).replace(/"drawn":\["\w+"/, '"drawn":["none"');
      await route.fulfill({ response: answer, body: text });
    });
    await page.goto(site.origin + path);
    await awake(page);
    await eventually(async () => expect(await verdict(page)).toContain('ड्रॉ के नंबर'));
    expect(await statuses(page)).toMatchObject({ commitment: 'passed', numbers: 'failed', result: 'failed' });
    expect(await accessibilityViolations(page)).toEqual([]);
  });
});
