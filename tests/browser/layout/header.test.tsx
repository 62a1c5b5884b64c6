import type { Page } from 'playwright-core';
import { renderToString } from 'react-dom/server';
import { describe, expect } from 'vitest';
import { createDocument } from '../../../client/entry-server.tsx';
import type { ClientAssets } from '../../../shared/pages/document.ts';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { type ClientSite, test } from '../../helpers/client-site.tsx';
import { sampleDocument, sampleFrame, translateTo } from '../../helpers/sample-document.ts';
import { emptyHome, sampleHome } from '../../helpers/sample-home.ts';
import { eventually } from '../../helpers/visitor.ts';

const ravi = {
  username: 'RaviKumar',
  avatarImage: 'avatar-04',
  currencyCode: 'INR',
  totalBalance: 12_345_650,
  session: { openedAt: '2026-11-22T08:00:00.000Z', seconds: 36_300, realityCheckSeconds: 0 },
};
const cleared = ['auth_user=; Max-Age=0; Path=/'];
const opened = ['auth_user=1; Max-Age=86400; Path=/'];

function show(site: ClientSite, assets: ClientAssets): void {
  const html = renderToString(createDocument({ ...sampleDocument(sampleHome, { path: '/' }), assets }));
  site.pages.set('/', `<!doctype html>${html}`);
}
const asPlayer = (site: ClientSite) => (page: Page) =>
  page.context().addCookies([{ name: 'auth_user', value: '1', url: site.url }]);
const login = (page: Page) => page.locator('.account__login');
const account = (page: Page) => page.locator('.account__summary');
const balance = (page: Page) => page.locator('.account__balance [data-figure]');
/** Sends a request that changes the session. Then dispatches the event that forms dispatch after such a request. */
const changeSession = (page: Page) =>
  page.evaluate(async () => {
    await fetch('/api/change', { method: 'POST' });
    dispatchEvent(new CustomEvent('session-updated'));
  });
const overflow = (page: Page) =>
  page.evaluate(() => {
    const { children } = document.querySelector('.site-header__inner') ?? document.body;
    return [...children].filter((child) => child.getBoundingClientRect().right > innerWidth + 0.5).length;
  });

describe('header', () => {
  test('shows a visitor the login link and requests no session', async ({ site, client, visitor }) => {
    show(site, client.assets);
    const page = await visitor.open(site.url);
    await page.waitForSelector('html.is-scripted');
    expect(await login(page).isVisible()).toBe(true);
    expect(await account(page).isVisible()).toBe(false);
    expect(site.requests).not.toContain('/api/session');
  });

  test('shows a player’s menu before any script file has run', async ({ site, client, visitor }) => {
    show(site, client.assets);
    site.held.set(client.assets.start, new Promise(() => undefined));
    const page = await visitor.open(site.url, { before: asPlayer(site), waitUntil: 'commit' });
    await account(page).waitFor();
    expect(await login(page).isVisible()).toBe(false);
  });

  test('shows the player’s name and avatar, and the balance in the format of the page’s language', async ({
    site,
    client,
    visitor,
  }) => {
    show(site, client.assets);
    site.calls.set('/api/session', () => ({ body: { player: ravi } }));
    const page = await visitor.open(site.url, { before: asPlayer(site) });
    await eventually(async () => expect(await balance(page).textContent()).toBe('₹1,23,456.50'));
    expect(await page.locator('.account__name').textContent()).toBe('RaviKumar');
    expect(await page.locator('.avatar use').getAttribute('href')).toBe('/avatars.svg#avatar-04');
    expect(await page.locator('.account__clock [data-figure]').textContent()).toBe('10:05');
    const avatar = await page.locator('.avatar use').boundingBox();
    expect(avatar?.width).toBeGreaterThan(24);
  });

  test('shows the player’s name at once, and the balance as soon as the platform answers', async ({
    site,
    client,
    visitor,
  }) => {
    show(site, client.assets);
    const { totalBalance: _, ...withoutBalance } = ravi;
    let player: Partial<typeof ravi> = withoutBalance;
    site.calls.set('/api/session', () => ({ body: { player } }));
    const page = await visitor.open(site.url, { before: asPlayer(site) });
    await eventually(async () =>
      expect(await page.locator('.account__name').textContent()).toBe('RaviKumar'),
    );
    expect(await page.locator('.account__balance').isVisible()).toBe(false);
    player = ravi;
    await balance(page).waitFor();
  });

  test('shows the visitor’s menu after the server has reported that the session has ended', async ({
    site,
    client,
    visitor,
  }) => {
    show(site, client.assets);
    site.calls.set('/api/session', () => ({ body: { player: null }, cookies: cleared }));
    const page = await visitor.open(site.url, { before: asPlayer(site) });
    await login(page).waitFor();
    expect(await account(page).isVisible()).toBe(false);
  });

  test('is updated after a login or logout in another tab', async ({ site, client, visitor }) => {
    show(site, client.assets);
    let cookies = opened;
    site.calls.set('/api/change', () => ({ body: {}, cookies }));
    site.calls.set('/api/session', () => ({ body: { player: ravi } }));
    const page = await visitor.open(site.url);
    const other = await page.context().newPage();
    await other.goto(site.url);
    await other.waitForSelector('html.is-scripted');
    await changeSession(page);
    await account(page).waitFor();
    await account(other).waitFor();
    await eventually(async () => expect(await balance(other).textContent()).toBe('₹1,23,456.50'));
    cookies = cleared;
    await changeSession(page);
    await login(page).waitFor();
    await login(other).waitFor();
    expect(await balance(other).isVisible()).toBe(false);
  });

  test('opens the account menu by keyboard, and restores the focus on Escape', async ({
    site,
    client,
    visitor,
  }) => {
    show(site, client.assets);
    site.calls.set('/api/session', () => ({ body: { player: ravi } }));
    const page = await visitor.open(site.url, { before: asPlayer(site) });
    await page.waitForSelector('.account__menu[data-awake]', { state: 'attached' });
    await account(page).press('ArrowDown');
    const focused = () => page.evaluate(() => document.activeElement?.textContent);
    expect(await focused()).toBe('My account');
    await page.keyboard.press('ArrowDown');
    expect(await focused()).toBe('Wallet');
    await page.keyboard.press('Escape');
    expect(await focused()).toContain('RaviKumar');
    expect(await page.locator('.account__menu').getAttribute('open')).toBeNull();
  });

  test('links to the login page and the account area, even without JavaScript', async ({
    site,
    client,
    visitor,
  }) => {
    show(site, client.assets);
    const page = await visitor.open(site.url, { javaScriptEnabled: false });
    expect(await login(page).getAttribute('href')).toBe('/login');
    expect(await page.getByRole('link', { name: 'My account' }).first().getAttribute('href')).toBe(
      '/my-accounts',
    );
  });

  test('has no login link on the login page itself', async ({ site, client, visitor }) => {
    const html = renderToString(
      createDocument({ ...sampleDocument(sampleHome, { path: '/login' }), assets: client.assets }),
    );
    site.pages.set('/login', `<!doctype html>${html}`);
    const page = await visitor.open(`${site.url}/login`);
    expect(await login(page).count()).toBe(0);
  });
});

