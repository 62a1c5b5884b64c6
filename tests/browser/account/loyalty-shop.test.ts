import { describe, expect } from 'vitest';
import { viewports } from '../../helpers/browser.ts';
import { focusOn, hydrated, noticeOf, press, tabTo } from '../../helpers/form-site.ts';
import { fund } from '../../helpers/funded-player.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { createPlayer, testPassword } from '../../helpers/player.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { eventually } from '../../helpers/visitor.ts';
import { test as base, picture, sound, wordsOf } from './verified-player-site.ts';

const test = base.extend('rewards', { scope: 'file' }, async ({ platform }) => {
  const admin = operatorOf(platform);
  await admin('rewards', 'create', 'jaldi-2', '--points', '200', '--game', 'jaldi', '--lines', '2');
  await admin('rewards', 'create', 'bonus-5', '--points', '500', '--amount', 'INR=5');
});

describe('loyalty shop', () => {
  test('exchanges points only once, even if the response is lost and the page is reloaded', async ({
    platform,
    visitor,
    proxy,
    rewards: _rewards,
    enter,
  }) => {
    const player = await createPlayer(platform);
    await fund(platform, player.accountId, 'loyalty', 640, 'PTS');
    const { page } = await enter('/my-accounts', { player, viewport: viewports.desktop });
    await page.locator('.account__balance').click();
    const dialog = page.locator('dialog[open]');
    await dialog.getByRole('link', { name: 'Loyalty points' }).click();
    await page.waitForURL(/\/loyalty-shop$/);
    await hydrated(page);
    expect(await dialog.count()).toBe(0);
    expect(wordsOf(await page.locator('.balance').textContent())).toMatch(/^Loyalty points ?640/);
    await sound(page);
    await picture(page, 'shop-desktop');

    await tabTo(page, '.reward:nth-child(2) .button');
    await page.keyboard.press('Enter');
    await page.locator('.exchange').waitFor();
    expect(wordsOf(await page.locator('.exchange__facts').textContent())).toBe(
      'Price500 pointsYour points640 pointsPoints after the exchange140 points',
    );
    await sound(page);
    await picture(page, 'exchange-desktop');
    // The platform carries out the first exchange, but the answer is lost.
    visitor.expectProblem(/loyalty\/exchange|ERR_FAILED|503/);
    await page.route('**/api/loyalty/exchange', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await press(page, '.form__submit');
    await page.getByRole('dialog', { name: 'No connection' }).waitFor();
    await page.keyboard.press('Enter');
    await page.unroute('**/api/loyalty/exchange');
    proxy.treat(({ url }) => (url.endsWith('loyalty/exchange') ? { change: () => 'lost' } : 'pass'));
    await press(page, '.form__submit');
    await page.getByRole('dialog', { name: 'Technical problem' }).waitFor();
    proxy.treat(() => 'pass');
    expect((await dataOf(player, 'loyalty/list', {})).loyaltyBalance).toBe(140);
    // A second exchange would be rejected for lack of points, so give the player more points.
    await fund(platform, player.accountId, 'loyalty', 1000, 'PTS');
    await page.reload();
    await hydrated(page);
    await page.locator('.form__submit').dblclick();
    await page.waitForURL(/\/loyalty-shop$/);
    await eventually(async () => expect(await noticeOf(page).textContent()).toMatch(/^The exchange is done/));
    expect((await dataOf(player, 'loyalty/list', {})).loyaltyBalance).toBe(1140);
    expect((await dataOf(player, 'wallet', {})).totalBalance).toBe(5_00);
  });

  test.for([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ] as const)(
    'shows the numbers of a free ticket after the player exchanges points by keyboard (%s)',
    async ([, script], { platform, rewards: _rewards, enter }) => {
      const player = await createPlayer(platform);
      await fund(platform, player.accountId, 'loyalty', 260, 'PTS');
      const { page } = await enter('/loyalty-shop', { player, script });
      const cards = page.locator('.reward');
      await cards.first().waitFor();
      if (!script) await page.waitForURL(/whole=1/);
      expect(wordsOf(await cards.nth(1).textContent())).toContain('240 points more needed');
      expect(await cards.nth(1).locator('a').count()).toBe(0);
      if (script) await sound(page);
      await picture(page, `shop-${script ? 'small' : 'small-without-script'}`);
      await press(page, '.reward .button');
      await page.locator('.exchange').waitFor();
      if (script) await focusOn(page, '.account-area__title');
      if (script) await sound(page);
      await press(page, '.form__submit');
      await page.locator('.shop__ticket').waitFor();
      if (script) await focusOn(page, '.account-area__title');
      expect(await page.locator('.shop__ticket .marks li').count()).toBe(2);
      const [bought] = (await dataOf(player, 'transaction/purchaseSummary', {})).purchases;
      expect(await page.locator('.shop__receipt').textContent()).toContain(bought?.receiptNumber);
      expect(await noticeOf(page).textContent()).toMatch(/^The exchange is done/);
      expect((await dataOf(player, 'loyalty/list', {})).loyaltyBalance).toBe(60);
      if (script) await sound(page);
      await picture(page, `shop-ticket-${script ? 'small' : 'small-without-script'}`);
      await press(page, '.shop__receipt a');
      await page.locator('.list__table').waitFor();
      if (script) await focusOn(page, '.account-area__title');
    },
  );

  test('rejects an exchange during a time-out, and states when the time-out ends', async ({
    platform,
    visitor,
    rewards: _rewards,
    enter,
  }) => {
    const player = await createPlayer(platform);
    await fund(platform, player.accountId, 'loyalty', 640, 'PTS');
    const { page } = await enter('/hi/loyalty-shop/exchange?reward=bonus-5', { player });
    // The time-out begins in another tab.
    const { timeOut } = await dataOf(player, 'limits/timeOut', { days: 7, password: testPassword });
    visitor.expectProblem(/loyalty\/exchange|status of 400/);
    await press(page, '.form__submit');
    await page.locator('.form__alert').getByText('आपका टाइम-आउट').waitFor();
    const day = new Intl.DateTimeFormat('hi', { day: 'numeric', timeZone: 'Asia/Kolkata' });
    expect(await page.locator('.form__alert').textContent()).toContain(
      day.format(new Date(timeOut?.endsAt ?? '')),
    );
    await sound(page);
    await picture(page, 'exchange-in-time-out');
    await page.getByRole('link', { name: 'मेरी सीमाएँ' }).click();
    await page.waitForURL(/\/hi\/my-accounts\/limits$/);
    await page.goto(new URL('/hi/loyalty-shop', page.url()).href);
    await page.locator('.break-banner').getByText('आपका टाइम-आउट').waitFor();
    await sound(page);
    expect((await dataOf(player, 'loyalty/list', {})).loyaltyBalance).toBe(640);
  });
});
