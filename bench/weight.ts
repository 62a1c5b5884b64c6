import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { launchBrowser } from '../tests/helpers/browser.ts';
import { root } from './processes.ts';

/** Gzipped sizes in bytes of the files that a browser requests without interaction. */
export interface Weight {
  scriptBeforeWake: number;
  scriptWithoutInteraction: number;
  styles: number;
}

const gzipBytes = (url: string) =>
  gzipSync(readFileSync(path.join(root, 'dist/client', new URL(url).pathname)), { level: 9 }).length;
const sum = (urls: Iterable<string>) => [...urls].reduce((total, url) => total + gzipBytes(url), 0);

/**
 * Opens the home page in a real browser and scrolls to its end without interaction. @returns the weight of the loaded
 * files
 */
export async function weigh(siteUrl: string): Promise<Weight> {
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ viewport: { width: 360, height: 740 } });
    const scripts = new Set<string>();
    const styles = new Set<string>();
    page.on('request', (request) => {
      if (request.resourceType() === 'script') scripts.add(request.url());
      if (request.resourceType() === 'stylesheet') styles.add(request.url());
    });
    const answer = await page.goto(siteUrl, { waitUntil: 'load' });
    // `scriptBeforeWake` counts the scripts that the HTML itself names, and not those that other scripts load.
    const html = (await answer?.text()) ?? '';
    const named = [...html.matchAll(/<(?:script|link rel="modulepreload")[^>]+(?:src|href)="([^"]+\.js)"/g)];
    const first = named.map(([, address = '']) => new URL(address, siteUrl).href);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    for (let y = 0; y < height; y += 500) {
      await page.mouse.wheel(0, 500);
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    }
    await page.waitForFunction(() =>
      [...document.querySelectorAll<HTMLElement>('[data-island], [data-enhance]')].every(
        ({ dataset }) => dataset['when'] === 'interaction' || 'awake' in dataset,
      ),
    );
    return {
      scriptBeforeWake: sum(new Set(first)),
      scriptWithoutInteraction: sum(scripts),
      styles: sum(styles),
    };
  } finally {
    await browser.close();
  }
}
