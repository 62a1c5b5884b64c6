import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { viewports } from '../../helpers/browser.ts';
import { addressOf, newestDraw, type SitePage } from '../../helpers/site-pages.ts';
import { awake, readingTest as test } from '../../helpers/whole-site.ts';

/**
 * One page of each kind that contains islands, or controls that need JavaScript. The home page has most of them, so it
 * is visited in both sizes.
 */
const visits: (SitePage & { width: 'phone' | 'desktop' })[] = [
  { name: 'home', path: '/', width: 'phone' },
  { name: 'home', path: '/', width: 'desktop' },
  { name: 'games', path: '/games', width: 'phone' },
  { name: 'a game', path: '/games/golden-jackpot', width: 'desktop' },
  { name: 'results', path: '/results', width: 'phone' },
  { name: 'a text', path: '/faq', width: 'desktop' },
  { name: 'an article', path: '/blogs/odds-explained', width: 'phone' },
  { name: 'a draw', path: newestDraw('golden-keno'), width: 'desktop' },
];

/** An entry of the Layout Instability API, which is missing in TypeScript's DOM types. */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null }[];
}

/** Runs before the page's own scripts and records every shift of visible content (web.dev, Cumulative Layout Shift). */
function noteShifts(): void {
  const shifts: { value: number; what: string[] }[] = [];
  Object.assign(globalThis, { shifts });
  new PerformanceObserver((list) => {
    const found = list
      .getEntries()
      .filter((entry): entry is LayoutShift => entry.entryType === 'layout-shift');
    for (const { value, hadRecentInput, sources } of found) {
      if (hadRecentInput) continue;
      const what = sources.map(({ node }) =>
        node instanceof Element ? node.className : `${node?.nodeName}`,
      );
      shifts.push({ value, what });
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

const shiftsOf = (page: Page): Promise<{ value: number; what: string[] }[]> =>
  page.evaluate(() => Reflect.get(globalThis, 'shifts'));

test.for(visits)(
  'hydration of the page $name keeps the server-rendered nodes and causes no layout shift ($width)',
  async ({ width, ...sitePage }, { site, visitor }) => {
    // Delay the scripts and fonts until the test has recorded the server-rendered nodes, and the browser has painted
    // these nodes.
    const start = Promise.withResolvers<void>();
    const page = await visitor.open(await addressOf(sitePage, site.origin), {
      viewport: viewports[width],
      waitUntil: 'parsed',
      before: async (opened) => {
        await opened.addInitScript(noteShifts);
        await opened.route(/\/assets\/.*\.(js|woff2)$/, async (route) => {
          await start.promise;
          await route.continue();
        });
      },
    });
    const sent = await page.evaluateHandle(() =>
      Array.from(document.querySelectorAll('[data-island]'), (island) =>
        Array.from(island.querySelectorAll('*')),
      ),
    );
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    start.resolve();
    await awake(page);
    for (const island of await page.locator('[data-island]').all()) {
      await island.locator(':scope > *').first().scrollIntoViewIfNeeded();
      await island.and(page.locator('[data-awake]')).waitFor({ state: 'attached' });
    }
    const replaced = await page.evaluate(
      (before) =>
        Array.from(document.querySelectorAll('[data-island]'), (island, place) =>
          Array.from(island.querySelectorAll('*'))
            .filter((node) => !before[place]?.includes(node))
            .map((node) => node.outerHTML.slice(0, 120)),
        ).flat(),
      sent,
    );
    expect(replaced).toEqual([]);
    const shifts = await shiftsOf(page);
    const sum = shifts.reduce((total, { value }) => total + value, 0);
    expect({ shifts, isStill: sum <= 0.01 }).toMatchObject({ isStill: true });
  },
);
