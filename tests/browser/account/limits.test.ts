import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { test as base, hydrated, press, typeInto } from '../../helpers/form-site.ts';
import { fund } from '../../helpers/funded-player.ts';
import { createPlayer, type TestPlayer, testPassword } from '../../helpers/player.ts';
import { buyNext, dataOf } from '../../helpers/player-actions.ts';
import { eventually } from '../../helpers/visitor.ts';

const pictures = process.env['PICTURES'];
const hourMs = 3_600_000;
const path = '/my-accounts/limits';

interface Visit {
  player: TestPlayer;
  page: Page;
}

const test = base
  /** Opens a page as a new player with money, who has just logged in through the site. The page's clock is a fake. */
  .extend('enter', ({ platform, site, visitor }) => async (where: string): Promise<Visit> => {
    const player = await createPlayer(platform);
    await fund(platform, player.accountId, 'deposit', 500_00);
    const page = await visitor.open(`${site.origin}${where}`, {
      before: async (opened) => {
        await opened.clock.install();
        await logIn(opened, site.origin, player);
      },
    });
    return { player, page };
  });

const logIn = (page: Page, origin: string, { username }: TestPlayer) =>
  page.request.post(`${origin}/api/accounts/login`, {
    headers: { origin },
    data: { data: { type: 2, username, password: testPassword } },
  });
const notice = (page: Page) => page.locator('.account-area__notice');
const clock = (page: Page) => page.locator('.account__clock [data-figure]');
const check = (page: Page) => page.getByRole('dialog', { name: 'Time for a short break?' });

async function picture(page: Page, name: string): Promise<void> {
  for (const [size, viewport] of Object.entries(viewports)) {
    await page.setViewportSize(viewport);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    if (pictures) await page.screenshot({ path: `${pictures}/limits-${name}-${size}.png` });
  }
}

describe('the session clock', () => {
  test('shows the time since the login on every page, and no visitor sees it', async ({ site, enter }) => {
    const { page } = await enter('/winners');
    await clock(page).getByText('0:00').waitFor();
    await page.clock.fastForward(65 * 60_000);
    await clock(page).getByText('1:05').waitFor();
    await check(page).getByRole('button', { name: 'Continue' }).click();
    await picture(page, 'clock');
    await page.context().clearCookies();
    await page.goto(`${site.origin}/winners`);
    await page.waitForSelector('html.is-scripted');
    expect(await clock(page).isVisible()).toBe(false);
  });
});

describe('the reality check', () => {
  test('opens once in all tabs after each hour, with time and net result, and logs the player out', async ({
    platform,
    enter,
  }) => {
    const { player, page } = await enter('/hi/winners');
    await clock(page).waitFor();
    const other = await page.context().newPage();
    await other.goto(page.url().replace('/hi/', '/'));
    await clock(other).waitFor();
    await buyNext(platform, player, 'jaldi', [{ number: 1 }, { number: 2 }]);
    await page.clock.fastForward(hourMs);
    const dialogs = () => Promise.all([page, other].map((tab) => tab.locator('dialog[open]').count()));
    await eventually(async () =>
      expect([
        [0, 1],
        [1, 0],
      ]).toContainEqual(await dialogs()),
    );
    const [shown, hidden] = (await dialogs())[0] === 1 ? [page, other] : [other, page];
    expect(await shown.locator('.reality-check__facts dd').allTextContents()).toEqual([
      shown === other ? '1 hour' : '1 घंटा',
      '₹22',
      '₹0',
      '-₹22',
    ]);
    expect(await accessibilityViolations(shown)).toEqual([]);
    await picture(shown, 'check');
    expect(await shown.evaluate(() => document.activeElement?.className)).toContain('button--primary');
    await shown.keyboard.press('Enter');
    await shown.locator('dialog[open]').waitFor({ state: 'detached' });
    // A later page of the same hour does not open the check again.
    await hidden.reload();
    await clock(hidden).waitFor();
    expect(await dialogs()).toEqual([0, 0]);

    await hidden.close();
    await shown.clock.fastForward(hourMs);
    await shown.locator('dialog[open]').waitFor();
    await shown.locator('dialog[open] button.button--secondary').click();
    await shown.locator('dialog[open] .message__icon--success').waitFor();
    await shown.keyboard.press('Enter');
    await shown.locator('.account__login').waitFor();
  });

  test('waits for an open popup, and is off without an interval', async ({ site, enter }) => {
    const { setup } = site.deps.config;
    const { page } = await enter('/winners');
    await page.locator('.account__balance').click();
    // Without this wait, the clock would end the request of the wallet.
    await page.locator('.wallet__amount').first().waitFor();
    await page.clock.fastForward(hourMs);
    expect(await check(page).count()).toBe(0);
    await page.keyboard.press('Escape');
    await check(page).waitFor();

    setup.realityCheckMinutes = 0;
    try {
      await page.reload();
      await clock(page).waitFor();
      await page.clock.fastForward(3 * hourMs);
      await clock(page).getByText('3:00').waitFor();
      expect(await page.locator('dialog[open]').count()).toBe(0);
    } finally {
      setup.realityCheckMinutes = 60;
    }
  });
});

