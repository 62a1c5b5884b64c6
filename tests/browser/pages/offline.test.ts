import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { projectRoot } from '../../../server/config/project-root.ts';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { logInByCall } from '../../helpers/browser-session.ts';
import { createPlayer } from '../../helpers/player.ts';
import { startSite } from '../../helpers/site.ts';
import { startUpstreamProxy } from '../../helpers/upstream-proxy.ts';
import { becomesTrue, eventually } from '../../helpers/visitor.ts';
import { test } from '../../helpers/whole-site.ts';

const withWorker = { serviceWorkers: 'allow', viewport: viewports.phone } as const;

/** Resolves when a service worker controls the page. */
const controlled = (page: Page) =>
  becomesTrue(page, () => navigator.serviceWorker.controller?.state === 'activated');

/** Returns the paths of the entries in the browser cache with this name. */
const keptIn = (page: Page, name: string) =>
  page.evaluate(async (cacheName) => {
    const keys = await (await caches.open(cacheName)).keys();
    return keys.map(({ url }) => url.slice(location.origin.length));
  }, name);

/** Returns the time at which the server sent a cached page, formatted as in the note that the page shows offline. */
const sentAt = (page: Page, address: string, locale: string) =>
  page.evaluate(
    async ([url = '', lang]) => {
      const kept = await caches.match(url, { ignoreVary: true });
      return new Intl.DateTimeFormat(lang, {
        timeZone: 'Asia/Kolkata',
        day: 'numeric',
        month: 'short',
        year: 'numeric',
        hour: '2-digit',
        minute: '2-digit',
        hourCycle: 'h23',
      }).format(new Date(kept?.headers.get('date') ?? ''));
    },
    [address, locale],
  );

test('without a network, the site shows the last results with their age, and no private page', async ({
  site,
  platform,
  visitor,
}) => {
  visitor.expectProblem(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 404|Failed to fetch|Failed to load/);
  const page = await visitor.open(site.origin, withWorker);
  await controlled(page);
  // The page `/` is cached, although it was loaded before the service worker was active.
  expect(await keptIn(page, 'pages')).toEqual(['/']);

  await page.goto(`${site.origin}/results?game=keno&utm_source=mail`);
  const drawPath = await page.locator('a[href*="/results/golden-keno/"]').first().getAttribute('href');
  expect(drawPath).toMatch(/^\/results\/golden-keno\/\d+$/);
  await page.goto(site.origin + drawPath);
  await page.goto(`${site.origin}/hi/results`);
  const player = await createPlayer(platform);
  await logInByCall(page, site, player);
  for (const address of ['/my-accounts', '/search?keyword=keno', '/faq', '/results/golden-keno/99000000'])
    await page.goto(site.origin + address);
  await page.goto(`${site.origin}/pt`);
  await eventually(async () => expect(await keptIn(page, 'offline')).toHaveLength(3));
  const kept = ['/', '/results?game=keno', drawPath, '/hi/results', '/pt'];
  expect(await keptIn(page, 'pages')).toEqual(kept);
  expect((await keptIn(page, 'offline')).sort()).toEqual(['/hi/offline', '/offline', '/pt/offline']);

  const draw = await (await fetch(site.origin + drawPath)).text();
  const drawTitle = /<title>(.*?)(?: · Golden Lotto)?<\/title>/.exec(draw)?.[1] ?? 'no title';
  await page.context().setOffline(true);
  await page.goto(`${site.origin}/results?game=keno`);
  const age = await sentAt(page, '/results?game=keno', 'en-IN');
  expect(await page.locator('.kept-note').textContent()).toBe(
    `You are offline. These results are from ${age}.`,
  );
  expect(await page.locator('h1').textContent()).toBe('Results of Golden Keno 20/80');
  // The service worker also serves the styles.
  expect(await page.locator('.kept-note').evaluate((note) => getComputedStyle(note).textAlign)).toBe(
    'center',
  );
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.goto(`${site.origin}/hi/results`);
  const hindiAge = await sentAt(page, '/hi/results', 'hi-IN');
  expect(await page.locator('.kept-note').textContent()).toBe(`आप ऑफ़लाइन हैं। ये परिणाम ${hindiAge} के हैं।`);

  for (const address of ['/my-accounts', '/search?keyword=keno', '/faq']) {
    await page.goto(site.origin + address);
    expect(await page.locator('h1').textContent()).toBe('You are offline');
    expect(await page.locator('body').textContent()).not.toContain(player.username);
  }
  const links = page.locator('[data-kept] a');
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual(
    kept.slice(0, 3),
  );
  // The text of a link is the title of the cached page without the name of the site.
  expect(await links.last().textContent()).toContain(drawTitle);
  expect(await accessibilityViolations(page)).toEqual([]);
  // Open the page by its URL. A click would prefetch the page, and Chromium prefetches despite the emulated offline
  // state.
  await page.goto(site.origin + drawPath);
  expect(await page.locator('.kept-note').textContent()).toContain('You are offline.');

  await page.context().setOffline(false);
  await page.reload();
  expect(await page.locator('.kept-note').count()).toBe(0);
});

