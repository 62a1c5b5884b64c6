import type { Page } from 'playwright-core';
import { renderToString } from 'react-dom/server';
import { describe, expect } from 'vitest';
import { createDocument } from '../../../client/entry-server.tsx';
import type { ClientAssets } from '../../../shared/pages/document.ts';
import type { Frame } from '../../../shared/pages/frame.ts';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { type ClientSite, test } from '../../helpers/client-site.tsx';
import { sampleDocument } from '../../helpers/sample-document.ts';
import { samplePage } from '../../helpers/sample-pages.ts';
import { eventually } from '../../helpers/visitor.ts';

const ravi = { username: 'RaviKumar', avatarImage: 'avatar-04', currencyCode: 'INR', totalBalance: 500 };

function show(site: ClientSite, assets: ClientAssets, frame: Partial<Frame> = {}): void {
  const path = `${frame.langPrefix ?? ''}/winners`;
  const props = { ...sampleDocument(samplePage('winners'), { path: '/winners', ...frame }), assets };
  site.pages.set(path, `<!doctype html>${renderToString(createDocument(props))}`);
  site.calls.set('/api/accounts/login', (body) =>
    JSON.parse(body).data.password === 'Right-horse-7'
      ? {
          body: { success: true, firstCode: '10000', data: { userData: ravi } },
          cookies: ['auth_user=1; Path=/'],
        }
      : { body: { success: false, firstCode: '15111' } },
  );
  site.calls.set('/api/session', () => ({ body: { player: ravi } }));
}

const dialog = (page: Page) => page.getByRole('dialog', { name: 'Log in' });
const focusedName = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('name'));

async function openLogin(page: Page): Promise<void> {
  await page.locator('html.is-scripted').waitFor();
  await page.locator('.account__login').click();
  await dialog(page).waitFor();
}

/** Selects the variant of the popup, as the setting in site_setup.json does. */
const withPattern = (site: ClientSite, login: 'content' | 'banner') =>
  site.pages.set('/environment/site_setup.json', JSON.stringify({ pattern: { login, forgot: 'wizard' } }));

