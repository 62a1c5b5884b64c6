import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { fits, viewports } from '../../helpers/browser.ts';
import { addSession } from '../../helpers/browser-session.ts';
import { campaignPlayOn } from '../../helpers/campaign-play.ts';
import { test as base } from '../../helpers/form-site.ts';
import { fund } from '../../helpers/funded-player.ts';
import { createPlayer, type TestPlayer } from '../../helpers/player.ts';

const test = base.extend('openAs', ({ site, visitor }) => {
  return async (player: Pick<TestPlayer, 'token'>, options: Parameters<typeof visitor.open>[1] = {}) => {
    const page = await visitor.open(`${site.origin}/bonus`, {
      before: (opened) => addSession(opened, site, player),
      ...options,
    });
    await page.locator('.bonuses__how').waitFor();
    return page;
  };
});

const pictures = process.env['PICTURES'];
/** Returns the visible text of each bonus. */
async function cards(page: Page): Promise<string[]> {
  // The streamed cards are hidden until a script has moved them into place.
  await page.locator('.bonus').first().waitFor();
  return (await page.locator('.bonus').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

async function picture(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: `${pictures}/bonus-${name}.png`, fullPage: true });
}

describe('bonus page', () => {
  test('shows whether a bonus waits for the first deposit, is locked or can be played', async ({
    platform,
    openAs,
  }) => {
    const on = campaignPlayOn(platform);
    await on.promo('HUNDRED', { percent: 100, playThrough: 2, lastsDays: 7, amounts: { INR: 50_00 } });
    const player = await createPlayer(platform, { promoCode: 'HUNDRED' });
    const page = await openAs(player);
    expect(await cards(page)).toEqual([
      'Casino bonus Waiting for your first deposit up to ₹50 100 % of your first deposit Promo code HUNDRED ' +
        'Deposit by 28 Nov 2026, 17:32 Make your first deposit. The bonus is credited with it. Make a deposit',
    ]);
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture(page, 'waiting');

    await on.pay(player, 200_00);
    await on.buy(player, 3);
    await page.reload();
    expect((await cards(page))[0]).toMatch(
      /^Casino bonus Locked ₹50 .*Not played yet ₹50 .*₹33 of ₹100 played/,
    );
    expect((await cards(page))[0]).toContain('Buy tickets for ₹67 more');
    expect(await page.getByRole('progressbar', { name: '₹33 of ₹100 played' }).getAttribute('value')).toBe(
      '3300',
    );
    expect(await page.locator('.statistics__figures').innerText()).toMatch(/Locked bonuses\s+₹50/);
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture(page, 'locked');

    await on.buy(player, 7);
    await page.reload();
    expect((await cards(page))[0]).toMatch(/^Casino bonus Ready to play ₹50 /);
    expect(await page.getByRole('progressbar').count()).toBe(0);
    expect(await page.locator('.statistics__figures').innerText()).toMatch(/Playable bonuses\s+₹50/);
  });

  test('shows a referral bonus with its conditions, and all other bonus credit, on a phone without JavaScript', async ({
    platform,
    openAs,
  }) => {
    const on = campaignPlayOn(platform);
    const bringer = await createPlayer(platform);
    const summary = await bringer.call('transaction/rafUserSummary', {});
    const promoCode = summary.body.success ? summary.body.data.referralCode : '';
    const player = await createPlayer(platform, { promoCode });
    await on.verify(player);
    await fund(platform, player.accountId, 'casino-bonus', 75_50);
    const page = await openAs(player, { javaScriptEnabled: false, viewport: viewports.phone });
    const [promised, others] = await cards(page);
    expect(promised).toMatch(new RegExp(`^Casino bonus Promised ₹50 Your friend’s code ${promoCode} `));
    expect(await page.locator('.bonus .checklist__entry').allTextContents()).toEqual([
      'Verify your e-mail address or mobile number (done)',
      'Buy a ticket with deposited money (missing)',
    ]);
    expect(others).toMatch(/^Other bonus credit Ready to play ₹75.50 Expires Never /);
    expect(await fits(page)).toBe(true);
    await picture(page, 'friend-phone');
  });

  test('links to the promotions if the player has no bonus', async ({ platform, openAs }) => {
    const page = await openAs(await createPlayer(platform), { viewport: viewports.phone });
    await page.getByRole('heading', { name: 'No bonus at the moment' }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture(page, 'none-phone');
    await page.getByRole('link', { name: 'See the promotions' }).click();
    await page.waitForURL(/\/promotions$/);
  });
});
