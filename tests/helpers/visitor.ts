import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { test as base, vi } from 'vitest';
import { launchBrowser, viewports } from './browser.ts';

/** Repeats the check until it passes. The time limit is long because test machines can be busy. */
export const eventually = <Result>(check: () => Result | Promise<Result>): Promise<Result> =>
  vi.waitFor(check, { timeout: 20_000, interval: 20 });

interface Visit {
  /** This function is called before the page is loaded. */
  before?: (page: Page) => Promise<unknown>;
  waitUntil?: 'load' | 'domcontentloaded' | 'commit';
}

export interface Visitor {
  /** Opens a page in a new browser context, 1280 x 800 by default. */
  open(url: string, options?: BrowserContextOptions & Visit): Promise<Page>;
  /** Declares an error that the test causes on purpose, so that this error does not fail the test. */
  expectProblem(pattern: RegExp): void;
  /** Closes all pages. If a test stops the server, it must call this function first. */
  leave(): Promise<void>;
}

/** Collects the errors of a page in `problems`. The test fails if `problems` is not empty. */
function collectProblems(page: Page, origin: string, problems: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console.error: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`uncaught: ${error.stack ?? error.message}`));
  page.on('requestfailed', (request) => {
    const reason = request.failure()?.errorText ?? '';
    // Aborted requests are not errors, because the browser aborts requests when the test leaves the page or closes an
    // event stream.
    if (reason === 'net::ERR_ABORTED') return;
    if (request.url().startsWith(origin)) problems.push(`request failed: ${request.url()} ${reason}`);
  });
  page.on('response', (response) => {
    const isPage = response.request().isNavigationRequest();
    if (response.status() >= 400 && !isPage && response.url().startsWith(origin))
      problems.push(`answered ${response.status()}: ${response.url()}`);
  });
}

/** Runs in the page before the page's own scripts, and reports what the content security policy blocks. */
function reportBlocked(): void {
  document.addEventListener('securitypolicyviolation', (event) => {
    console.error(`blocked by ${event.effectiveDirective}: ${event.blockedURI} ${event.sample}`);
  });
}

/**
 * Vitest's `test` with one Chromium for each file and a `visitor` for each test. After the test all pages are closed.
 * A test fails if a page has an uncaught error, a console.error, a blocked resource or a failed same-site request.
 */
export const test = base
  .extend('launch', { scope: 'file' }, () => launchBrowser)
  .extend('browser', { scope: 'file' }, async ({ launch }, { onCleanup }) => {
    const browser = await launch();
    onCleanup(() => browser.close());
    return browser;
  })
  .extend('visitor', async ({ browser }, { onCleanup }): Promise<Visitor> => {
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
      async open(url, { before, waitUntil = 'load', ...options } = {}) {
        const context = await browser.newContext({ viewport: viewports.desktop, ...options });
        contexts.push(context);
        await context.addInitScript(reportBlocked);
        const page = await context.newPage();
        collectProblems(page, new URL(url).origin, problems);
        await before?.(page);
        await page.goto(url, { waitUntil });
        return page;
      },
      expectProblem: (pattern) => void expected.push(pattern),
      leave,
    };
  });
