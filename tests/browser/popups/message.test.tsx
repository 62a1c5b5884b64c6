import type { Page } from 'playwright-core';
import { renderToString } from 'react-dom/server';
import { describe, expect } from 'vitest';
import { createDocument } from '../../../client/entry-server.tsx';
import type { ClientAssets } from '../../../shared/pages/document.ts';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { type ClientSite, test } from '../../helpers/client-site.tsx';
import { sampleDocument, sampleTranslate } from '../../helpers/sample-document.ts';
import { sampleHome } from '../../helpers/sample-home.ts';
import { samplePage } from '../../helpers/sample-pages.ts';
import { eventually, type Visitor } from '../../helpers/visitor.ts';

const ravi = { username: 'RaviKumar', avatarImage: 'avatar-04', currencyCode: 'INR', totalBalance: 0 };
const cleared = ['auth_user=; Max-Age=0; Path=/'];

function show(site: ClientSite, assets: ClientAssets): void {
  const put = (path: string, page: Parameters<typeof sampleDocument>[0]) => {
    const html = renderToString(createDocument({ ...sampleDocument(page, { path }), assets }));
    site.pages.set(path, `<!doctype html>${html}`);
  };
  put('/', sampleHome);
  put('/winners', samplePage('winners'));
}

async function openAsPlayer(
  site: ClientSite,
  assets: ClientAssets,
  visitor: Visitor,
  options: Parameters<Visitor['open']>[1] = {},
) {
  show(site, assets);
  site.calls.set('/api/session', () => ({ body: { player: ravi } }));
  const page = await visitor.open(`${site.url}/winners`, {
    before: (opening: Page) =>
      opening.context().addCookies([{ name: 'auth_user', value: '1', url: site.url }]),
    ...options,
  });
  await page.locator('html.is-scripted').waitFor();
  return page;
}

const dialog = (page: Page) => page.getByRole('dialog');
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent?.trim());

async function openLogout(page: Page): Promise<void> {
  await page.click('.account__summary');
  await page.locator('.account [data-popup="5"]').click();
  await dialog(page).waitFor();
}

