import { type Browser, chromium, type Page } from 'playwright-core';

/** Viewport sizes in which every page must work. */
export const viewports = {
  small: { width: 320, height: 640 },
  phone: { width: 360, height: 780 },
  desktop: { width: 1280, height: 800 },
} as const;

export const chromiumFlags = [
  '--headless=shell',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * Flags for tests that do not check pixels. Chromium then paints only the visible part of a page, which saves a seventh
 * of the processor time of a visit.
 */
export const fewPixelsFlags = [...chromiumFlags, '--force-gpu-mem-available-mb=1'];

/**
 * Returns the path of a Chromium browser from an npm package. The package also contains the system libraries that
 * Chromium needs.
 */
export async function chromiumPath(): Promise<string> {
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs22.x';
  const { default: packed } = await import('@sparticuz/chromium');
  return packed.executablePath();
}

/**
 * Launches a real Chromium. The default flags of its package are not used, because they would disable web security. The
 * caller must close the browser.
 */
export async function launchBrowser(flags: readonly string[] = chromiumFlags): Promise<Browser> {
  return chromium.launch({ executablePath: await chromiumPath(), args: [...flags] });
}

/** Returns whether a page needs no horizontal scrolling. */
export const fits = (page: Page): Promise<boolean> =>
  page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
