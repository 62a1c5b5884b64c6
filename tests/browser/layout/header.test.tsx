import type { Page } from 'playwright-core';
import { renderToString } from 'react-dom/server';
import { describe, expect } from 'vitest';
import { createDocument } from '../../../client/entry-server.tsx';
import { test } from '../../helpers/client-site.tsx';
import { sampleDocument } from '../../helpers/sample-document.ts';
import { sampleHome } from '../../helpers/sample-home.ts';
import { eventually } from '../../helpers/visitor.ts';
import { asPlayer, balance, ravi, show } from './header-page.ts';

const cleared = ['auth_user=; Max-Age=0; Path=/'];
const opened = ['auth_user=1; Max-Age=86400; Path=/'];

const login = (page: Page) => page.locator('.account__login');
const account = (page: Page) => page.locator('.account__summary');
/** Sends a request that changes the session. Then dispatches the event that forms dispatch after such a request. */
const changeSession = (page: Page) =>
  page.evaluate(async () => {
    await fetch('/api/change', { method: 'POST' });
    dispatchEvent(new CustomEvent('session-updated'));
  });

describe('header', () => {
  test('shows a visitor the login link and requests no session', async ({ site, client, visitor }) => {
    show(site, client.assets);
    const page = await visitor.open(site.url);
    await page.locator('html.is-scripted').waitFor();
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
    await other.locator('html.is-scripted').waitFor();
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
    await page.locator('.account__menu[data-awake]').waitFor({ state: 'attached' });
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
