import type { Page } from 'playwright-core';
import { launchBrowser } from '../../tests/helpers/browser.ts';
import type { Scenario } from '../bench.ts';
import { median } from '../statistics.ts';

const rounds = 7;
const opener = 'a[data-popup="1"]';

/**
 * Clicks the link without hovering over it first, because hovering would load the popup.
 * @returns the time from the click until the dialog has been painted, in ms
 */
const clickToDialog = (page: Page): Promise<number> =>
  page.evaluate(
    async ({ selector, limitMs }) => {
      const link = document.querySelector<HTMLElement>(selector);
      if (!link) throw new Error(`the page has no ${selector}`);
      const clickedAt = performance.now();
      link.click();
      // Wait for two frames with the dialog, because the second frame starts after the first one is painted.
      for (let frames = 0; frames < 2; frames += document.querySelector('dialog[open]') ? 1 : 0)
        if (performance.now() - clickedAt > limitMs) throw new Error('the click opened no popup');
        else await new Promise((resolve) => requestAnimationFrame(resolve));
      return performance.now() - clickedAt;
    },
    { selector: opener, limitMs: 10_000 },
  );

async function closeDialog(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.waitForFunction(() => !document.querySelector('dialog[open]'));
}

/**
 * Measures the time from a click to the login popup. The first click loads the script of the popup. At the second
 * click, this script is already loaded.
 */
export const popupOpening: Scenario = {
  name: 'popupOpening',
  budgets: ['popupCold', 'popupWarm'],
  async run(bench) {
    const site = await bench.site();
    const browser = await launchBrowser();
    const cold: number[] = [];
    const warm: number[] = [];
    try {
      for (let round = 0; round < rounds; round++) {
        // A new context has an empty cache.
        const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
        const page = await context.newPage();
        await page.goto(`${site.origin}/`, { waitUntil: 'load' });
        cold.push(await clickToDialog(page));
        await closeDialog(page);
        warm.push(await clickToDialog(page));
        await context.close();
      }
    } finally {
      await browser.close();
    }
    await site.stop();
    bench.measured('popupCold', median(cold));
    bench.measured('popupWarm', median(warm));
    const [coldText, warmText] = [cold, warm].map((ms) => ms.map((one) => one.toFixed(0)).join(', '));
    bench.say(`Click to dialog, ms: ${coldText} for the first time; ${warmText} for the second time`);
  },
};
