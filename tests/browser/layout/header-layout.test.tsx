import type { Page } from 'playwright-core';
import { renderToString } from 'react-dom/server';
import { describe, expect } from 'vitest';
import { createDocument } from '../../../client/entry-server.tsx';
import type { ClientAssets } from '../../../shared/pages/document.ts';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { test } from '../../helpers/client-site.tsx';
import { sampleDocument, sampleFrame, translateTo } from '../../helpers/sample-document.ts';
import { emptyHome } from '../../helpers/sample-home.ts';
import { eventually } from '../../helpers/visitor.ts';
import { asPlayer, balance, ravi, show } from './header-page.ts';

const overflow = (page: Page) =>
  page.evaluate(() => {
    const { children } = document.querySelector('.site-header__inner') ?? document.body;
    return [...children].filter((child) => child.getBoundingClientRect().right > innerWidth + 0.5).length;
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
      await page.locator('html.is-scripted').waitFor();
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
      await page.locator('html.is-scripted').waitFor();
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
      await page.locator('html.is-scripted').waitFor();
      const menu =
        viewport === viewports.phone ? '.drawer__button' : who === 'player' ? '.account__summary' : null;
      if (menu) await page.click(menu);
      expect(await accessibilityViolations(page)).toEqual([]);
    },
  );
});
