import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { test as base, vi } from 'vitest';
import { chromiumFlags, fewPixelsFlags, launchBrowser, viewports } from './browser.ts';

/** Repeats the check until it passes. The time limit is long because test machines can be busy. */
export const eventually = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 });

/**
 * Resolves when the condition is true in the page. Playwright's `waitForFunction` is not used, because it first loads a
 * script of 345 kB into the page, which takes more processor time than the repeated calls.
 */
export const becomesTrue = (
  page: Page,
  condition: (argument: string) => boolean,
  argument = '',
): Promise<void> =>
  eventually(async () => {
    if (!(await page.evaluate(condition, argument)))
      throw new Error(`This stays false: ${condition.toString()}`);
  });

/** If the variable PICTURES is set, the tests store screenshots, so Chromium must paint whole pages. */
const flags = process.env['PICTURES'] ? chromiumFlags : fewPixelsFlags;

interface Visit {
  /** Function to call before the page is loaded. */
  before?: (page: Page) => Promise<unknown>;
  waitUntil?: 'load' | 'parsed' | 'commit';
  /** True for a new tab, which has cached no file of the site. By default, earlier tests may have used the tab. */
  isFirst?: boolean;
}

export interface Visitor {
  /** Opens a page in a browser context without cookies or stored data. The default size is 1280 x 800. */
  open(url: string, options?: BrowserContextOptions & Visit): Promise<Page>;
  /** Declares an error that the test causes on purpose, so that this error does not fail the test. */
  expectProblem(pattern: RegExp): void;
  /** Closes all pages of the test. A test that stops the server must call this function first. */
  leave(): Promise<void>;
}

interface Tab {
  page: Page;
  /** Origin of the site under test. Failed requests to other origins are not reported. */
  origin: string;
  /** Receives the errors of the page. The test that has opened the page fails if there is an error. */
  report: (problem: string) => void;
  /** Whether a test has changed the tab for good. No other test then uses the tab. */
  isAltered: boolean;
}

