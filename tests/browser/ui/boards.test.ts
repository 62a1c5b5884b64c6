import type { Page, ViewportSize } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { startUiPage } from '../../helpers/ui-page.ts';
import { test as base, eventually, type Visitor } from '../../helpers/visitor.ts';

const test = base
  .extend('entry', { scope: 'file' }, () => 'tests/browser/ui/boards-page.tsx')
  .extend('server', { scope: 'file' }, async ({ entry }, { onCleanup }) => {
    const server = await startUiPage(entry);
    onCleanup(() => server.close());
    return server;
  });

const games = ['daily', 'pick3', 'jackpot', 'keno', 'raffle', 'symbols', 'jaldi'];

async function openBoard(
  visitor: Visitor,
  url: string,
  game: string,
  viewport: ViewportSize = viewports.desktop,
) {
  const page = await visitor.open(`${url}/?game=${game}`, { viewport });
  await page.locator('.cell').first().waitFor();
  return page;
}

const lineOf = async (page: Page): Promise<unknown> =>
  JSON.parse((await page.locator('output[hidden]').textContent()) ?? '');
const statusOf = (page: Page) => page.locator('.slip__status').textContent();
const outlineOf = (page: Page, selector: string) =>
  page
    .locator(selector)
    .first()
    .evaluate((element) => getComputedStyle(element).borderTopStyle);
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent);
async function type(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}

test('tickets and coloured marks keep their outlines in forced colours', async ({ server, visitor }) => {
  const page = await openBoard(visitor, server.url, 'jaldi');
  await page.emulateMedia({ forcedColors: 'active' });
  await page.locator('.cell').first().click();
  for (const selector of ['.slip', '.mark--coloured'])
    expect([selector, await outlineOf(page, selector)]).toEqual([selector, 'solid']);
});

describe('ticket of a game with balls', () => {
  test('is one tab stop, in which arrow keys, Home and End move the focus, and Space and Enter mark a number', async ({
    server,
    visitor,
  }) => {
    const page = await openBoard(visitor, server.url, 'daily');
    await type(page, 'Tab');
    expect(await focused(page)).toBe('1');
    // A wide ticket of 36 numbers has nine columns.
    await type(page, 'ArrowRight', 'ArrowDown', 'Space');
    expect([await focused(page), await lineOf(page)]).toEqual(['11', [11]]);
    await type(page, 'End', 'Enter', 'ArrowRight', 'ArrowUp', 'Enter', 'ArrowLeft', 'Enter', 'Home', 'Enter');
    expect(await lineOf(page)).toEqual([1, 11, 26, 27, 36]);
    await type(page, 'ArrowUp', 'Tab');
    expect(await focused(page)).toBe('Quick pick');
    await type(page, 'Shift+Tab');
    expect(await focused(page)).toBe('1');
  });

  test('announces to screen readers how many numbers are chosen, and why a full line accepts no more', async ({
    server,
    visitor,
  }) => {
    const page = await openBoard(visitor, server.url, 'daily');
    const press = (number: number) => page.getByRole('button', { name: String(number), exact: true }).click();
    for (const number of [9, 3, 20]) await press(number);
    await page.getByRole('group', { name: 'Choose 5 of 36 numbers 3 of 5 chosen, 2 left' }).waitFor();
    await press(3);
    for (const number of [36, 1, 4]) await press(number);
    expect([await lineOf(page), await statusOf(page)]).toEqual([[1, 4, 9, 20, 36], 'Line complete']);
    await page.getByRole('button', { name: '5', exact: true }).press('Enter');
    expect([await lineOf(page), await statusOf(page)]).toEqual([
      [1, 4, 9, 20, 36],
      'The line is full. Remove a number before you choose another one.',
    ]);
    expect(await page.locator('.cell[aria-pressed="true"]').allTextContents()).toEqual([
      '1',
      '4',
      '9',
      '20',
      '36',
    ]);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: 'Clear' }).click();
    expect([await lineOf(page), await statusOf(page)]).toEqual([null, '0 of 5 chosen, 5 left']);
  });
});

test('the keno ticket accepts one to ten numbers, and a quick pick of as many numbers as the player chooses', async ({
  server,
  visitor,
}) => {
  const page = await openBoard(visitor, server.url, 'keno');
  await page.getByRole('button', { name: '80', exact: true }).click();
  expect([await lineOf(page), await statusOf(page)]).toEqual([[80], '1 chosen, up to 9 more']);
  await page.getByLabel('Numbers in a quick pick').selectOption('4');
  await page.getByRole('button', { name: 'Quick pick' }).click();
  expect(await lineOf(page)).toHaveLength(4);
});

