import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import type { Page, Response } from 'playwright-core';
import { describe, expect } from 'vitest';
import { viewports } from '../../helpers/browser.ts';
import { builtClient } from '../../helpers/client-build.ts';
import { test } from '../../helpers/form-site.ts';
import { testKeys } from '../../helpers/platform.ts';
import { createPlayer, testPassword } from '../../helpers/player.ts';
import { callAt, cookieHeader, jarOf } from '../../helpers/recording-platform.ts';
import { purgeToken, sessionKey } from '../../helpers/site.ts';
import { eventually } from '../../helpers/visitor.ts';

const player = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/api/session');
    const { player: found }: { player: { username: string } | null } = await answer.json();
    return found;
  });

describe.each([
  { prefix: '', size: 'desktop' },
  { prefix: '/nb', size: 'phone' },
] as const)('a session on the real site, in "$prefix" on a $size', ({ prefix, size }) => {
  test('is opened by the login popup and closed by the logout popup', async ({ platform, site, visitor }) => {
    const { username } = await createPlayer(platform);
    const page = await visitor.open(`${site.origin}${prefix}/winners`, { viewport: viewports[size] });
    await page.waitForSelector('html.is-scripted');
    await page.locator('.account__login').click();
    await page.locator('dialog [name="username"]').fill(username);
    await page.locator('dialog [name="password"]').fill(testPassword);
    await page.keyboard.press('Enter');
    await page.locator('.account__summary').waitFor();
    // The balance of a new player is below the minimum, so the wallet popup opens.
    await page.locator('dialog.wallet').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('dialog.wallet').waitFor({ state: 'detached' });
    await eventually(async () => expect(await page.locator('.account__name').textContent()).toBe(username));
    await eventually(async () => expect(await page.locator('.account__balance').isVisible()).toBe(true));
    expect((await player(page))?.username).toBe(username);
    await page.locator('.account__summary').click();
    await page.locator('.account [data-popup="5"]').click();
    await page.locator('dialog .button--primary').click();
    await page.locator('.message__icon--success').waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin}${prefix || '/'}`);
    expect(await player(page)).toBeNull();
    expect(await page.locator('.account__login').isVisible()).toBe(true);
  });

  test('is closed by the logout page without JavaScript', async ({ platform, site, visitor }) => {
    const { username } = await createPlayer(platform);
    const page = await visitor.open(`${site.origin}${prefix}/login`, {
      viewport: viewports[size],
      javaScriptEnabled: false,
    });
    await page.fill('[name="username"]', username);
    await page.fill('[name="password"]', testPassword);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin}${prefix || '/'}`);
    await page.goto(`${site.origin}${prefix}/logout`);
    await page.locator('main button').click();
    await page.locator('.form-done__title').waitFor();
    const cookies = await page.context().cookies();
    expect(cookies.map(({ name }) => name)).not.toContain('auth_user');
  });
});

describe('the login popup', () => {
  test('requests its configuration and texts while its script is loading', async ({ site, visitor }) => {
    const awaited = [
      '/environment/boot_config.json',
      '/environment/site_setup.json',
      '/locale/en/forms.json',
    ];
    const page = await visitor.open(`${site.origin}/winners`, {
      before: async (opening) => {
        const requests = awaited.map((path) => opening.waitForRequest(`${site.origin}${path}`));
        // Send the popup's script only after all other requests of the popup.
        await opening.route('**/assets/AuthPopup-*.js', async (route) => {
          await Promise.all(requests);
          await route.continue();
        });
      },
    });
    await page.waitForSelector('html.is-scripted');
    // Dispatch only the click, because moving the pointer would prefetch the popup.
    await page.locator('.account__login').dispatchEvent('click', { button: 0 });
    await page.locator('dialog [name="username"]').waitFor();
  });
});

