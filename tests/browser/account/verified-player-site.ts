import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { fits, viewports } from '../../helpers/browser.ts';
import { addSession } from '../../helpers/browser-session.ts';
import { campaignPlayOn } from '../../helpers/campaign-play.ts';
import { test as base, hydrated } from '../../helpers/form-site.ts';
import { createPlayer, type TestPlayer } from '../../helpers/player.ts';

interface Entry {
  player?: TestPlayer;
  script?: boolean;
  viewport?: { width: number; height: number };
  before?: (page: Page) => Promise<unknown>;
}

/** A `test` whose fixture `enter` opens an address as a player with a verified contact. */
export const test = base.extend(
  'enter',
  ({ platform, site, visitor }) =>
    async (path: string, { player, script = true, viewport = viewports.phone, before }: Entry = {}) => {
      const who = player ?? (await createPlayer(platform));
      await campaignPlayOn(platform).verify(who);
      if (!script) visitor.expectProblem(/status of 422/);
      const page = await visitor.open(`${site.origin}${path}`, {
        viewport,
        javaScriptEnabled: script,
        before: async (opened) => {
          await addSession(opened, site, who);
          await before?.(opened);
        },
      });
      if (script) await hydrated(page);
      return { player: who, page };
    },
);

/** Checks that the page has no accessibility violation and no horizontal overflow. */
export const sound = async (page: Page) => {
  expect(await accessibilityViolations(page)).toEqual([]);
  expect(await fits(page)).toBe(true);
};
const pictures = process.env['PICTURES'];
/** Takes a picture of the page, if the variable PICTURES names a folder for it. */
export async function picture(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: `${pictures}/${name}.png`, fullPage: true });
}
/** Returns a text with single spaces between its words. */
export const wordsOf = (text: string | null) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