describe('login popup', () => {
  test('logs in by keyboard alone, closes, and updates the header without a page load', async ({
    site,
    client,
    visitor,
  }) => {
    show(site, client.assets);
    const page = await visitor.open(`${site.url}/winners`);
    await page.evaluate(() => document.body.setAttribute('data-same', ''));
    await page.locator('html.is-scripted').waitFor();
    await page.locator('.account__login').focus();
    await page.keyboard.press('Enter');
    await dialog(page).waitFor();
    expect(await focusedName(page)).toBe('username');
    await page.keyboard.type('RaviKumar');
    await page.keyboard.press('Tab');
    expect(await focusedName(page)).toBe('password');
    await page.keyboard.type('Right-horse-7');
    await page.keyboard.press('Enter');
    await dialog(page).waitFor({ state: 'detached' });
    await page.locator('.account__summary').waitFor();
    await eventually(async () =>
      expect(await page.locator('.account__balance [data-figure]').textContent()).toBe('₹5'),
    );
    expect(await page.locator('body').getAttribute('data-same')).toBe('');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('content');
  });

  test('shows a rejected login in a message popup, and keeps its form', async ({ site, client, visitor }) => {
    show(site, client.assets);
    const page = await visitor.open(`${site.url}/winners`);
    await openLogin(page);
    await dialog(page).getByLabel('Username').fill('RaviKumar');
    await dialog(page).getByLabel('Password', { exact: true }).fill('Wrong-horse-7');
    await page.keyboard.press('Enter');
    const message = page.getByRole('dialog', { name: 'Not possible' });
    await message.getByText('Wrong username or password.').waitFor();
    await page.keyboard.press('Enter');
    await message.waitFor({ state: 'detached' });
    expect(await dialog(page).getByLabel('Username').inputValue()).toBe('RaviKumar');
    expect(await page.locator('.account__login').isVisible()).toBe(true);
  });

  test('shows the first invalid field’s error and sends no request', async ({ site, client, visitor }) => {
    show(site, client.assets);
    const page = await visitor.open(`${site.url}/winners`);
    await openLogin(page);
    await page.keyboard.press('Enter');
    await dialog(page).getByText('Enter a username.').waitFor();
    expect(await focusedName(page)).toBe('username');
    expect(site.requests).not.toContain('/api/accounts/login');
  });

  test.for(['Escape', 'button', 'backdrop'])(
    'closes on %s and returns the focus to the link that opened it',
    async (way, { site, client, visitor }) => {
      show(site, client.assets);
      const page = await visitor.open(`${site.url}/winners`);
      await openLogin(page);
      if (way === 'Escape') await page.keyboard.press('Escape');
      else if (way === 'button') await dialog(page).getByRole('button', { name: 'Close' }).click();
      else await page.mouse.click(4, 500);
      await dialog(page).waitFor({ state: 'detached' });
      expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Log in');
    },
  );

  test('sends no request while offline, and the network popup opens above it', async ({
    site,
    client,
    visitor,
  }) => {
    show(site, client.assets);
    const page = await visitor.open(`${site.url}/winners`, { isFirst: true });
    await openLogin(page);
    await dialog(page).getByLabel('Username').fill('RaviKumar');
    await dialog(page).getByLabel('Password', { exact: true }).fill('Right-horse-7');
    await eventually(() => expect(site.requests.some((path) => path.includes('MessagePopup'))).toBe(true));
    await page.context().setOffline(true);
    await page.keyboard.press('Enter');
    const message = page.getByRole('dialog', { name: 'No connection' });
    await message.waitFor();
    expect(site.requests).not.toContain('/api/accounts/login');
    await page.keyboard.press('Escape');
    await message.waitFor({ state: 'detached' });
    expect(await dialog(page).isVisible()).toBe(true);
    expect(await dialog(page).getByLabel('Username').inputValue()).toBe('RaviKumar');
  });

  test('is replaced by the login page if the popup’s settings cannot be loaded', async ({
    site,
    client,
    visitor,
  }) => {
    show(site, client.assets);
    site.pages.set('/environment/site_setup.json', '<h1>Not JSON</h1>');
    site.pages.set('/login', '<!doctype html><title>Log in</title>');
    const page = await visitor.open(`${site.url}/winners`);
    await page.locator('html.is-scripted').waitFor();
    await page.locator('.account__login').click();
    await page.waitForURL(`${site.url}/login`);
  });

  test('has texts and links in the page’s language', async ({ site, client, visitor }) => {
    show(site, client.assets, { lang: 'pt', langPrefix: '/pt' });
    const page = await visitor.open(`${site.url}/pt/winners`);
    await page.locator('html.is-scripted').waitFor();
    await page.locator('.account__login').click();
    await page.getByRole('dialog').waitFor();
    expect(await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).count()).toBe(1);
    expect(await page.locator('dialog .form__link').first().getAttribute('href')).toBe('/pt/forgot-password');
  });
});

describe.each(['banner', 'content'] as const)('login popup in the variant %s', (variant) => {
  test('has the specified width in every viewport, and no accessibility violation', async ({
    site,
    client,
    visitor,
  }) => {
    show(site, client.assets);
    withPattern(site, variant);
    site.pages.set(
      '/login',
      '<!doctype html><h1>Log in</h1><section class="form-page__side"><p>Welcome back.</p></section>',
    );
    const page = await visitor.open(`${site.url}/winners`, { viewport: viewports.small });
    await openLogin(page);
    for (const viewport of Object.values(viewports)) {
      await page.setViewportSize(viewport);
      const box = await dialog(page).boundingBox();
      // In a window of at most 580 px, the dialog fills the width of the window.
      const width = variant === 'banner' ? 680 : 310;
      expect(box?.width).toBe(viewport.width < 580 ? viewport.width : width);
      const beside = variant === 'banner' ? 'Hello, Friend!' : 'Welcome back.';
      expect(await dialog(page).getByText(beside).isVisible()).toBe(
        variant === 'content' || viewport === viewports.desktop,
      );
      expect(await accessibilityViolations(page)).toEqual([]);
    }
  });
});
