import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
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
  /**
   * Opens the page in one tab that all tests with `sameTab` in the file share. Sharing saves two fifths of the
   * processor time, because the tab has already loaded the scripts. Tests with `sameTab` must only read pages. All of
   * these tests must set the same options for the browser context, except `viewport`.
   */
  sameTab?: boolean;
  /** Function to call before the page is loaded. */
  before?: (page: Page) => Promise<unknown>;
  waitUntil?: 'load' | 'parsed' | 'commit';
}

export interface Visitor {
  /** Opens a page in a new browser context or, with `sameTab`, in the shared tab. The default size is 1280 x 800. */
  open(url: string, options?: BrowserContextOptions & Visit): Promise<Page>;
  /** Declares an error that the test causes on purpose, so that this error does not fail the test. */
  expectProblem(pattern: RegExp): void;
  /** Closes all pages except the shared tab. A test that stops the server must call this function first. */
  leave(): Promise<void>;
}

interface Tab {
  page: Page;
  /** Origin of the site under test. Failed requests to other origins are not reported. */
  origin: string;
  /** Receives the errors of the page. The test that has opened the page fails if there is an error. */
  report: (problem: string) => void;
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
  const context = await browser.newContext({
    viewport: viewports.desktop,
    serviceWorkers: 'block',
    ...options,
  });
  await context.addInitScript(reportBlocked);
  const tab: Tab = { page: await context.newPage(), origin: '', report: () => undefined };
  collectProblems(tab);
  return tab;
}

/**
 * Vitest's `test` with one Chromium for each worker and a `visitor` for each test. After each test, all pages except
 * the shared tab of `sameTab` are closed. A test fails if a page has an uncaught error, a console.error, a blocked
 * resource or a failed same-site request.
 */
export const test = base
  .extend('launch', { scope: 'worker' }, () => launchBrowser)
  .extend('browser', { scope: 'worker' }, async ({ launch }, { onCleanup }) => {
    const browser = await launch(flags);
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('sharedTab', { scope: 'file' }, ({ browser }, { onCleanup }) => {
    let tab: Promise<Tab> | undefined;
    onCleanup(async () => (await tab)?.page.context().close());
    return (options: BrowserContextOptions): Promise<Tab> => (tab ??= newTab(browser, options));
  })
  .extend('visitor', async ({ browser, sharedTab }, { onCleanup }): Promise<Visitor> => {
    const contexts: BrowserContext[] = [];
    const problems: string[] = [];
    const expected: RegExp[] = [];
    const leave = async () => {
      await Promise.all(contexts.splice(0).map((context) => context.close()));
    };
    onCleanup(async () => {
      await leave();
      const unexpected = problems.filter((problem) => !expected.some((pattern) => pattern.test(problem)));
      if (unexpected.length > 0) throw new Error(`Problems in the page:\n${unexpected.join('\n')}`);
    });
    return {
      async open(url, { before, waitUntil = 'load', sameTab = false, ...options } = {}) {
        const tab = await (sameTab ? sharedTab(options) : newTab(browser, options));
        const { page } = tab;
        // An earlier test may have changed the size of the shared tab.
        if (sameTab) await page.setViewportSize(options.viewport ?? viewports.desktop);
        else contexts.push(page.context());
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
