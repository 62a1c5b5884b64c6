import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { fits, viewports } from '../../helpers/browser.ts';
import { logInByCall } from '../../helpers/browser-session.ts';
import { verifyMail } from '../../helpers/contact-actions.ts';
import { test as base } from '../../helpers/form-site.ts';
import { fund } from '../../helpers/funded-player.ts';
import { createPlayer, type TestPlayer } from '../../helpers/player.ts';

const pictures = process.env['PICTURES'];
export const hourMs = 3_600_000;

interface Visit {
  player: TestPlayer;
  page: Page;
}

export const test = base
  /**
   * Opens a page as a new player with money and a verified e-mail address, who has just logged in through the site. The
   * page has a fake clock.
   */
  .extend(
    'enter',
    ({ platform, site, visitor }) =>
      async (where: string, userLanguge = 'en'): Promise<Visit> => {
        const player = await createPlayer(platform, { userLanguge });
        await verifyMail(platform, player, player.email);
        await fund(platform, player.accountId, 'deposit', 500_00);
        const page = await visitor.open(`${site.origin}${where}`, {
          before: async (opened) => {
            await opened.clock.install();
            await logInByCall(opened, site, player);
          },
        });
        return { player, page };
      },
  );

/** Checks that the page has no horizontal overflow in any size. Takes pictures, if PICTURES names a folder. */
export async function picture(page: Page, name: string): Promise<void> {
  for (const [size, viewport] of Object.entries(viewports)) {
    await page.setViewportSize(viewport);
    expect(await fits(page)).toBe(true);
    if (pictures) await page.screenshot({ path: `${pictures}/limits-${name}-${size}.png` });
  }
}
