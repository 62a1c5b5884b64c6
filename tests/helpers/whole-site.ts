import type { Page } from 'playwright-core';
import { startPlatform } from './platform.ts';
import { startSite } from './site.ts';
import { test as base } from './visitor.ts';

/**
 * Saturday, 17:37:30 in Kolkata. Every game was drawn in the last four days, the raffle today. The next draw is
 * Golden Jaldi at 17:40.
 */
const startOfTests = new Date('2026-11-21T12:07:30Z');

/**
 * A `test` with a browser, a whole site and a real platform, which the tests of a file share. Platform and site have
 * one clock that only the test moves, so that no draw is held unexpectedly.
 */
export const test = base
  .extend('now', { scope: 'file' }, () => startOfTests)
  .extend('platform', { scope: 'file' }, async ({ now }, { onCleanup }) => {
    const platform = await startPlatform({ now, historyDays: 4 });
    onCleanup(() => platform.stop());
    // Creates the next draws, because with a fixed clock the engine does not run by itself.
    await platform.deps.engine.tick();
    return platform;
  })
  .extend('site', { scope: 'file' }, async ({ platform }, { onCleanup }) => {
    const site = await startSite({ platform, clock: platform.clock });
    onCleanup(() => site.close());
    return site;
  });

/**
 * Resolves when all islands that hydrate on load or when idle are hydrated. Other islands hydrate only when they come
 * into view or are used.
 */
export const awake = async (page: Page): Promise<void> => {
  await page.waitForFunction(() =>
    Array.from(document.querySelectorAll('[data-when=load], [data-when=idle]')).every(
      (element) => element instanceof HTMLElement && 'awake' in element.dataset,
    ),
  );
};
