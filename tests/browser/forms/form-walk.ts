import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { test as base } from '../../helpers/form-site.ts';
import type { Visitor } from '../../helpers/visitor.ts';

/**
 * Each form is tested with the keyboard alone, with and without script, on a desktop in English and on a phone in
 * Norwegian. Each form is tested in two of the four combinations.
 */
export const pairs = [
  [
    { script: true, size: 'desktop', prefix: '' },
    { script: false, size: 'phone', prefix: '/nb' },
  ],
  [
    { script: true, size: 'phone', prefix: '/nb' },
    { script: false, size: 'desktop', prefix: '' },
  ],
] as const;

/** The titles that the forms show after a success, for each language. */
export const done = {
  '': {
    password: 'Your password is changed',
    sent: 'Your message has been sent',
    requested: 'Your request has been sent',
    stopped: 'No more invitations',
    welcome: 'Welcome to Golden Lotto',
  },
  '/nb': {
    password: 'Passordet er endret',
    sent: 'Meldingen er sendt',
    requested: 'Forespørselen er sendt',
    stopped: 'Ingen flere invitasjoner',
    welcome: 'Velkommen til Golden Lotto',
  },
} as const;

type Way = (typeof pairs)[number][number];

/** A `test` with a function that opens a page of the site in one of these combinations. */
export const test = base.extend('open', ({ site, visitor }) => ({
  page(path: string, { script, size, prefix }: Way): Promise<Page> {
    // Without script, the answer to an invalid form has an HTTP error status, which Chromium logs.
    if (!script) visitor.expectProblem(/status of 422/);
    return visitor.open(`${site.origin}${prefix}${path}`, {
      viewport: viewports[size],
      javaScriptEnabled: script,
    });
  },
}));

/**
 * Opens a copy of a page's HTML, so that axe can run in the copy. The copy contains no scripts, because scripts would
 * change the HTML.
 */
async function copyOf(page: Page, { size }: Way, visitor: Visitor): Promise<Page> {
  const html = await page.content();
  const body = html.replaceAll(/<script\b.*?<\/script>/gs, '').replaceAll(/<\/?noscript>/g, '');
  return visitor.open(page.url(), {
    viewport: viewports[size],
    before: (copy) =>
      copy.route(
        ({ href }) => href === page.url(),
        (route) => route.fulfill({ body, contentType: 'text/html; charset=utf-8' }),
      ),
  });
}

/** Expects that axe finds nothing and that the page is not wider than the screen. */
export const expectSound = async (page: Page, way: Way, visitor: Visitor): Promise<void> => {
  const checked = way.script ? page : await copyOf(page, way, visitor);
  expect(await accessibilityViolations(checked)).toEqual([]);
  if (checked !== page) await checked.context().close();
  const [scrolled, client] = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return [scrollWidth, clientWidth];
  });
  expect(scrolled).toBe(client);
};