/** Returns the visible parts of the header that overlap another part or extend beyond the window. */
const misplaced = (page: Page) =>
  page.evaluate(() => {
    const parts = [
      ...document.querySelectorAll(
        '.brand, .site-header__row, .site-header__demo, .site-header__search, .account > :not(noscript), .account noscript > *, .drawer > summary',
      ),
    ].filter((part) => part.checkVisibility() && part.getBoundingClientRect().width > 0);
    const boxes = parts.map((part) => ({ name: part.className, box: part.getBoundingClientRect() }));
    return boxes
      .filter(
        ({ box }) =>
          box.left < 0 ||
          box.right > innerWidth ||
          boxes.some(
            (other) =>
              other.box !== box &&
              other.box.left < box.right &&
              box.left < other.box.right &&
              other.box.top < box.bottom &&
              box.top < other.box.bottom,
          ),
      )
      .map(({ name }) => name);
  });

/** Returns a short home page in a language, with the main menu of the shipped configuration. */
function homeIn(lang: string, assets: ClientAssets): string {
  const t = translateTo(lang);
  const entries = ['home', 'results', 'games', 'winners', 'promotions', 'blog', 'help'];
  const { menus } = sampleFrame();
  const main = menus.main.map((link, index) => ({ ...link, label: t(`menu.${entries[index]}`) }));
  const html = renderToString(
    createDocument({
      ...sampleDocument(emptyHome, { path: '/', lang, menus: { ...menus, main } }),
      assets,
      t,
    }),
  );
  return `<!doctype html>${html}`;
}

/** Returns the labels of the header's visible links that take more than one line. */
const wrapped = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.site-header__row .menu > li, .account > :is(a, div)')]
      .filter((part) => part.checkVisibility() && part.offsetHeight > 48)
      .map((part) => part.textContent),
  );

const languages = ['en', 'nb', 'pt', 'hi'];

