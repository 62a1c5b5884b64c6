import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import { z } from 'zod';
import { accountRouteNames, accountRoutes } from '../shared/pages/account-routes.ts';
import { launchBrowser } from '../tests/helpers/browser.ts';
import { root } from './processes.ts';

/** Gzipped sizes in bytes of the files that a browser requests without interaction. */
export interface Weight {
  scriptBeforeWake: number;
  scriptWithoutInteraction: number;
  styles: number;
}

const clientFolder = path.join(root, 'dist/client');
const gzipBytes = (file: string) =>
  gzipSync(readFileSync(path.join(clientFolder, file)), { level: 9 }).length;
/** @param files paths below dist/client, with or without a leading slash */
const sum = (files: Iterable<string>) => [...files].reduce((total, file) => total + gzipBytes(file), 0);

interface Loaded {
  html: string;
  /** Paths of the loaded files. */
  scripts: ReadonlySet<string>;
  styles: ReadonlySet<string>;
}

const isAwake = (): boolean =>
  [...document.querySelectorAll<HTMLElement>('[data-island], [data-enhance]')].every(
    ({ dataset }) => dataset['when'] === 'interaction' || 'awake' in dataset,
  );

const settleMs = 300;

async function scrollToEnd(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  for (let y = 0; y < height; y += 500) {
    await page.mouse.wheel(0, 500);
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
  }
}

/**
 * Opens a page with an empty cache and scrolls to its end, without a click or a key press.
 * @param cookie Cookie header of a player's session, if the page belongs to a player
 * @returns the loaded files
 * @throws if the page redirects, because the result would contain the files of another page
 */
async function load(browser: Browser, url: string, cookie?: string): Promise<Loaded> {
  const viewport = { width: 360, height: 740 };
  const page = await browser.newPage(cookie ? { viewport, extraHTTPHeaders: { cookie } } : { viewport });
  try {
    const scripts = new Set<string>();
    const styles = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (request.resourceType() === 'script') scripts.add(pathname);
      if (request.resourceType() === 'stylesheet') styles.add(pathname);
    });
    const answer = await page.goto(url, { waitUntil: 'load' });
    if (page.url() !== url) throw new Error(`${url} was redirected to ${page.url()}`);
    const html = (await answer?.text()) ?? '';
    await scrollToEnd(page);
    await page.waitForFunction(isAwake);
    // Components may request further scripts in their first effects.
    await page.evaluate((pauseMs) => new Promise((resolve) => setTimeout(resolve, pauseMs)), settleMs);
    return { html, scripts, styles };
  } finally {
    await page.close();
  }
}

async function withBrowser<T>(act: (browser: Browser) => Promise<T>): Promise<T> {
  const browser = await launchBrowser();
  try {
    return await act(browser);
  } finally {
    await browser.close();
  }
}

/** @returns the weight of the home page, and the paths of its scripts */
export async function weigh(siteUrl: string): Promise<{ weight: Weight; scripts: ReadonlySet<string> }> {
  const { html, scripts, styles } = await withBrowser((browser) => load(browser, siteUrl));
  // `scriptBeforeWake` counts only the scripts that the HTML itself names. Scripts that other scripts load are not
  // counted.
  const named = [...html.matchAll(/<(?:script|link rel="modulepreload")[^>]+(?:src|href)="([^"]+\.js)"/g)];
  const first = named.map(([, address = '']) => new URL(address, siteUrl).pathname);
  const weight = {
    scriptBeforeWake: sum(new Set(first)),
    scriptWithoutInteraction: sum(scripts),
    styles: sum(styles),
  };
  return { weight, scripts };
}

/**
 * Opens every screen of the account area directly.
 * @returns the gzipped sizes in bytes of the scripts that the screens load without interaction, by path, heaviest first
 */
export function weighAccount(origin: string, cookie: string): Promise<[path: string, bytes: number][]> {
  return withBrowser(async (browser) => {
    const weights: [string, number][] = [];
    for (const name of accountRouteNames) {
      // Name a game in the URL of the screen `play`, because this screen shows no form without a game.
      const address = accountRoutes[name].path + (name === 'play' ? '?game=keno' : '');
      const { scripts } = await load(browser, origin + address, cookie);
      weights.push([address, sum(scripts)]);
    }
    return weights.toSorted(([, one], [, other]) => other - one);
  });
}

const Manifest = z.record(
  z.string(),
  z.object({
    file: z.string(),
    imports: z.array(z.string()).default([]),
    dynamicImports: z.array(z.string()).default([]),
  }),
);
const popupHost = 'client/popups/open-popup.tsx';
const loginPopup = 'client/popups/auth/AuthPopup.tsx';

/** Gzipped sizes in bytes. Scripts that the page has loaded before are not counted. */
export interface PopupWeight {
  /** For the largest popup: the size of the scripts that no other popup loads. */
  popupChunk: number;
  /** The size of the scripts that open popups, and of the scripts that several popups load. */
  popupShared: number;
  /**
   * The size of all scripts that the first click on a login link loads. React is not counted, because the home page has
   * loaded it before.
   */
  loginPopup: number;
}

/** @param loaded paths of the scripts that the page has loaded before */
export function weighPopups(loaded: ReadonlySet<string>): PopupWeight {
  const manifest = Manifest.parse(
    JSON.parse(readFileSync(path.join(clientFolder, '.vite/manifest.json'), 'utf8')),
  );
  const partOf = (name: string) => {
    const part = manifest[name];
    if (!part) throw new Error(`the build contains no ${name}`);
    return part;
  };
  const filesOf = (name: string, files = new Set<string>()): Set<string> => {
    const { file, imports } = partOf(name);
    if (files.has(file)) return files;
    files.add(file);
    for (const each of imports) filesOf(each, files);
    return files;
  };
  const host = filesOf(popupHost);
  const popups = partOf(popupHost)
    .dynamicImports.filter((name) => name.startsWith('client/popups/'))
    .map((name) => filesOf(name));
  const isLater = (file: string) => !loaded.has(`/${file}`);
  const isShared = (file: string) => host.has(file) || popups.filter((files) => files.has(file)).length > 1;
  const all = new Set([...host, ...popups.flatMap((files) => [...files])]);
  return {
    loginPopup: sum([...filesOf(loginPopup, new Set(host))].filter(isLater)),
    popupShared: sum([...all].filter((file) => isLater(file) && isShared(file))),
    popupChunk: Math.max(
      ...popups.map((files) => sum([...files].filter((file) => isLater(file) && !isShared(file)))),
    ),
  };
}
