import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { ask } from '../../helpers/http.ts';
import { postForm } from '../../helpers/page-form.ts';
import { createPlayer } from '../../helpers/player.ts';
import { startSite } from '../../helpers/site.ts';
import { eventually } from '../../helpers/visitor.ts';
import { test as base } from '../../helpers/whole-site.ts';

const test = base.extend('site', { scope: 'file' }, async ({ platform }, { onCleanup }) => {
  const site = await startSite({
    platform,
    clock: platform.clock,
    warm: false,
    live: false,
    config: ({ setup }) => {
      setup.googleTranslator = 'true';
    },
  });
  onCleanup(() => site.close());
  return site;
});

/**
 * Keys of stored entries that the privacy policy describes in words instead of by name. The first set contains keys in
 * the session storage of a tab. The second set contains keys in the local storage of the browser.
 */
const keptByTab = new Set(['logged-in', 'open-requests', 'owner', 'return-path', 'ticket-2:daily']);
const keptByBrowser = new Set(['hide-balance', 'reality-check']);

const named = (html: string): string[] =>
  [...html.matchAll(/<td><code>([^<]+)<\/code><\/td>/g)].map(([, name = '']) => name).toSorted();

describe('privacy policy', () => {
  test('names every cookie that a visit of the site sets, and all data that the browser stores', async ({
    site,
    platform,
    visitor,
  }) => {
    const player = await createPlayer(platform);
    const cookies = new Set<string>();
    const tab = new Set<string>();
    const browser = new Set<string>();
    const collect = async (page: Page) => {
      // The policy names the session cookie `__Host-session`. Over plain HTTP it is named `session`, because browsers
      // accept the prefix `__Host-` only over HTTPS.
      for (const { name } of await page.context().cookies())
        cookies.add(name === 'session' ? '__Host-session' : name);
      for (const key of await page.evaluate(() => Object.keys(sessionStorage))) tab.add(key);
      for (const key of await page.evaluate(() => Object.keys(localStorage))) browser.add(key);
    };

    const page = await visitor.open(`${site.origin}/?campaigncode=WELCOME50`, {
      before: (opened) =>
        opened.route('https://translate.google.com/**', (route) =>
          route.fulfill({ contentType: 'text/javascript', body: '' }),
        ),
    });
    await eventually(async () => {
      await collect(page);
      expect([...cookies]).toContain('campaigncode');
    });
    await page.locator('[data-enhance=translator][data-awake]').waitFor({ state: 'attached' });
    await page.selectOption('.site-footer__translator select', 'fr');
    await collect(page);
    await page.goto(`${site.origin}/games/golden-daily`);
    await page.locator('[data-island="play"][data-awake]').waitFor();
    await page.locator('#play a.button').first().click();
    await page.getByRole('button', { name: 'Add a quick pick' }).click();
    await eventually(async () => {
      await collect(page);
      expect([...tab]).toContain('ticket-2:daily');
    });
    await page.goto(`${site.origin}/login`);
    await page.fill('main [name=username]', player.username);
    await page.fill('main [name=password]', player.password);
    await page.click('main button[type=submit]');
    await page.waitForURL((url) => url.pathname !== '/login');
    await collect(page);
    const cookie = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    const typed = { firstName: 'Asha', lastName: 'Rao', country: 'IN', state: 'IN-MH', language: 'en' };
    const { headers } = await postForm(site, '/my-accounts/edit', typed, { cookie });
    for (const line of headers['set-cookie'] ?? []) cookies.add(line.split('=', 1)[0] ?? '');

    for (const prefix of ['', '/hi', '/pt', '/nb']) {
      const { text } = await ask(site.origin, `${prefix}/privacypolicy`);
      expect(named(text), prefix).toEqual([...cookies].toSorted());
    }
    expect([...tab].filter((key) => !keptByTab.has(key))).toEqual([]);
    expect([...browser].filter((key) => !keptByBrowser.has(key))).toEqual([]);
  });
});
