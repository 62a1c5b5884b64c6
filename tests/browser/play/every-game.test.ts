import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import type { CallRequest } from '../../../shared/contract/calls.ts';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { fits, viewports } from '../../helpers/browser.ts';
import { logInByCall } from '../../helpers/browser-session.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { fund } from '../../helpers/funded-player.ts';
import { drawNextJaldi } from '../../helpers/next-draw.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { startPlatform } from '../../helpers/platform.ts';
import { createPlayer } from '../../helpers/player.ts';
import { buyNext, dataOf } from '../../helpers/player-actions.ts';
import { startSite } from '../../helpers/site.ts';
import { eventually } from '../../helpers/visitor.ts';
import { test as base } from '../../helpers/whole-site.ts';

const funds = 1000_00;

/**
 * A `test` with a platform that offers all seven games, and a player who has money and uses a phone. The tests of this
 * file build on each other.
 */
const test = base
  .extend('platform', { scope: 'file' }, async ({ now }, { onCleanup }) => {
    const platform = await startPlatform({ now, historyDays: 0 });
    onCleanup(() => platform.stop());
    await platform.deps.engine.tick();
    return platform;
  })
  .extend('site', { scope: 'file' }, async ({ platform }, { onCleanup }) => {
    const site = await startSite({ platform, clock: platform.clock, warm: false });
    onCleanup(() => site.close());
    return site;
  })
  .extend('player', { scope: 'file' }, async ({ platform }) => {
    const player = await createPlayer(platform);
    await fund(platform, player.accountId, 'deposit', funds);
    return player;
  })
  .extend('openPage', ({ site, player, visitor }) => async (path: string): Promise<Page> => {
    const page = await visitor.open(site.origin + path, {
      viewport: viewports.phone,
      before: (opened) => logInByCall(opened, site, player),
    });
    await page.locator('html.is-scripted').waitFor();
    return page;
  })
  .extend('boughtLines', ({ platform }) => async (receiptNumber: string): Promise<unknown[]> => {
    const rows = await queryDatabase<{ line: unknown }>(
      platform.databaseUrl,
      'select line from tickets where receipt_number = $1 order by line_no',
      [receiptNumber],
    );
    return rows.map(({ line }) => line);
  });

