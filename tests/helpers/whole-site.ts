import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { startPlatform, type TestPlatform } from './platform.ts';
import { startSite, type TestSite } from './site.ts';
import { test as base } from './visitor.ts';

/**
 * Saturday, 17:37:30 in Kolkata. Every game had a draw in the last four days. The last raffle draw was today, and the
 * next draw is Golden Jaldi at 17:40.
 */
const startOfTests = new Date('2026-11-21T12:07:30Z');

type AtEnd = (stop: () => Promise<void>) => void;

const platformAt = async (now: Date, atEnd: AtEnd): Promise<TestPlatform> => {
  const platform = await startPlatform({ now, historyDays: 4 });
  atEnd(() => platform.stop());
  // Run the engine once to create the next draws. With a fixed clock, the engine does not run by itself.
  await platform.deps.engine.tick();
  return platform;
};

const siteOf = async (platform: TestPlatform, atEnd: AtEnd): Promise<TestSite> => {
  const site = await startSite({ platform, clock: platform.clock, warm: false });
  atEnd(() => site.close());
  return site;
};

/**
 * A `test` with a browser, a whole site and a real platform, which the tests of a file share. Platform and site share
 * one clock that only the test moves, so that no draw takes place unexpectedly.
 */
export const test = base
  .extend('now', { scope: 'file' }, () => startOfTests)
  .extend('platform', { scope: 'file' }, ({ now }, { onCleanup }) => platformAt(now, onCleanup))
  .extend('site', { scope: 'file' }, ({ platform }, { onCleanup }) => siteOf(platform, onCleanup));

/**
 * Like `test`, for files that only read pages. All these files share one site, so their tests must not change the site.
 */
export const readingTest = base
  .extend('now', { scope: 'worker' }, () => startOfTests)
  .extend('platform', { scope: 'worker' }, ({ now }, { onCleanup }) => platformAt(now, onCleanup))
  .extend('site', { scope: 'worker' }, ({ platform }, { onCleanup }) => siteOf(platform, onCleanup));

/**
 * Resolves when all islands that hydrate on load or in idle time are hydrated. Other islands hydrate only when they
 * come into view or the user interacts with them.
 */
export const awake = async (page: Page): Promise<void> => {
  const asleep = () =>
    page.evaluate(() =>
      Array.from(document.querySelectorAll<HTMLElement>('[data-when=load], [data-when=idle]'))
        .filter((element) => !('awake' in element.dataset))
        .map(({ dataset }) => dataset['island'] ?? dataset['enhance']),
    );
  await expect.poll(asleep, { timeout: 30_000 }).toEqual([]);
};