test('the header without JavaScript has no overlapping parts in any language', async ({
  site,
  client,
  visitor,
}) => {
  site.pages.set('/', homeIn('en', client.assets));
  const page = await visitor.open(site.url, { javaScriptEnabled: false });
  for (const lang of languages) {
    site.pages.set('/', homeIn(lang, client.assets));
    await page.goto(site.url);
    for (const width of [320, 360, 767, 768, 1023, 1024, 1200, 1279, 1280, 1440, 1760, 1920]) {
      await page.setViewportSize({ width, height: 700 });
      expect([lang, width, await misplaced(page)]).toEqual([lang, width, []]);
    }
    await page.setViewportSize(viewports.phone);
    await page.locator('.drawer__button').click();
    const link = page.locator('.drawer').getByRole('link', { name: translateTo(lang)('menu.my_account') });
    expect(await link.getAttribute('href')).toBe('/my-accounts');
  }
});

test.for([
  { who: 'visitor', links: ['.account__play', '.account__signup', '.account__login'] },
  { who: 'player', links: ['.account__play', '.account__balance', '.account__summary'] },
])(
  'the wide header of a $who shows the search and the account links beside the menu in every language',
  async ({ who, links }, { site, client, visitor }) => {
    site.pages.set('/', homeIn('en', client.assets));
    site.calls.set('/api/session', () => ({ body: { player: ravi } }));
    const page = await visitor.open(site.url, {
      before: async (opening) => (who === 'player' ? asPlayer(site)(opening) : undefined),
    });
    for (const lang of languages) {
      site.pages.set('/', homeIn(lang, client.assets));
      await page.goto(site.url);
      await page.waitForSelector('html.is-scripted');
      if (who === 'player') await balance(page).waitFor();
      for (const width of [1024, 1279, 1280, 1439, 1440, 1920]) {
        await page.setViewportSize({ width, height: 700 });
        expect([lang, width, await misplaced(page), await wrapped(page)]).toEqual([lang, width, [], []]);
        for (const link of ['.site-header__search', ...links])
          expect([width, link, await page.locator(link).isVisible()]).toEqual([width, link, true]);
        const cut = await page
          .locator('.account__balance')
          .evaluate((part) => part.scrollWidth - part.clientWidth);
        expect([lang, width, cut]).toEqual([lang, width, 0]);
      }
    }
  },
);

test('balls, menu button and logo keep their outlines in forced colours', async ({
  site,
  client,
  visitor,
}) => {
  show(site, client.assets);
  const page = await visitor.open(site.url, { forcedColors: 'active', viewport: viewports.phone });
  const withoutBorder = ['.brand__ball', '.drawer__bars', '.drawn--balls li', '.result-card'].map(
    (selector) =>
      page
        .locator(selector)
        .first()
        .evaluate((element) =>
          getComputedStyle(element).borderTopStyle === 'none' ? element.className : null,
        ),
  );
  expect((await Promise.all(withoutBorder)).filter((name) => name !== null)).toEqual([]);
});

describe.each(['visitor', 'player'] as const)('header of a %s', (who) => {
  test.for([
    { fontSize: 16, widths: [320, 360, 1024, 1280] },
    { fontSize: 32, widths: [320, 360] },
  ])(
    'fits every width with a font size of $fontSize px: $widths',
    async ({ widths, fontSize }, { site, client, visitor }) => {
      show(site, client.assets);
      site.calls.set('/api/session', () => ({ body: { player: ravi } }));
      const page = await visitor.open(site.url, {
        before: async (opening) => {
          const devTools = await opening.context().newCDPSession(opening);
          await devTools.send('Page.setFontSizes', { fontSizes: { standard: fontSize } });
          if (who === 'player') await asPlayer(site)(opening);
        },
      });
      await page.waitForSelector('html.is-scripted');
      if (who === 'player')
        await eventually(async () =>
          expect(await page.locator('.account__name').textContent()).toBe('RaviKumar'),
        );
      const link = page.locator(who === 'player' ? '.account__summary' : '.account__login');
      for (const width of widths) {
        await page.setViewportSize({ width, height: 700 });
        expect([width, await overflow(page), await link.isVisible()]).toEqual([width, 0, true]);
        expect([width, await page.locator('.drawer__button').isVisible()]).toEqual([
          width,
          width < 1024 || fontSize > 16,
        ]);
      }
    },
  );

  test.for([viewports.phone, viewports.desktop])(
    'has no accessibility violation on a screen of this size: %o',
    async (viewport, { site, client, visitor }) => {
      show(site, client.assets);
      site.calls.set('/api/session', () => ({ body: { player: ravi } }));
      const page = await visitor.open(site.url, {
        viewport,
        before: async (opening) => (who === 'player' ? asPlayer(site)(opening) : undefined),
      });
      await page.waitForSelector('html.is-scripted');
      const menu =
        viewport === viewports.phone ? '.drawer__button' : who === 'player' ? '.account__summary' : null;
      if (menu) await page.click(menu);
      expect(await accessibilityViolations(page)).toEqual([]);
    },
  );
});
