import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { mostFailures } from '../../../platform/accounts/login-failures.ts';
import { viewports } from '../../helpers/browser.ts';
import { logInByCall } from '../../helpers/browser-session.ts';
import { builtClient } from '../../helpers/client-build.ts';
import { englishIn, shownTexts } from '../../helpers/english.ts';
import { test as base, focusOn, press, typeInto } from '../../helpers/form-site.ts';
import { parseMarkup } from '../../helpers/markup.ts';
import { testKeys } from '../../helpers/platform.ts';
import { createPlayer, testPassword } from '../../helpers/player.ts';
import { callAt } from '../../helpers/recording-platform.ts';
import { changeSetup } from '../../helpers/signup-popup.ts';
import { purgeToken, sessionKey } from '../../helpers/site.ts';
import { eventually } from '../../helpers/visitor.ts';

const test = base.extend('pattern', { scope: 'file' }, () => ({ login: 'content' as const }));

const player = (page: Page) =>
  page.evaluate(async () => {
    const answer = await fetch('/api/session');
    const { player: found }: { player: { username: string } | null } = await answer.json();
    return found;
  });

const pattern = { login: 'banner', signup: 'full', forgot: 'wizard', wallet: '1' };

/** Opens the login popup of the page by keyboard, in the variant `login`. */
async function openLogin(page: Page, login: 'banner' | 'content'): Promise<void> {
  // The popup of the variant "content" loads its text from the login page. The page contains this text only if the site
  // uses the same variant. The site therefore uses "content", and only the browser's setup is changed to "banner".
  if (login === 'banner') await changeSetup(page, { pattern });
  await page.locator('html.is-scripted').waitFor();
  await press(page, '.account__login');
  await focusOn(page, 'dialog [name="username"]');
  expect(await page.locator('dialog .auth-popup__banner').count()).toBe(login === 'banner' ? 1 : 0);
  expect(await page.locator('dialog .auth-popup__content').count()).toBe(login === 'content' ? 1 : 0);
}

async function typeLogin(page: Page, username: string): Promise<void> {
  await page.keyboard.type(username);
  await typeInto(page, 'password', testPassword);
  await page.keyboard.press('Enter');
}

/** Checks that the open popup contains no English text, unless the page is English. */
async function expectTranslated(page: Page, prefix: string): Promise<void> {
  const root = parseMarkup(await page.locator('dialog[open]').evaluate((dialog) => dialog.outerHTML));
  expect(shownTexts(root).filter(Boolean).length).toBeGreaterThan(1);
  if (prefix) expect(englishIn(root)).toEqual([]);
}

describe.each([
  { prefix: '', size: 'desktop', login: 'content' },
  { prefix: '/nb', size: 'phone', login: 'banner' },
] as const)('session on the real site (prefix: "$prefix", screen: $size)', ({ prefix, size, login }) => {
  test('is started by the login popup and ended by the logout popup, both by keyboard', async ({
    platform,
    site,
    visitor,
  }) => {
    const { username } = await createPlayer(platform);
    const page = await visitor.open(`${site.origin}${prefix}/winners`, { viewport: viewports[size] });
    await openLogin(page, login);
    await expectTranslated(page, prefix);
    await typeLogin(page, username);
    await page.locator('.account__summary').waitFor();
    // The balance of a new player is below the minimum, so the wallet popup opens.
    await page.locator('dialog.wallet .wallet__amount').first().waitFor();
    await expectTranslated(page, prefix);
    await page.keyboard.press('Escape');
    await page.locator('dialog.wallet').waitFor({ state: 'detached' });
    await eventually(async () => expect(await page.locator('.account__name').textContent()).toBe(username));
    await eventually(async () => expect(await page.locator('.account__balance').isVisible()).toBe(true));
    expect((await player(page))?.username).toBe(username);
    await page.goto(`${site.origin}${prefix}/faq`);
    await page.locator('html.is-scripted').waitFor();
    await press(page, '.account__summary');
    await press(page, '.account [data-popup="5"]');
    await focusOn(page, 'dialog .button--primary');
    await expectTranslated(page, prefix);
    await page.keyboard.press('Enter');
    await page.locator('.message__icon--success').waitFor();
    await expectTranslated(page, prefix);
    await page.keyboard.press('Enter');
    await page.waitForURL(`${site.origin}${prefix || '/'}`);
    expect(await player(page)).toBeNull();
    expect(await page.locator('.account__login').isVisible()).toBe(true);
  });

  test('is ended by the logout page without JavaScript', async ({ platform, site, visitor }) => {
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

describe('login popup on the real site', () => {
  test.for(['content', 'banner'] as const)(
    'reports a locked login in a message, and keeps its form: variant "%s"',
    async (login, { platform, site, visitor }) => {
      const { username } = await createPlayer(platform);
      const wrong = { type: 2, username, password: 'Wrong-horse-7' } as const;
      for (let tries = 0; tries < mostFailures; tries++) await callAt(site.origin, 'accounts/login', wrong);
      const page = await visitor.open(`${site.origin}/winners`);
      await openLogin(page, login);
      await typeLogin(page, username);
      const message = page.getByRole('dialog', { name: 'Not possible' });
      await message.getByText('Too many wrong passwords.').waitFor();
      await page.keyboard.press('Enter');
      await message.waitFor({ state: 'detached' });
      expect(await page.locator('dialog [name="username"]').inputValue()).toBe(username);
      expect(await page.locator('.account__login').isVisible()).toBe(true);
    },
  );

  test('requests its configuration and texts while its script is loading', async ({ site, visitor }) => {
    const awaited = [
      '/environment/boot_config.json',
      '/environment/site_setup.json',
      '/locale/en/forms.json',
    ];
    const page = await visitor.open(`${site.origin}/winners`, {
      before: async (opening) => {
        const requests = awaited.map((path) => opening.waitForRequest(`${site.origin}${path}`));
        // Send the popup's script only after the browser has sent all other requests of the popup.
        await opening.route('**/assets/AuthPopup-*.js', async (route) => {
          await Promise.all(requests);
          await route.continue();
        });
      },
    });
    await page.locator('html.is-scripted').waitFor();
    // Dispatch only the click, because moving the pointer would prefetch the popup.
    await page.locator('.account__login').dispatchEvent('click', { button: 0 });
    await page.locator('dialog [name="username"]').waitFor();
  });
});

describe('built client', () => {
  test('contains no key, and no name of a secret', async () => {
    const secrets = [testKeys.apiKey, testKeys.hash, sessionKey, purgeToken];
    // These names appear only in server code that reads the secrets.
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

/**
 * Runs in the page before the page's own scripts. Records in each animation frame whether the visitor's or the player's
 * menu is visible.
 */
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

describe('header of a cached page', () => {
  test('shows the correct menu from the first frame, even on a slow computer', async ({
    platform,
    site,
    visitor,
  }) => {
    const newPlayer = await createPlayer(platform);
    for (const menu of ['visitor', 'player']) {
      const page = await visitor.open(`${site.origin}/winners`, {
        waitUntil: 'commit',
        before: async (opening) => {
          if (menu === 'player') await logInByCall(opening, site, newPlayer);
          await opening.addInitScript(recordMenus);
          const devtools = await opening.context().newCDPSession(opening);
          await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 });
        },
      });
      await page.locator('html.is-scripted').waitFor();
      if (menu === 'player') await page.locator('.account__balance').waitFor();
      expect(await menus(page)).toEqual([menu]);
    }
  });
});