describe('limits and breaks', () => {
  test('a limit is set and raised by keyboard, and the screen says when the raise can be confirmed', async ({
    enter,
  }) => {
    const { page } = await enter(path);
    await hydrated(page);
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture(page, 'list');
    await press(page, `[href="${path}/set?kind=spend&period=day"]`);
    await page.locator('[name="amount"]').waitFor();
    await typeInto(page, 'amount', 'much');
    await page.keyboard.press('Enter');
    await page.locator('[data-field="amount"] .field__error').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('amount');
    await page.locator('[name="amount"]').fill('20');
    await page.keyboard.press('Enter');
    await notice(page).getByText('Saved.').waitFor();
    await press(page, `[href="${path}/set?kind=spend&period=day"]`);
    await page.locator('[name="amount"]').fill('900');
    await page.keyboard.press('Enter');
    await page.getByText('A limit of ₹900 is waiting. You can confirm it from').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture(page, 'waiting');
  });

  test('a time-out is announced on the screens about money, and stops a deposit with its end', async ({
    site,
    visitor,
    enter,
  }) => {
    visitor.expectProblem(/400/);
    const { page } = await enter(`${path}/time-out`);
    await hydrated(page);
    await picture(page, 'time-out');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel('How long').selectOption('7');
    await typeInto(page, 'password', 'Wrong-horse-7');
    await page.keyboard.press('Enter');
    await page.getByText('This is not your current password.').waitFor();
    await page.locator('[name="password"]').fill(testPassword);
    await page.keyboard.press('Enter');
    await notice(page).getByText('Your time-out has begun.').waitFor();
    await page.locator('.break-banner').getByText('Your time-out lasts until 28 Nov 2026').waitFor();
    await page.goto(`${site.origin}/hi/my-accounts/balances`);
    await page.locator('.break-banner').getByText('28 नव॰ 2026').waitFor();
    await picture(page, 'banner');
    await page.goto(`${site.origin}/deposit`);
    await hydrated(page);
    await page.locator('[name="amount"]').fill('100');
    await page.locator('.account-form button[type="submit"]').click();
    await page.getByText('Until then you cannot play, deposit or use promotions.').waitFor();
    await page.getByRole('link', { name: 'My limits and breaks' }).waitFor();
    await picture(page, 'deposit');
  });

  test('an exclusion logs out all tabs, opens a calm page, and a login says until when', async ({
    site,
    visitor,
    enter,
  }) => {
    visitor.expectProblem(/40[01]/);
    const { player, page } = await enter(`${path}/exclude`);
    await hydrated(page);
    const other = await page.context().newPage();
    await other.goto(`${site.origin}/my-accounts`);
    await hydrated(other);
    await picture(page, 'exclude');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel('How long').selectOption('12');
    await typeInto(page, 'password', testPassword);
    await page.keyboard.press('Enter');
    await page.getByText('Tick the box to go on.').waitFor();
    await page.getByLabel('I understand').check();
    await page.locator('[name="password"]').fill(testPassword);
    await page.keyboard.press('Enter');
    await page.waitForURL('**/excluded?until=*');
    await page.getByText('Your exclusion lasts until 21 November 2027').waitFor();
    expect(await page.locator('.account__login').isVisible()).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture(page, 'excluded');
    await other.waitForURL(`${site.origin}/`);

    await page.locator('.account__login').click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('[name="username"]').fill(player.username);
    await dialog.locator('[name="password"]').fill(testPassword);
    await page.keyboard.press('Enter');
    await dialog.getByText('You are excluded from play until 21 Nov 2027').waitFor();
    expect(await dialog.getByRole('link', { name: 'Where to get help' }).getAttribute('href')).toBe(
      '/healthyplay',
    );
    await picture(page, 'login');
  });

  // This test is the last one of the file, because it sets the platform's clock forward.
  test('a higher limit is confirmed a day later', async ({ platform, site, visitor, enter }) => {
    visitor.expectProblem(/401/);
    const { player, page } = await enter('/winners');
    const limit = { kind: 'deposit', period: 'week' } as const;
    await dataOf(player, 'limits/set', { ...limit, amount: 100_00 });
    await dataOf(player, 'limits/set', { ...limit, amount: 200_00 });
    platform.clock.advance(24 * hourMs);
    await logIn(page, site.origin, player);
    await page.goto(`${site.origin}/hi${path}`);
    await hydrated(page);
    await picture(page, 'due');
    await press(page, `[href^="/hi${path}/confirm"]`);
    await page.locator('.account-form button[type="submit"]').waitFor();
    await picture(page, 'confirm');
    await page.locator('.account-form button[type="submit"]').click();
    await notice(page).getByText('पुष्टि हो गई। बदलाव अब लागू है।').waitFor();
    await eventually(async () =>
      expect(await page.locator('.limit__amount').allTextContents()).toContain('₹200'),
    );
  });
});
