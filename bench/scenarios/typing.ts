import type { Page } from 'playwright-core';
import { launchBrowser } from '../../tests/helpers/browser.ts';
import type { Scenario } from '../bench.ts';
import { median } from '../statistics.ts';

const rounds = 3;
const slowdown = 4;
/** The pause between two keys, and between pressing and releasing the mouse button. */
const pauseMs = 60;
/**
 * The text to type into each field, by the name of the field. The password field does the most work, because it shows
 * the strength of the password.
 */
const typed = { username: 'ashawrites42', email: 'asha.rao@example.com', password: 'Correct-Horse-9' };
/** Minimum duration of the events to observe. Browsers report no shorter events (Event Timing §3.3). */
const thresholdMs = 16;

interface Observed {
  /** Durations of the reported interactions in ms. The browser rounds them to multiples of 8 ms. */
  durations: number[];
  keys: number;
}

declare global {
  interface Window {
    benchDurations?: number[];
  }
}

const observe = (threshold: number): void => {
  const durations: number[] = [];
  window.benchDurations = durations;
  const options: PerformanceObserverInit & { durationThreshold: number } = {
    type: 'event',
    durationThreshold: threshold,
  };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries())
      if ('interactionId' in entry && entry.interactionId !== 0) durations.push(entry.duration);
  }).observe(options);
};

async function typeInto(page: Page): Promise<Observed> {
  await page.evaluate(observe, thresholdMs);
  for (const [name, text] of Object.entries(typed)) {
    await page.locator(`form [name="${name}"]`).first().click({ delay: pauseMs });
    await page.keyboard.type(text, { delay: pauseMs });
  }
  await page.keyboard.press('Tab');
  await page.waitForTimeout(500);
  if (!(await page.locator('[data-island=form][data-awake]').count()))
    throw new Error('the form has not hydrated');
  const durations = await page.evaluate(() => window.benchDurations ?? []);
  return { durations, keys: Object.values(typed).join('').length };
}

/**
 * Measures the time from a key press to the next paint (INP) while a visitor types into the signup form. The processor
 * runs at a quarter of its speed. The form hydrates when the visitor first touches it. The result of a round is its
 * slowest interaction.
 */
export const typing: Scenario = {
  name: 'typing',
  budgets: ['typingPaint'],
  async run(bench) {
    const site = await bench.site();
    const browser = await launchBrowser();
    const slowest: number[] = [];
    try {
      for (let round = 0; round < rounds; round++) {
        const context = await browser.newContext({ viewport: { width: 360, height: 740 } });
        const page = await context.newPage();
        await page.goto(`${site.origin}/signup`, { waitUntil: 'load' });
        const session = await context.newCDPSession(page);
        await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
        const { durations, keys } = await typeInto(page);
        slowest.push(Math.max(thresholdMs, ...durations));
        bench.say(
          `${keys} keys in the signup form: ${durations.length} took ${thresholdMs} ms or more, the slowest ` +
            `${Math.max(thresholdMs, ...durations)} ms`,
        );
        await context.close();
      }
    } finally {
      await browser.close();
    }
    await site.stop();
    bench.measured('typingPaint', median(slowest));
  },
};