function collectProblems(tab: Tab): void {
  const { page } = tab;
  page.on('console', (message) => {
    if (message.type() === 'error') tab.report(`console.error: ${message.text()}`);
  });
  page.on('pageerror', (error) =>
    tab.report(`uncaught: ${error.stack || `${error.name}: ${error.message}`}`),
  );
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Aborted requests are not errors, because the browser aborts requests when the test leaves the page or closes an
    // event stream.
    if (reason === 'net::ERR_ABORTED') return;
    if (request.url().startsWith(tab.origin)) tab.report(`request failed: ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    const isPage = response.request().isNavigationRequest();
    if (response.status() >= 400 && !isPage && response.url().startsWith(tab.origin))
      tab.report(`answered ${response.status()}: ${response.url()}`);
  });
}

/** Runs in the page before the page's own scripts, and reports what the content security policy blocks. */
function reportBlocked(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    console.error(`blocked by ${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`);
  });
}

async function newTab(browser: Browser, options: BrowserContextOptions): Promise<Tab> {
  // A service worker would hide requests from a test that changes or counts them.
  const context = await browser.newContext({ serviceWorkers: 'block', ...options });
  await context.addInitScript(reportBlocked);
  const page = await context.newPage();
  const tab: Tab = { page, origin: '', report: () => undefined, isAltered: false };
  collectProblems(tab);
  noteAlterations(tab);
  return tab;
}

/** Notes whether a test makes a change to the tab that `clean` cannot undo. */
function noteAlterations(tab: Tab): void {
  const { page } = tab;
  const context = page.context();
  const watch = <Target extends object>(target: Target, ...names: (keyof Target)[]) => {
    for (const name of names) {
      const method = target[name];
      if (typeof method !== 'function') throw new Error(`Playwright has no method ${String(name)}`);
      Object.assign(target, {
        [name]: (...args: unknown[]) => {
          tab.isAltered = true;
          return Reflect.apply(method, target, args);
        },
      });
    }
  };
  watch(
    page,
    'addInitScript',
    'exposeFunction',
    'exposeBinding',
    'emulateMedia',
    'setExtraHTTPHeaders',
    'close',
  );
  watch(page.clock, 'install', 'setFixedTime', 'setSystemTime', 'pauseAt');
  watch(
    context,
    'addInitScript',
    'exposeFunction',
    'exposeBinding',
    'grantPermissions',
    'newCDPSession',
    'setOffline',
    'route',
    'close',
  );
}

/**
 * Removes what a test has left in a tab: other pages, routes, cookies and stored data of the site.
 * @returns whether another test may use the tab
 */
async function clean(tab: Tab): Promise<boolean> {
  const { page, origin } = tab;
  const context = page.context();
  tab.report = () => undefined;
  try {
    const others = context.pages().filter((other) => other !== page);
    await Promise.all(others.map((other) => other.close()));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    // Leave the test's page first, because it may still store data. The next document has the same origin, so that the
    // tab keeps its process, with all scripts that the process has compiled.
    await page.goto(`${origin}/robots.txt`, { timeout: 10_000 });
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.clearCookies();
  } catch {
    return false;
  }
  return true;
}

/** The tabs of a test file. */
interface Tabs {
  /** Returns a tab with these settings that no test uses at the moment, or a new tab. */
  take(settings: BrowserContextOptions, isFirst: boolean): Promise<Tab>;
  /** Cleans the tab for the next test, or closes it. */
  giveBack(tab: Tab, settings: BrowserContextOptions): Promise<void>;
}

/**
 * The Chromium of this worker. It is not kept by the fixture alone, because vitest creates a fixture of the scope
 * `worker` again for each `test` that extends the first one, which nearly every test file does.
 */
let ofWorker: Promise<Browser> | undefined;

/**
 * Vitest's `test` with one Chromium for each worker and a `visitor` for each test. After each test, all its pages are
 * closed. A test fails if a page has an uncaught error, a console.error, a blocked resource or a failed same-site
 * request.
 */
export const test = base
  .extend('launch', { scope: 'worker' }, () => launchBrowser)
  .extend('browser', { scope: 'worker' }, async ({ launch }, { onCleanup }) => {
    ofWorker ??= launch(flags);
    const browser = await ofWorker;
    onCleanup(() => browser.close());
    return browser;
  })
  /**
   * The tests of a file use the same tabs one after the other. A tab that has already loaded the scripts of the site
   * needs only a third of the processor time for a visit.
   */
  .extend('tabs', { scope: 'file' }, ({ browser }, { onCleanup }): Tabs => {
    const spare = new Map<string, Tab[]>();
    onCleanup(async () => {
      for (const { page } of [...spare.values()].flat()) await page.context().close();
    });
    return {
      async take(settings, isFirst) {
        const found = isFirst ? undefined : spare.get(JSON.stringify(settings))?.pop();
        return found ?? newTab(browser, settings);
      },
      async giveBack(tab, settings) {
        if (tab.isAltered || !(await clean(tab))) return tab.page.context().close();
        const key = JSON.stringify(settings);
        spare.set(key, [...(spare.get(key) ?? []), tab]);
      },
    };
  })
  .extend('visitor', async ({ tabs }, { onCleanup }): Promise<Visitor> => {
    const used = new Map<Tab, BrowserContextOptions>();
    const problems: string[] = [];
    const expected: RegExp[] = [];
    const leave = async () => {
      const left = [...used];
      used.clear();
      await Promise.all(left.map(([tab, settings]) => tabs.giveBack(tab, settings)));
    };
    onCleanup(async () => {
      await leave();
      const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
      if (unexpected.length > 0) throw new Error(`Problems in the page:\n${unexpected.join('\n')}`);
    });
    return {
      async open(url, options = {}) {
        const {
          before,
          waitUntil = 'load',
          isFirst = false,
          viewport = viewports.desktop,
          ...settings
        } = options;
        const tab = await tabs.take(settings, isFirst);
        used.set(tab, settings);
        const { page } = tab;
        if (viewport) await page.setViewportSize(viewport);
        tab.origin = new URL(url).origin;
        tab.report = (problem) => void problems.push(problem);
        await before?.(page);
        // Do not wait for DOMContentLoaded, because this event waits for the start script, which some tests delay.
        await page.goto(url, { waitUntil: waitUntil === 'parsed' ? 'commit' : waitUntil });
        if (waitUntil === 'parsed') await becomesTrue(page, () => document.readyState !== 'loading');
        return page;
      },
      expectProblem: (pattern) => void expected.push(pattern),
      leave,
    };
  });