/** Presses a key until an element that matches the selector has the focus. @throws after 120 presses without success */
async function moveTo(page: Page, selector: string, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  const isThere = () => page.evaluate((wanted) => document.activeElement?.matches(wanted) === true, selector);
  for (let presses = 0; presses < 120; presses += 1) {
    if (await isThere()) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} does not lead to ${selector}`);
}

async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

const steps = (key: string, count: number): string[] => Array.from({ length: count }, () => key);

/** Marks numbers, which must be in ascending order. The focus must be on the first number of the grid. */
async function mark(page: Page, numbers: readonly number[]): Promise<void> {
  let at = 1;
  for (const number of numbers) {
    await press(page, ...steps('ArrowRight', number - at), 'Space');
    at = number;
  }
}

/** Opens the ticket of the game page by keyboard, and moves the focus to its first cell. */
async function openTicket(page: Page): Promise<void> {
  await page.locator('[data-island="play"][data-awake]').waitFor();
  await moveTo(page, '#play a.button');
  await press(page, 'Enter');
  await page.locator('#play .slip .cell').first().waitFor();
  await moveTo(page, '#play .slip .cell');
}

/** Buys the ticket by keyboard. @returns the number of the receipt */
async function buy(page: Page): Promise<string> {
  await moveTo(page, '#play .checkout__buy');
  await press(page, 'Enter');
  const number = page.locator('#play .receipt__number');
  await number.waitFor();
  return (await number.textContent()) ?? '';
}

describe('game page at a width of 360 px, by keyboard alone', () => {
  const plays: [slug: string, choose: (page: Page) => Promise<void>, lines: unknown[]][] = [
    ['golden-daily', (page) => mark(page, [2, 3, 9, 11, 12]), [[2, 3, 9, 11, 12]]],
    ['golden-pick-3', (page) => press(page, '0', '4', '8'), [{ digits: '048', play: 'straight' }]],
    ['golden-jackpot', (page) => mark(page, [1, 4, 5, 6, 7, 10]), [[1, 4, 5, 6, 7, 10]]],
    [
      'golden-keno',
      (page) => press(page, 'ArrowDown', 'Enter', 'End', 'Enter', 'Home', 'Space'),
      // At a width of 360 px, a row has seven numbers.
      [[1, 8, 80]],
    ],
    [
      'lucky-symbols',
      async (page) => {
        await press(page, 'Space');
        for (const presses of [1, 1, 2]) await press(page, 'Tab', ...steps('ArrowRight', presses), 'Space');
      },
      [['lotus', 'lamp', 'lamp', 'bell']],
    ],
    [
      'golden-jaldi',
      async (page) => {
        for (const presses of [0, 1, 2]) {
          if (presses > 0) await moveTo(page, '#play .cells--coloured .cell', 'Shift+Tab');
          await press(page, 'Tab', ...steps('ArrowRight', presses), 'Space');
          await page.locator('#play .slip__status.is-complete').waitFor();
          if (presses === 2) return;
          await moveTo(page, '#play .play-lines + * button, #play .play-lines .play__actions button');
          await press(page, 'Enter');
        }
      },
      [{ color: 'violet' }, { color: 'green' }, { color: 'red' }],
    ],
  ];

  test.for(plays)(
    'sells the lines that a player marks on /games/%s',
    async ([slug, choose, lines], { openPage, boughtLines }) => {
      const page = await openPage(`/games/${slug}`);
      await openTicket(page);
      await choose(page);
      expect(await fits(page)).toBe(true);
      expect(await boughtLines(await buy(page))).toEqual(lines);
      expect(await fits(page)).toBe(true);
    },
  );

  test('sells a raffle ticket that the player has found by a search', async ({
    openPage,
    boughtLines,
    player,
  }) => {
    const page = await openPage('/games/golden-raffle');
    await openTicket(page);
    await press(page, ...steps('ArrowRight', 2), 'Space', 'Tab');
    await page.keyboard.type('4821');
    await press(page, 'Enter');
    await page.locator('#play .cells--tickets .cell').first().waitFor();
    await moveTo(page, '#play .cells--tickets .cell');
    const chosen = (await page.locator('#play .cells--tickets .cell').first().textContent()) ?? '';
    expect(chosen).toMatch(/^62B \d4821$/);
    await press(page, 'Space');
    expect(await accessibilityViolations(page)).toEqual([]);
    const [series, number] = chosen.split(' ');
    expect(await boughtLines(await buy(page))).toEqual([{ series, number }]);
    // A new search does not find the sold ticket.
    const request: CallRequest<'tickets/free'> = { gameId: 'raffle', drawIds: [], series: '62B' };
    const { purchases } = await dataOf(player, 'transaction/purchaseSummary', { gameId: 'raffle' });
    const drawIds = purchases.map(({ drawId }) => drawId);
    const { tickets } = await dataOf(player, 'tickets/free', { ...request, drawIds, ending: number ?? '' });
    expect(tickets).toEqual([]);
  });
});

describe('list of tickets after the draws', () => {
  test('shows tickets that won, lost, were voided or wait for their draw', async ({
    platform,
    player,
    openPage,
  }) => {
    // Exactly one of the three colours wins, so one of these receipts wins and two lose.
    const single = [];
    for (const color of ['violet', 'green', 'red'])
      single.push(await buyNext(platform, player, 'jaldi', [{ color }]));
    // Draw twice, because the draw of Lucky Symbols takes place five minutes after the first draw of Golden Jaldi.
    await drawNextJaldi(platform);
    await drawNextJaldi(platform);
    const { purchases: played } = await dataOf(player, 'transaction/purchaseSummary', { gameId: 'symbols' });
    const drawId = played[0]?.drawId ?? '';
    expect(await operatorOf(platform)('results', 'void', drawId, '--reason', 'A test.')).toMatchObject({
      code: 0,
      err: '',
    });
    const { purchases } = await dataOf(player, 'transaction/purchaseSummary', {});
    const receiptOf = (gameId: string) =>
      purchases.find((purchase) => purchase.gameId === gameId)?.receiptNumber ?? '';

    const page = await openPage('/my-accounts/tickets');
    await page.locator('.list__table').waitFor();
    const stateOf = (receiptNumber: string) =>
      page.locator('tbody tr', { hasText: receiptNumber }).locator('.list__state').textContent();
    expect(await stateOf(receiptOf('daily'))).toBe('Open');
    const pictures = page.locator('tbody tr', { hasText: receiptOf('symbols') }).locator('img');
    expect(await pictures.evaluateAll((all) => all.map((one) => one.getAttribute('alt')))).toEqual([
      'Lotus',
      'Lamp',
      'Lamp',
      'Bell',
    ]);
    expect(await stateOf(receiptOf('symbols'))).toBe('Void, refunded');
    const states = await Promise.all(single.map(({ receiptNumber }) => stateOf(receiptNumber)));
    expect(states.filter((state) => state === 'Won')).toHaveLength(1);
    expect(states.filter((state) => state === 'No win')).toHaveLength(2);
    expect(await fits(page)).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);

    const { totalBalance, winBalance } = await dataOf(player, 'wallet', {});
    const valid = purchases.filter(({ state }) => state !== 'voided');
    const staked = valid.reduce((sum, { totalPrice }) => sum + totalPrice, 0);
    const won = valid.reduce((sum, { wonAmount }) => sum + wonAmount, 0);
    expect([won > 0, winBalance, totalBalance]).toEqual([true, won, funds - staked + won]);
    await page.goto(page.url().replace('tickets', 'balances'));
    await eventually(async () =>
      expect(await page.locator('main').innerText()).toContain(`Winnings\n₹${winBalance / 100}`),
    );
    await page.goto(page.url().replace('balances', 'notifications'));
    const notifications = page.locator('main');
    await eventually(async () => expect(await notifications.innerText()).toContain('You have won'));
    expect(await notifications.innerText()).toContain('A draw is void\nLucky Symbols');
  });
});
