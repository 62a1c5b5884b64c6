import { type Browser, chromium } from 'playwright-core';

/** Widths that every page must suit. */
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
 * A real Chromium from npm, with its own system libraries; its default flags would switch off web security.
 * @returns a browser that whoever asked for it closes
 */
export async function launchBrowser(): Promise<Browser> {
  process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs22.x';
  const { default: packed } = await import('@sparticuz/chromium');
  return chromium.launch({
    executablePath: await packed.executablePath(),
    args: chromiumFlags,
  });
}
