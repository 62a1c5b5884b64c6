import type { BrowserContextOptions, Page } from 'playwright-core';
import { logInByCall } from '../../helpers/browser-session.ts';
import { dialog } from '../../helpers/form-site.ts';
import { fund } from '../../helpers/funded-player.ts';
import type { TestPlatform } from '../../helpers/platform.ts';
import { createPlayer, testPassword } from '../../helpers/player.ts';
import { changeSetup } from '../../helpers/signup-popup.ts';
import type { Visitor } from '../../helpers/visitor.ts';

interface Opened {
  site: { origin: string };
  platform: TestPlatform;
  visitor: Visitor;
}
interface PlayerOptions extends BrowserContextOptions {
  path?: string;
  /** Initial deposit, in minor units. */
  deposit?: number;
  /** Fields that replace those of `site_setup.json`. */
  setup?: object;
}

/** Opens a page as a new player, who has logged in and has money. */
export async function openAsPlayer(
  { site, platform, visitor }: Opened,
  { path = '/winners', deposit = 50_000, setup, ...options }: PlayerOptions = {},
) {
  const player = await createPlayer(platform);
  if (deposit > 0) await fund(platform, player.accountId, 'deposit', deposit);
  const page = await visitor.open(`${site.origin}${path}`, {
    ...options,
    before: async (opening) => {
      await logInByCall(opening, site, player);
      if (setup) await changeSetup(opening, setup);
    },
  });
  await page.locator('html.is-scripted').waitFor();
  await page.locator('.account__balance').waitFor();
  return { page, player };
}

/** Logs in a new player without money in the open login popup. */
export async function submitLogin(page: Page, platform: TestPlatform): Promise<void> {
  const { username } = await createPlayer(platform);
  await dialog(page).locator('[name="username"]').fill(username);
  await dialog(page).locator('[name="password"]').fill(testPassword);
  await page.keyboard.press('Enter');
}

/** Opens the login popup and logs in a new player without money. */
export async function logInByPopup(page: Page, platform: TestPlatform): Promise<void> {
  await page.locator('html.is-scripted').waitFor();
  await page.locator('.account__login').click();
  await submitLogin(page, platform);
}

/** Adds a button that redirects to a path, and clicks it. Texts of the CMS may contain such buttons. */
export async function clickRedirectHook(page: Page, target: string): Promise<void> {
  await page.evaluate((path) => {
    const hook = document.createElement('button');
    Object.assign(hook.dataset, { hook: 'redirect', target: path });
    document.body.append(hook);
    hook.click();
  }, target);
}
