import { type Browser, chromium } from 'playwright-core';

/** Viewport sizes in which every page must work. */
export const viewports = {
  small: { width: 320, height: 640 },
  phone: { width: 360, height: 780 },
  desktop: { width: 1280, height: 800 },
} as const;

const chromiumFlags = [
  '--headless=shell',
  '--no-sandbox',
  '--no-zygote',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/**
 * Launches a real Chromium from an npm package that contains the needed system libraries. The default flags of the
 * package are not used, because they would disable web security. The caller must close the browser.
 */
export async function launchBrowser(): Promise<Browser> {
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs22.x';
  const { default: packed } = await import('@sparticuz/chromium');
  return chromium.launch({
    executablePath: await packed.executablePath(),
    args: chromiumFlags,
  });
}