test('the service worker of a new build replaces the old build’s worker, and the old files stay available', async ({
  platform,
  visitor,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'golden-lotto-client-'));
  cpSync(path.join(process.env['TEST_DIST'] || path.join(projectRoot, 'dist'), 'client'), folder, {
    recursive: true,
  });
  for (const ending of ['br', 'gz']) rmSync(path.join(folder, `sw.js.${ending}`));
  // Write this file before the site starts, because the site serves only the files that exist at its start.
  writeFileSync(path.join(folder, 'assets/next-build.js'), 'export {};');
  const site = await startSite({
    platform,
    clock: platform.clock,
    warm: false,
    live: false,
    clientFolder: folder,
  });
  try {
    const page = await visitor.open(site.origin, withWorker);
    await controlled(page);
    const before = await keptIn(page, 'assets');
    expect(before.length).toBeGreaterThan(3);
    const worker = path.join(folder, 'sw.js');
    const source = readFileSync(worker, 'utf8');
    writeFileSync(worker, source.replace(/\/assets\/start-[\w-]+\.js/, '/assets/next-build.js'));
    await page.evaluate(() => {
      navigator.serviceWorker.addEventListener('controllerchange', () => {
        document.documentElement.dataset['replaced'] = '';
      });
    });
    // A navigation makes the browser check for a new worker, but would replace the open page. Therefore the open page
    // calls `update()` itself.
    await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
    await page.locator('[data-replaced]').waitFor();
    await controlled(page);
    expect(await keptIn(page, 'assets')).toEqual(
      expect.arrayContaining([...before, '/assets/next-build.js']),
    );
    const workers = await page.evaluate(async () =>
      (await navigator.serviceWorker.getRegistrations()).map(({ active, waiting }) => [
        active?.state,
        waiting,
      ]),
    );
    expect(workers).toEqual([['activated', null]]);
  } finally {
    await visitor.leave();
    await site.close();
    rmSync(folder, { recursive: true });
  }
});

test('on a slow network, the site shows stored results after three seconds, even if an earlier load of the offline page failed', async ({
  site,
  visitor,
}) => {
  const proxy = await startUpstreamProxy(site.origin);
  visitor.expectProblem(/\/offline|status of 500/);
  try {
    proxy.treat(({ url }) => (url === '/offline' ? 'fail' : 'pass'));
    const page = await visitor.open(`${proxy.url}/results`, withWorker);
    await controlled(page);
    await eventually(async () => expect(proxy.count('/offline')).toBeGreaterThan(0));
    proxy.treat(() => 'pass');
    await eventually(async () => {
      await page.reload();
      expect(await keptIn(page, 'offline')).toEqual(['/offline']);
    });
    proxy.treat(({ url }) => (url === '/results' ? 'hang' : 'pass'));
    await page.reload();
    expect(await page.locator('.kept-note').textContent()).toMatch(
      /^The network is slow\. These results are from \d+ \w+ \d{4}, \d\d:\d\d\.$/,
    );
  } finally {
    await visitor.leave();
    await proxy.close();
  }
});