test('the digits ticket accepts typed digits, but no box play with equal digits', async ({
  server,
  visitor,
}) => {
  const page = await openBoard(visitor, server.url, 'pick3');
  await type(page, 'Tab', '5', '0', '5');
  expect(await lineOf(page)).toEqual({ digits: '505', play: 'straight' });
  await page.getByRole('button', { name: 'Box' }).click();
  expect(await lineOf(page)).toEqual({ digits: '505', play: 'box' });
  const second = page.getByRole('group', { name: 'Digit 2: 0' });
  await second.getByRole('button', { name: '5' }).click();
  expect(await statusOf(page)).toBe('Box needs at least two different digits.');
  await page.getByRole('button', { name: 'Straight' }).click();
  expect([await lineOf(page), await statusOf(page)]).toEqual([
    { digits: '555', play: 'straight' },
    'Line complete',
  ]);
  expect(await page.getByRole('button', { name: 'Box' }).getAttribute('aria-disabled')).toBe('true');
  await page.getByRole('group', { name: 'Digit 2: 5' }).getByRole('button', { name: '5' }).click();
  expect(await statusOf(page)).toBe('2 of 3 chosen, 1 left');
});

test('the pictures ticket accepts the same symbol in several places', async ({ server, visitor }) => {
  const page = await openBoard(visitor, server.url, 'symbols');
  for (const place of [1, 2, 3, 4])
    await page
      .getByRole('group', { name: `Place ${place}` })
      .getByRole('button', { name: 'Bell' })
      .click();
  expect(await lineOf(page)).toEqual(['bell', 'bell', 'bell', 'bell']);
  await page.getByRole('group', { name: 'Place 3: Bell' }).getByRole('button', { name: 'Star' }).click();
  expect(await lineOf(page)).toEqual(['bell', 'bell', 'star', 'bell']);
  expect(
    await page.locator('.line img').evaluateAll((all) => all.map((one) => one.getAttribute('alt'))),
  ).toEqual(['Bell', 'Bell', 'Star', 'Bell']);
});

test('the colours ticket accepts a number or a colour', async ({ server, visitor }) => {
  const page = await openBoard(visitor, server.url, 'jaldi');
  await page.getByRole('button', { name: '7, Green' }).click();
  expect(await lineOf(page)).toEqual({ number: 7 });
  await page.getByRole('button', { name: 'Violet', exact: true }).click();
  expect(await lineOf(page)).toEqual({ color: 'violet' });
  await page.getByRole('button', { name: 'Violet', exact: true }).click();
  expect([await lineOf(page), await statusOf(page)]).toEqual([null, '0 of 1 chosen, 1 left']);
});

test('the raffle ticket searches for available numbers, and explains why a search found none', async ({
  server,
  visitor,
}) => {
  const page = await openBoard(visitor, server.url, 'raffle', viewports.phone);
  const ending = page.getByLabel('Last digits of the number');
  const search = async (text: string) => {
    await ending.fill(text);
    await ending.press('Enter');
  };
  await search('x');
  await page.getByText('Enter digits only, at most 5.').waitFor();
  expect(await ending.getAttribute('aria-invalid')).toBe('true');
  await search('999');
  await eventually(async () =>
    expect(await statusOf(page)).toBe('No free ticket has this number. Try fewer digits or another series.'),
  );
  await search('500');
  await eventually(async () => expect(await statusOf(page)).toBe('The search failed. Please try again.'));
  await page.getByRole('button', { name: '62B' }).click();
  await search('15');
  await page.getByRole('button', { name: '62B 48215' }).click();
  expect([await lineOf(page), await statusOf(page)]).toEqual([
    { series: '62B', number: '48215' },
    'Line complete',
  ]);
  expect(await accessibilityViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'Random free ticket' }).click();
  await eventually(async () => expect(await lineOf(page)).toEqual({ series: '62D', number: '10203' }));
  expect(await page.locator('.cells--tickets').count()).toBe(0);
});

test.for(games)(
  'the %s ticket fits a width of 320 px with targets of 44 px, and its quick pick fills the line',
  async (game, { server, visitor }) => {
    const page = await openBoard(visitor, server.url, game, viewports.small);
    await page.locator('.slip__quick').click();
    await page.locator('.slip__status.is-complete').waitFor();
    await page.locator('.line .mark').first().waitFor();
    const { width, small } = await page.evaluate(() => ({
      width: document.documentElement.scrollWidth,
      small: [...document.querySelectorAll('button, select, input')]
        .filter((control) => {
          const box = control.getBoundingClientRect();
          return box.width < 44 || box.height < 44;
        })
        .map(({ textContent }) => textContent),
    }));
    expect([width, small]).toEqual([viewports.small.width, []]);
    expect(await accessibilityViolations(page)).toEqual([]);
  },
);
