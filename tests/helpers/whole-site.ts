import type { Page } from 'playwright-core';
import { startPlatform } from './platform.ts';
import { startSite } from './site.ts';
import { test as base } from './visitor.ts';

/**
 * Saturday, 17:37:30 in Kolkata: every game has been drawn within the four days before, the raffle today. Golden
 * Jaldi is drawn next, at 17:40.
 */
const startOfTests = new Date('2026-11-21T12:07:30Z');

/**
 * `test` with a browser, a whole site and the real platform behind it, one of each a file. Platform and site go by
 * one clock, which stands still until the test moves it: nothing is drawn unasked.
 */
export const test = base
  .extend('now', { scope: 'file' }, () => startOfTests)
  .extend('platform', { scope: 'file' }, async ({ now }, { onCleanup }) => {
    const platform = await startPlatform({ now, historyDays: 4 });
    onCleanup(() => platform.stop());
    // The next draws: their engine does nothing of its own while its clock stands still.
    await platform.deps.engine.tick();
    return platform;
  })
  .extend('site', { scope: 'file' }, async ({ platform }, { onCleanup }) => {
    const site = await startSite({ platform, clock: platform.clock });
    onCleanup(() => site.close());
    return site;
  });

/** Once everything that wakes up unasked is awake; what is out of sight wakes when it comes near. */
export const awake = async (page: Page): Promise<void> => {
  await page.waitForFunction(() =>
    Array.from(document.querySelectorAll('[data-when=load], [data-when=idle]')).every(
      (element) => element instanceof HTMLElement && 'awake' in element.dataset,
    ),
  );
};
