import type { Page } from 'playwright-core';
import type { SiteConfig } from '../../server/config/site-config.ts';
import { startPlatform } from './platform.ts';
import { gamesOf } from './platform-games.ts';
import { startSite } from './site.ts';
import { startUpstreamProxy } from './upstream-proxy.ts';
import { test as base, becomesTrue } from './visitor.ts';

type Pattern = Partial<SiteConfig['setup']['pattern']>;

/**
 * A `test` with a browser, a real platform with one game, and a site in English and Norwegian. The tests of a file
 * share the browser, the platform, the site, and the proxy between site and platform. `pattern` selects the variants of
 * the forms.
 */
export const test = base
  .extend('pattern', { scope: 'file' }, (): Pattern => ({}))
  .extend('now', { scope: 'file' }, () => new Date('2026-11-21T12:02:00Z'))
  .extend('platform', { scope: 'file' }, async ({ now }, { onCleanup }) => {
    const platform = await startPlatform({
      now,
      catalogue: gamesOf('jaldi'),
      config: {
        siteUrl: 'https://lotto.example',
        siteLanguages: ['en', 'hi', 'pt', 'nb'],
        supportEmail: 'support@lotto.example',
      },
    });
    onCleanup(() => platform.stop());
    await platform.deps.engine.tick();
    return platform;
  })
  .extend('proxy', { scope: 'file' }, async ({ platform }, { onCleanup }) => {
    const proxy = await startUpstreamProxy(platform.url);
    onCleanup(() => proxy.close());
    return proxy;
  })
  .extend('site', { scope: 'file' }, async ({ proxy, pattern }, { onCleanup }) => {
    const site = await startSite({
      platform: proxy,
      warm: false,
      live: false,
      // The tests submit forms far more often than a player does. The rate limit for page loads is therefore off, and
      // the rate limit for calls is raised.
      env: { PAGE_LOADS_PER_MINUTE: '0', CALL_RATE_PERCENT: '10000' },
      config: (config) => {
        Object.assign(config.setup.pattern, pattern);
      },
    });
    onCleanup(() => site.close());
    return site;
  });

/** The open popup. */
export const dialog = (page: Page) => page.locator('dialog[open]');

/** Returns the place and the size of the open popup in px. Both are undefined while no popup is open. */
export const dialogBox = (page: Page) =>
  page.evaluate(() => {
    const { x, y, width, height } = document.querySelector('dialog[open]')?.getBoundingClientRect() ?? {};
    return { x, y, width, height };
  });

/**
 * Opens a popup by clicking a temporary button with `data-popup` and `data-popup-props`, the attributes that the site’s
 * links use.
 */
export async function openPopup(page: Page, code: string, props: object = {}): Promise<void> {
  await page.evaluate(
    ([popup, popupProps]) => {
      const opener = document.body.appendChild(document.createElement('button'));
      Object.assign(opener.dataset, { popup, popupProps });
      opener.click();
      opener.remove();
    },
    [code, JSON.stringify(props)] as const,
  );
  await dialog(page).waitFor();
}

/**
 * Presses Tab until the element has the focus. First waits for the element, because a page that still loads may not
 * contain it yet.
 * @throws if Tab does not reach the element
 */
export async function tabTo(page: Page, selector: string): Promise<void> {
  const isThere = () => page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector);
  await page.locator(selector).filter({ visible: true }).first().waitFor();
  for (let presses = 0; presses < 80; presses++) {
    if (await isThere()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not lead to ${selector}`);
}

/**
 * Presses Tab until the element has the focus, checks that the player can see the focus, and presses Enter.
 * @throws if the focused element has no outline, or is covered or outside the window
 */
export async function press(page: Page, selector: string): Promise<void> {
  await tabTo(page, selector);
  const seen = await page.evaluate(() => {
    const element = document.activeElement;
    if (!element) return null;
    const { left, top, width, height } = element.getBoundingClientRect();
    const at = document.elementFromPoint(left + width / 2, top + height / 2);
    const { outlineStyle, outlineWidth } = getComputedStyle(element);
    return { isOnTop: at !== null && element.contains(at), outlineStyle, outlineWidth };
  });
  if (!seen?.isOnTop || seen.outlineStyle === 'none' || seen.outlineWidth === '0px')
    throw new Error(`The focus of ${selector} cannot be seen: ${JSON.stringify(seen)}`);
  await page.keyboard.press('Enter');
}

/** Resolves when an element that matches the selector has the focus. */
export const focusOn = async (page: Page, selector: string): Promise<void> => {
  await becomesTrue(page, (wanted) => document.activeElement?.matches(wanted) === true, selector);
};

/** Presses Tab until a field has the focus, and types into it. */
export async function typeInto(page: Page, name: string, text: string): Promise<void> {
  await tabTo(page, `[name="${name}"]`);
  await page.keyboard.type(text);
}

export const focusedName = (page: Page): Promise<string | null> =>
  page.evaluate(() => document.activeElement?.getAttribute('name') ?? null);

/**
 * Waits until React has hydrated the account area and has moved the streamed content into its place. Links of the area
 * then load no new document, and elements of the streamed content can get the focus.
 */
export const hydrated = (page: Page, part = '.account-area') =>
  becomesTrue(
    page,
    (selector) =>
      Object.keys(document.querySelector(selector) ?? {}).some((key) => key.startsWith('__reactFiber')) &&
      !document.querySelector('[hidden][id^="accountS:"]'),
    part,
  );

/** The line above a screen of the account area that reports what a submitted form has done. */
export const noticeOf = (page: Page) => page.locator('.account-area__notice');
