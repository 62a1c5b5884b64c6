import type { Page } from 'playwright-core';
import { addSession } from '../../helpers/browser-session.ts';
import { test as base, hydrated } from '../../helpers/form-site.ts';
import { newestOtp } from '../../helpers/outbox.ts';
import type { TestPlatform } from '../../helpers/platform.ts';
import { createPlayer, type TestPlayer } from '../../helpers/player.ts';
import { eventually } from '../../helpers/visitor.ts';

/** The size of a narrow screen. */
export const narrow = { width: 360, height: 740 };

export interface Visit {
  player: TestPlayer;
  page: Page;
}

/** A `test` whose fixture `enter` opens an address as a new player on a narrow screen. */
export const test = base.extend(
  'enter',
  ({ platform, site, visitor }) =>
    async (path: string, { script = true, viewport = narrow } = {}): Promise<Visit> => {
      const player = await createPlayer(platform);
      if (!script) visitor.expectProblem(/status of 422/);
      const page = await visitor.open(`${site.origin}${path}`, {
        viewport,
        javaScriptEnabled: script,
        before: (opened) => addSession(opened, site, player),
      });
      if (script) await hydrated(page);
      return { player, page };
    },
);

/** Waits until a one-time code has been sent to a contact, and returns the newest code. */
export const newestOtpSoon = (platform: TestPlatform, to: string) =>
  eventually(() => newestOtp(platform, to));
