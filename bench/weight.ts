import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { launchBrowser } from '../tests/helpers/browser.ts';
import { root } from './processes.ts';

/** Bytes after gzip, by when a browser that only looks at the page asks for them. */
export interface Weight {
  scriptBeforeWake: number;
  scriptWithoutInteraction: number;
  styles: number;
}

const gzipBytes = (url: string) =>
  gzipSync(readFileSync(path.join(root, 'dist/client', new URL(url).pathname)), { level: 9 }).length;
const sum = (urls: Iterable<string>) => [...urls].reduce((total, url) => total + gzipBytes(url), 0);

/** Opens the home page in a real browser, scrolls it through, touches nothing, and weighs what was fetched. */
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
    await page.goto(siteUrl, { waitUntil: 'load' });
    // What the document itself names is there before React wakes.
    const named = await page.$$eval('script[src]', (all) =>
      all.map((script) => (script as HTMLScriptElement).src),
    );
    const preloaded = await page.$$eval('link[rel=modulepreload]', (all) =>
      all.map((link) => (link as HTMLLinkElement).href),
    );
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
      scriptBeforeWake: sum(new Set([...named, ...preloaded])),
      scriptWithoutInteraction: sum(scripts),
      styles: sum(styles),
    };
  } finally {
    await browser.close();
  }
}
