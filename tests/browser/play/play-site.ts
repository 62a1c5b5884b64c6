import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { projectRoot } from '../../../server/config/project-root.ts';
import { logInByCall } from '../../helpers/browser-session.ts';
import { fund } from '../../helpers/funded-player.ts';
import { startPlatform } from '../../helpers/platform.ts';
import { createPlayer, type TestPlayer, testPassword } from '../../helpers/player.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { routeNext } from '../../helpers/route-next.ts';
import { startSite } from '../../helpers/site.ts';
import { test as base } from '../../helpers/whole-site.ts';

interface Opening extends BrowserContextOptions {
  /** Deposited money in minor units. Null for a visitor. */
  funds?: number | null;
  at?: string;
  /** Function to call before the page is loaded. */
  before?: (page: Page) => Promise<unknown>;
}

/** The languages of the site besides English. */
export const languages = ['hi', 'pt', 'nb'] as const;

/** Creates a folder with the platform's English texts for each language, so that games have pages in all languages. */
function contentInAllLanguages(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'content-'));
  const english = path.join(projectRoot, 'platform/content/en');
  for (const language of ['en', ...languages])
    cpSync(english, path.join(folder, language), { recursive: true });
  return folder;
}

/**
 * A `test` with a platform that offers all games, and a site with their pages in all languages. The fixture `openGame`
 * opens a page as a new player with money, or as a visitor.
 */
export const test = base
  .extend('platform', { scope: 'file' }, async ({ now }, { onCleanup }) => {
    const contentDir = contentInAllLanguages();
    const platform = await startPlatform({ now, historyDays: 0, config: { contentDir } });
    onCleanup(async () => {
      await platform.stop();
      rmSync(contentDir, { recursive: true });
    });
    await platform.deps.engine.tick();
    return platform;
  })
  .extend('site', { scope: 'file' }, async ({ platform }, { onCleanup }) => {
    const site = await startSite({
      platform,
      clock: platform.clock,
      warm: false,
      config: (config) => {
        config.setup.pattern.signup = 'short';
      },
    });
    onCleanup(() => site.close());
    return site;
  })
  .extend('openGame', ({ site, platform, visitor }) => async (opening: Opening = {}) => {
    const { funds = 100_000, at = '/games/golden-daily', before, ...options } = opening;
    const player = await createPlayer(platform);
    if (funds) await fund(platform, player.accountId, 'deposit', funds);
    const page = await visitor.open(`${site.origin}${at}`, {
      ...options,
      before: async (opened) => {
        await before?.(opened);
        if (funds === null) return;
        await logInByCall(opened, site, player);
      },
    });
    await page.locator('html.is-scripted').waitFor();
    if (funds !== null) await page.locator('.account__balance').waitFor();
    return { page, player };
  });

/** The ticket form of the page. */
export const form = (page: Page) => page.locator('#play');
export const button = (page: Page, name: string | RegExp) => form(page).getByRole('button', { name });
export const receipts = (page: Page) => form(page).locator('.receipt');
/** The heading above the result of a purchase. */
export const heading = (page: Page) => form(page).locator('.order__title');

/** Opens the ticket form, which has no lines yet. */
export async function openTicket(page: Page): Promise<void> {
  await page.locator('[data-island="play"][data-awake]').waitFor();
  await form(page).locator('a.button').first().click();
  await form(page).locator('.slip').waitFor();
}

/** Opens the ticket form, and adds quick picks. */
export async function pickLines(page: Page, lines: number): Promise<void> {
  await openTicket(page);
  for (let line = 0; line < lines; line++) await button(page, 'Add a quick pick').click();
}

/** Selects one more draw: the draw at this index of the list. */
export const alsoDraw = (page: Page, index: number) => form(page).getByRole('checkbox').nth(index).check();

export const purchasesOf = async (player: TestPlayer) =>
  (await dataOf(player, 'transaction/purchaseSummary', {})).purchases;

export const balanceOf = async (player: TestPlayer) => (await dataOf(player, 'wallet', {})).totalBalance;

/** Logs in at the open login popup. */
export async function logInAtPopup(page: Page, player: TestPlayer): Promise<void> {
  const dialog = page.locator('dialog[open]');
  await dialog.locator('[name="username"]').fill(player.username);
  await dialog.locator('[name="password"]').fill(testPassword);
  await page.keyboard.press('Enter');
}

/** Loses the answer to the next purchase: the platform sells the ticket, but the browser receives no answer. */
export const loseNextAnswer = (page: Page): Promise<unknown> =>
  routeNext(page, '**/api/tickets/buy', async (route) => {
    await route.fetch();
    await route.abort();
  });
