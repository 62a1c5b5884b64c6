import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { fits } from '../../helpers/browser.ts';
import { logInByCall } from '../../helpers/browser-session.ts';
import { fund } from '../../helpers/funded-player.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { createPlayer } from '../../helpers/player.ts';
import { buyNext } from '../../helpers/player-actions.ts';
import { startSite } from '../../helpers/site.ts';
import { eventually } from '../../helpers/visitor.ts';
import { test as base } from '../../helpers/whole-site.ts';

/** A `test` with a player who has bought ten lines for the newest Jaldi draw. One of the lines has won. */
const test = base
  .extend('player', { scope: 'file' }, async ({ platform }) => {
    const player = await createPlayer(platform);
    await fund(platform, player.accountId, 'deposit', 1000_00);
    const lines = Array.from({ length: 10 }, (_, number) => ({ number }));
    const { receiptNumber } = await buyNext(platform, player, 'jaldi', lines);
    const { number } = await drawNextJaldi(platform);
    return { ...player, receiptNumber, drawNumber: number };
  })
  .extend('site', { scope: 'file' }, async ({ platform, player: _player }, { onCleanup }) => {
    const site = await startSite({ platform, clock: platform.clock, warm: false });
    onCleanup(() => site.close());
    return site;
  });

const answers = (page: Page) => page.locator('.check__answers').innerText();
const status = (page: Page) => page.locator('.check__status').innerText();
const focused = (page: Page) => page.evaluate(() => document.activeElement?.id);
const submit = (page: Page) => page.locator('.check__form button[type="submit"]').click();

describe('check of numbers in a browser', () => {
  test('shows, without a page load, the same results as the page without JavaScript', async ({
    site,
    visitor,
    player,
    platform,
  }) => {
    const page = await visitor.open(`${site.origin}/check`, {
      viewport: { width: 320, height: 700 },
      before: (opened) => opened.clock.setFixedTime(platform.clock.now()),
    });
    await page.evaluate(() => document.body.setAttribute('data-same-document', ''));
    // Without JavaScript, the server checks the numbers, and answers invalid numbers with status 422.
    visitor.expectProblem(/422/);
    const plain = await visitor.open(`${site.origin}/check`, { javaScriptEnabled: false });
    const expectSame = async () => {
      expect(await page.locator('body[data-same-document]').count()).toBe(1);
      await plain.goto(page.url());
      expect(await answers(page)).toBe(await answers(plain));
      expect(await page.locator('.field__error').allInnerTexts()).toEqual(
        await plain.locator('.field__error').allInnerTexts(),
      );
      expect(await page.locator('#check-numbers').inputValue()).toBe(
        await plain.locator('#check-numbers').inputValue(),
      );
    };

    await page.locator('#check-game').selectOption('jaldi');
    await page.locator('#check-numbers').fill('0 1\n12');
    await page.locator('[data-island="check"][data-awake]').waitFor();
    await submit(page);
    await eventually(async () => expect(await focused(page)).toBe('check-numbers'));
    expect(await page.locator('.field__error li').count()).toBe(2);
    await expectSame();
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.locator('#check-numbers').fill('0\n1\n2\n3\n4\n5\n6\n7\n8\n9\nRed');
    await page.getByLabel('One draw').check();
    await page.locator('#check-draw').fill(String(player.drawNumber));
    await submit(page);
    await eventually(async () => expect(await focused(page)).toBe('check-answers'));
    expect(await status(page)).toContain('Tickets: 11 · Draws: 1 · Won: ');
    await expectSame();
    expect(await fits(page)).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);

    await page.getByLabel('The newest draws').check();
    await page.locator('#check-last').selectOption('50');
    await submit(page);
    await eventually(async () => expect(await status(page)).toContain('Draws: 50'));
    await expectSame();
    expect(await page.locator('.site-footer__languages a').first().getAttribute('href')).toContain(
      'game=jaldi',
    );
  });

  test('fills in the numbers of a bought ticket, and checks them against the result of the ticket’s draw', async ({
    site,
    visitor,
    player,
  }) => {
    const page = await visitor.open(`${site.origin}/hi/check?game=jaldi`, {
      before: (opened) => logInByCall(opened, site, player),
    });
    await page.locator('html.is-scripted').waitFor();
    await page.locator('#check-numbers').focus();
    await page.locator('[data-island="check"][data-awake]').waitFor();
    await page.locator('.check__mine a').click();
    await page.getByRole('button', { name: player.receiptNumber }).click();
    await eventually(async () => expect(await status(page)).toContain('जीते: 1'));
    expect(await status(page)).toContain('नहीं जीते: 9');
    expect(await page.locator('#check-numbers').inputValue()).toBe('0\n1\n2\n3\n4\n5\n6\n7\n8\n9');
    expect(new URL(page.url()).searchParams.get('draw')).toBe(String(player.drawNumber));
  });
});