describe('the data that a browser receives', () => {
  test('contains no token, key or hash', async ({ platform, site, visitor }) => {
    const { username } = await createPlayer(platform);
    const jar = jarOf(
      await callAt(site.origin, 'accounts/login', { type: 2, username, password: testPassword }),
    );
    const token = site.deps.sessions.read({ cookie: cookieHeader(jar) })?.token;
    const secrets = [testKeys.apiKey, testKeys.hash, sessionKey, purgeToken, token ?? 'no token'];
    const found: string[] = [];
    let read: Promise<void> = Promise.resolve();
    const scan = async (response: Response): Promise<void> => {
      const headers = JSON.stringify(await response.allHeaders());
      const body = await response.text().catch(() => '');
      for (const secret of secrets)
        if (headers.includes(secret) || body.includes(secret)) found.push(`${response.url()}: ${secret}`);
    };
    const page = await visitor.open(`${site.origin}/winners`, {
      before: async (opening) => {
        await opening
          .context()
          .addCookies(Object.entries(jar).map(([name, value]) => ({ name, value, url: site.origin })));
        opening.on('response', (response) => {
          read = Promise.all([read, scan(response)]).then(() => undefined);
        });
      },
    });
    await page.locator('.account__balance').click();
    await page.locator('dialog .wallet__amount').first().waitFor();
    for (const path of ['', '/security', '/balances', '/notifications']) {
      await page.goto(`${site.origin}/my-accounts${path}`, { waitUntil: 'networkidle' });
      expect(await page.content()).not.toContain(token);
    }
    await read;
    expect(token).toMatch(/^[\w-]{20,}$/);
    expect(found).toEqual([]);
    expect(
      await page.evaluate(() =>
        JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
      ),
    ).not.toContain(token);

    // Only server code that reads these secrets contains these names.
    const names = /x-api-key|x-hash|authToken|PLATFORM_API_KEY|SESSION_KEYS|DRAW_SEAL/;
    const { folder } = builtClient();
    for await (const file of glob('**/*.{js,css,json,html,map,svg}', { cwd: folder })) {
      const text = readFileSync(`${folder}/${file}`, 'utf8');
      expect([file, names.exec(text)?.[0], secrets.some((secret) => text.includes(secret))]).toEqual([
        file,
        undefined,
        false,
      ]);
    }
  });
});

/** Runs in the page before the page's own scripts. Records in each frame which of the two menus is visible. */
function recordMenus(): void {
  const shown = new Set<string>();
  const look = () => {
    for (const [menu, selector] of [
      ['visitor', '.account__login'],
      ['player', '.account__summary'],
    ] as const)
      if ((document.querySelector(selector)?.getClientRects().length ?? 0) > 0) shown.add(menu);
    Object.assign(window, { shownMenus: [...shown] });
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

const menus = (page: Page) =>
  page.evaluate(() => {
    const { shownMenus }: { shownMenus?: string[] } = Object(window);
    return shownMenus;
  });

describe('the header of a cached page', () => {
  test('shows the right menu from the first frame, even on a slow computer', async ({
    platform,
    site,
    visitor,
  }) => {
    const { username } = await createPlayer(platform);
    const jar = jarOf(
      await callAt(site.origin, 'accounts/login', { type: 2, username, password: testPassword }),
    );
    for (const [cookies, menu] of [
      [{}, 'visitor'],
      [jar, 'player'],
    ] as const) {
      const page = await visitor.open(`${site.origin}/winners`, {
        waitUntil: 'commit',
        before: async (opening) => {
          await opening
            .context()
            .addCookies(Object.entries(cookies).map(([name, value]) => ({ name, value, url: site.origin })));
          await opening.addInitScript(recordMenus);
          const devtools = await opening.context().newCDPSession(opening);
          await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
        },
      });
      await page.waitForSelector('html.is-scripted');
      if (menu === 'player') await page.locator('.account__balance').waitFor();
      expect(await menus(page)).toEqual([menu]);
    }
  });
});
