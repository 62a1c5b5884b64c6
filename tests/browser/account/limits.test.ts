import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { logInByCall } from '../../helpers/browser-session.ts';
import { hydrated, noticeOf, press, typeInto } from '../../helpers/form-site.ts';
import { mailsTo, readOutbox } from '../../helpers/outbox.ts';
import type { TestPlatform } from '../../helpers/platform.ts';
import { type TestPlayer, testPassword } from '../../helpers/player.ts';
import { dataOf } from '../../helpers/player-actions.ts';
import { eventually } from '../../helpers/visitor.ts';
import { hourMs, picture, test } from './limits-site.ts';

const path = '/my-accounts/limits';

/** Returns the mails to a player, without the first two, which belong to the signup. */
const laterMails = async (platform: TestPlatform, { email }: TestPlayer) =>
  (await mailsTo(platform, email)).slice(2);

describe('limits and breaks in a browser', () => {
  test('a limit can be set and raised by keyboard; the screen and a mail then state when the raise can be confirmed', async ({
    platform,
    enter,
  }) => {
    const { player, page } = await enter(path);
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
    await noticeOf(page).getByText('Saved.').waitFor();
    await press(page, `[href="${path}/set?kind=spend&period=day"]`);
    await page.locator('[name="amount"]').fill('900');
    await page.keyboard.press('Enter');
    await page.getByText('A limit of ₹900 is waiting. You can confirm it from').waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
    await picture(page, 'waiting');
    expect(await laterMails(platform, player)).toEqual([
      ['Your daily spending limit is now ₹20', 'Your limit applies', path],
      ['A change of your daily spending limit waits for you', 'Your limit stays for now', path],
    ]);
    const [waiting] = await readOutbox(platform, player.email);
    expect(waiting?.text).toContain(
      'New limit: ₹900\n\nYou can confirm it from 22 November 2026 at 17:32 (IST).',
    );
    expect(waiting?.text).toContain('if you do not confirm it before 29 November 2026 at 17:32 (IST).');
  });

  test('a player’s time-out prevents deposits, and is announced by mail and on the screens about money', async ({
    platform,
    site,
    visitor,
    enter,
  }) => {
    visitor.expectProblem(/400/);
    const { player, page } = await enter(`${path}/time-out`);
    await hydrated(page);
    await picture(page, 'time-out');
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByLabel('How long').selectOption('7');
    await typeInto(page, 'password', 'Wrong-horse-7');
    await page.keyboard.press('Enter');
    await page.getByText('This is not your current password.').waitFor();
    await page.locator('[name="password"]').fill(testPassword);
    await page.keyboard.press('Enter');
    await noticeOf(page).getByText('Your time-out has begun.').waitFor();
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
    expect(await laterMails(platform, player)).toEqual([
      ['Your break has begun', 'Your break has begun', '/healthyplay'],
    ]);
    const [mail] = await readOutbox(platform, player.email);
    expect(mail?.text).toContain('Until 28 November 2026 at 17:32 (IST) you cannot deposit money');
    await picture(page, 'deposit');
  });

  test('an exclusion logs out all tabs, and its end is shown on the next page, in a mail and at the login', async ({
    platform,
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
    const help = await dialog.getByRole('link', { name: 'Where to get help' }).getAttribute('href');
    expect(help).toBe('/healthyplay');
    expect(await laterMails(platform, player)).toEqual([
      ['Your account is closed for play', 'You are excluded from play', help],
    ]);
    const [mail] = await readOutbox(platform, player.email);
    expect(mail?.text).toContain('The exclusion ends on 21 November 2027 at 17:32 (IST) at the earliest.');
    await picture(page, 'login');
  });

  // This test is the last one of the file, because it sets the platform's clock forward.
  test('a higher limit can be confirmed a day later through the link in a mail', async ({
    platform,
    site,
    visitor,
    enter,
  }) => {
    visitor.expectProblem(/401/);
    const { player, page } = await enter('/winners', 'hi');
    const limit = { kind: 'deposit', period: 'week' } as const;
    await dataOf(player, 'limits/set', { ...limit, amount: 100_00 });
    await dataOf(player, 'limits/set', { ...limit, amount: 200_00 });
    platform.clock.advance(24 * hourMs);
    await logInByCall(page, site, player);
    const [, waiting] = await laterMails(platform, player);
    expect(waiting).toEqual([
      'आपकी साप्ताहिक जमा सीमा का बदलाव आपकी पुष्टि की प्रतीक्षा में है',
      'फ़िलहाल आपकी सीमा वही रहेगी',
      `/hi${path}`,
    ]);
    await page.goto(`${site.origin}${waiting?.[2]}`);
    await hydrated(page);
    await picture(page, 'due');
    await press(page, `[href^="/hi${path}/confirm"]`);
    await page.locator('.account-form button[type="submit"]').waitFor();
    await picture(page, 'confirm');
    await page.locator('.account-form button[type="submit"]').click();
    await noticeOf(page).getByText('पुष्टि हो गई। बदलाव अब लागू है।').waitFor();
    await eventually(async () =>
      expect(await page.locator('.limit__amount').allTextContents()).toContain('₹200'),
    );
    const raised = await laterMails(platform, player);
    expect(raised.at(-1)).toEqual(['आपकी साप्ताहिक जमा सीमा अब ₹200 है', 'आपकी सीमा लागू है', `/hi${path}`]);
  });
});