describe('logout popup', () => {
  test('asks for confirmation, and on Cancel, Escape or a click on the backdrop closes without a logout', async ({
    site,
    client,
    visitor,
  }) => {
    const page = await openAsPlayer(site, client.assets, visitor);
    for (const leave of [
      () => dialog(page).getByRole('button', { name: 'Cancel' }).click(),
      () => page.keyboard.press('Escape'),
      () => page.mouse.click(5, 400),
    ]) {
      await openLogout(page);
      expect(await dialog(page).getAttribute('aria-labelledby')).not.toBeNull();
      expect(await focused(page)).toBe('Log out');
      await leave();
      await dialog(page).waitFor({ state: 'detached' });
      await page.keyboard.press('Escape');
    }
    expect(site.requests.filter((path) => path === '/api/accounts/logout')).toEqual([]);
    expect(await page.locator('.account__summary').isVisible()).toBe(true);
  });

  test('closes after a click on a link that opens another page in this tab, and stays open after a click on any other link', async ({
    site,
    client,
    visitor,
  }) => {
    const page = await openAsPlayer(site, client.assets, visitor);
    await openLogout(page);
    const staysOpen = (link: object, click: Record<string, boolean | number> = {}) =>
      dialog(page).evaluate(
        (element, [attributes, options]) => {
          const added = Object.assign(document.createElement('a'), attributes);
          element.append(added);
          document.addEventListener('click', (event) => event.preventDefault(), { once: true });
          added.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...options }));
          return element.matches('[open]');
        },
        [link, click] as const,
      );
    for (const link of [
      { href: '/results', target: '_blank' },
      { href: '/results.csv', download: 'results.csv' },
      { href: 'mailto:help@lotto.example' },
      { href: 'tel:+911234' },
      { href: '#content' },
    ])
      expect([link, await staysOpen(link)]).toEqual([link, true]);
    for (const click of [
      { ctrlKey: true },
      { metaKey: true },
      { shiftKey: true },
      { altKey: true },
      { button: 1 },
    ])
      expect([click, await staysOpen({ href: '/results' }, click)]).toEqual([click, true]);
    expect(await staysOpen({ href: '/results' })).toBe(false);
  });

  test('logs out, shows a confirmation, and opens the home page with the visitor’s menu', async ({
    site,
    client,
    visitor,
  }) => {
    const page = await openAsPlayer(site, client.assets, visitor);
    site.calls.set('/api/accounts/logout', () => ({
      body: { success: true, firstCode: '10000', data: {} },
      cookies: cleared,
    }));
    await openLogout(page);
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Logged out' }).waitFor();
    await page.locator('.account__login').waitFor();
    expect(new URL(page.url()).pathname).toBe('/winners');
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.url}/`);
    expect(await page.locator('.account__login').isVisible()).toBe(true);
  });

  test('stays open and shows the error when the platform rejects the logout', async ({
    site,
    client,
    visitor,
  }) => {
    visitor.expectProblem(/429/);
    const page = await openAsPlayer(site, client.assets, visitor);
    site.calls.set('/api/accounts/logout', () => ({
      status: 429,
      body: { success: false, firstCode: '15429' },
    }));
    await openLogout(page);
    await page.keyboard.press('Enter');
    expect(await dialog(page).getByRole('alert').textContent()).toBe(sampleTranslate('code.15429'));
  });

  test.for([viewports.small, viewports.desktop])(
    'fits the viewport %o and has no accessibility violation',
    async (viewport, { site, client, visitor }) => {
      const page = await openAsPlayer(site, client.assets, visitor, { viewport });
      await openLogout(page);
      const box = await dialog(page).boundingBox();
      expect(box?.width).toBeLessThanOrEqual(Math.min(300, viewport.width - 32));
      expect(box?.width).toBeGreaterThan(270);
      expect(await accessibilityViolations(page)).toEqual([]);
    },
  );

  test('locks the scrolling of the page while it is open', async ({ site, client, visitor }) => {
    const page = await openAsPlayer(site, client.assets, visitor);
    await openLogout(page);
    await page.mouse.wheel(0, 600);
    await page.evaluate(
      () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
    );
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.keyboard.press('Escape');
    await dialog(page).waitFor({ state: 'detached' });
    await page.mouse.wheel(0, 600);
    await eventually(async () => expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0));
  });

  test('loads its script and texts when its link is hovered', async ({ site, client, visitor }) => {
    const page = await openAsPlayer(site, client.assets, visitor);
    await page.click('.account__summary');
    expect(site.requests).not.toContain('/locale/en/popups.json');
    await page.hover('.account [data-popup="5"]');
    await eventually(() => expect(site.requests).toContain('/locale/en/popups.json'));
    expect(await dialog(page).count()).toBe(0);
  });

  test('opens on a click even if the page’s islands have not loaded', async ({ site, client, visitor }) => {
    site.held.set('/locale/en/popups.json', new Promise((resolve) => setTimeout(resolve, 400)));
    const page = await openAsPlayer(site, client.assets, visitor, { waitUntil: 'commit' });
    await page.evaluate(() => document.querySelector<HTMLElement>('.account [data-popup="5"]')?.click());
    await page.evaluate(() => document.querySelector<HTMLElement>('.account [data-popup="5"]')?.click());
    await dialog(page).waitFor();
    expect(await dialog(page).count()).toBe(1);
  });

  test('is replaced by the logout page if the popup’s texts cannot be loaded', async ({
    site,
    client,
    visitor,
  }) => {
    visitor.expectProblem(/popups\.json|404/);
    const page = await openAsPlayer(site, client.assets, visitor);
    site.pages.set('/logout', '<!doctype html><title>Log out</title><h1>Log out</h1>');
    site.pages.set('/locale/en/popups.json', '<h1>Not JSON</h1>');
    await page.click('.account__summary');
    await page.locator('.account [data-popup="5"]').click();
    await page.waitForURL(`${site.url}/logout`);
  });
});

describe('client event', () => {
  test.for([
    { event: 'network-failed', title: 'No connection' },
    { event: 'technical-issue', title: 'Technical problem' },
  ])(
    '`$event` opens its message only once, and OK closes the message',
    async ({ event, title }, { site, client, visitor }) => {
      show(site, client.assets);
      const page = await visitor.open(`${site.url}/winners`);
      await page.locator('html.is-scripted').waitFor();
      const announce = () => page.evaluate((name) => void dispatchEvent(new CustomEvent(name)), event);
      await announce();
      await announce();
      await page.getByRole('dialog', { name: title }).waitFor();
      expect(await dialog(page).count()).toBe(1);
      await page.keyboard.press('Enter');
      await dialog(page).waitFor({ state: 'detached' });
      expect(new URL(page.url()).pathname).toBe('/winners');
    },
  );

  test.for(['Enter', 'Escape'])(
    '`session-expired` opens a message, and %s then opens the home page with the visitor’s menu',
    async (key, { site, client, visitor }) => {
      const page = await openAsPlayer(site, client.assets, visitor);
      site.calls.set('/api/session', () => ({ body: { player: null }, cookies: cleared }));
      await page.evaluate(() => void dispatchEvent(new CustomEvent('session-expired')));
      await page.getByRole('dialog', { name: 'Session expired' }).waitFor();
      await page.keyboard.press(key);
      await page.waitForURL(`${site.url}/`);
      await page.locator('.account__login').waitFor();
    },
  );
});
