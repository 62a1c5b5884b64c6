import { randomUUID } from 'node:crypto';
import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { fits, viewports } from '../../helpers/browser.ts';
import { addSession } from '../../helpers/browser-session.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { focusOn, hydrated, press, tabTo, typeInto } from '../../helpers/form-site.ts';
import { fund, fundedPlayer } from '../../helpers/funded-player.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { mailsTo, newestOtp } from '../../helpers/outbox.ts';
import type { TestPlatform } from '../../helpers/platform.ts';
import { createPlayer } from '../../helpers/player.ts';
import { sampleIdCard } from '../../helpers/sample-documents.ts';
import { eventually } from '../../helpers/visitor.ts';
import { money, shoot, test } from './cashier-site.ts';

/** Creates a player who meets all conditions of a withdrawal. */
const verified = (platform: TestPlatform, now: Date) =>
  fundedPlayer(platform, {
    funds: { winnings: 900_00 },
    account: { email: `${randomUUID()}@mail.example`, emailVerifiedAt: now, kycState: 'approved' },
  });

describe('withdrawal in a browser', () => {
  test('is requested only once despite a technical problem and a lost response, and appears in the list', async ({
    platform,
    proxy,
    now,
    visitor,
    enter,
  }) => {
    const by = await verified(platform, now);
    const page = await enter('/my-accounts/withdraw', { by });
    visitor.expectProblem(/503|net::ERR_FAILED/);
    await hydrated(page);
    await shoot(page, 'withdraw');
    await page.setViewportSize(viewports.small);
    expect(await fits(page)).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    await page.getByRole('button', { name: '₹900' }).click();
    proxy.treat(({ url }) => (url.endsWith('cashier/withdraw') ? { change: () => 'lost' } : 'pass'));
    await tabTo(page, '.form__submit');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Technical problem' }).waitFor();
    await page.keyboard.press('Escape');
    proxy.treat(() => 'pass');
    await page.route('**/api/cashier/withdraw', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await tabTo(page, '.form__submit');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: /^(?!Technical)/ }).waitFor();
    await page.keyboard.press('Escape');
    await page.unroute('**/api/cashier/withdraw');
    await tabTo(page, '.form__submit');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/my-accounts\/withdrawals$/);
    await page.getByText('Your withdrawal is requested.').waitFor();
    expect(await page.locator('.list__table tbody tr').count()).toBe(1);
    expect(await page.locator('.list__table .list__state').textContent()).toBe('Waiting for a decision');
    await money(page, '₹0').waitFor({ state: 'attached' });
    expect([await by.holds('held'), await by.holds('winnings')]).toEqual([900_00, 0]);
    expect(await accessibilityViolations(page)).toEqual([]);
    await shoot(page, 'withdrawals');
  });

  test('is rejected if another player has logged in since the form was opened', async ({
    platform,
    site,
    now,
    enter,
  }) => {
    const [by, other] = [await verified(platform, now), await verified(platform, now)];
    const page = await enter('/my-accounts/withdraw', { by });
    await hydrated(page);
    await money(page, '₹900').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: '₹900' }).click();
    await addSession(page, site, other, 'ravi');
    // Record the answer before the page receives it, because the browser discards the answer when the page navigates.
    const answers: unknown[] = [];
    await page.route('**/api/cashier/withdraw', async (route) => {
      const response = await route.fetch();
      answers.push(await response.json());
      await route.fulfill({ response });
    });
    await press(page, '.form__submit');
    // The form disappears, because the browser loads the page of the other player.
    await page.locator('[data-player-name]', { hasText: 'ravi' }).first().waitFor({ state: 'attached' });
    expect(answers).toMatchObject([{ success: false, firstCode: '10613' }]);
    for (const each of [by, other])
      expect([await each.holds('held'), await each.holds('winnings')]).toEqual([0, 900_00]);
  });

  test.for([
    ['with JavaScript', true],
    ['without JavaScript', false],
  ] as const)(
    'can be requested by keyboard, even after an invalid amount, and is listed with its state (%s)',
    async ([, script], { platform, now, visitor, enter }) => {
      visitor.expectProblem(/status of 4|answered 4/);
      const by = await verified(platform, now);
      const page = await enter('/nb/my-accounts/withdrawals', { by, javaScriptEnabled: script });
      const arrived = (path: string) =>
        script ? focusOn(page, '.account-area__title') : page.waitForURL(new RegExp(`${path}\\?.*whole=1`));
      await (script ? hydrated(page) : arrived('withdrawals'));
      await press(page, '.account-area__main a[href$="/my-accounts/withdraw"]');
      await arrived('withdraw');
      await typeInto(page, 'amount', '12');
      await page.keyboard.press('Enter');
      await focusOn(page, '[name="amount"][aria-invalid="true"]');
      expect(await page.locator('.field__error').textContent()).toContain('utenfor de tillatte grensene');
      expect(await page.locator('[name="amount"]').inputValue()).toBe('12');
      await page.keyboard.press('ControlOrMeta+A');
      await page.keyboard.type('500,50');
      await press(page, '.form__submit');
      await page.waitForURL(/\/nb\/my-accounts\/withdrawals/);
      const row = page.locator('.list__table tbody tr');
      await row.waitFor();
      if (script) await focusOn(page, '.account-area__title');
      expect(await row.count()).toBe(1);
      expect(await row.textContent()).toMatch(/500,50.*Venter på avgjørelse/);
      expect([await by.holds('held'), await by.holds('winnings')]).toEqual([500_50, 399_50]);
      const [stored] = await queryDatabase<{ id: string }>(
        platform.databaseUrl,
        'select withdrawal_id as id from withdrawals where account_id = $1',
        [by.accountId],
      );
      await operatorOf(platform)('withdrawals', 'refuse', stored?.id ?? '', '--reason', 'Wrong account.');
      await page.reload();
      await row.waitFor();
      expect(await row.textContent()).toContain('Wrong account.');
      expect([await by.holds('held'), await by.holds('winnings')]).toEqual([0, 900_00]);
    },
  );

  test('requires a verified contact and an identity check, and is reported by a mail at each step until the payout', async ({
    platform,
    proxy,
    site,
    enter,
    visitor,
  }) => {
    visitor.expectProblem(/503/);
    const by = await createPlayer(platform);
    await fund(platform, by.accountId, 'winnings', 900_00);
    const admin = operatorOf(platform);
    const page = await enter('/my-accounts/withdraw', { by });
    await hydrated(page);
    const states = page.locator('.condition .list__state');
    expect(await states.allTextContents()).toEqual(['Not verified', 'Not started']);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
    await shoot(page, 'withdraw-contact');
    await press(page, '.form__submit');
    await focusOn(page, '[name="otp"]');
    const otp = await newestOtp(platform, by.email);
    await page.keyboard.type(otp);
    // The platform verifies the contact, but the proxy replaces the answer with garbage.
    proxy.treat(({ url }) => (url.endsWith('accounts/verifyEmailOtp') ? { change: () => 'lost' } : 'pass'));
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'Technical problem' }).waitFor();
    proxy.treat(() => 'pass');
    await page.keyboard.press('Enter');
    await page.locator('dialog[open]').waitFor({ state: 'detached' });
    expect(await page.locator('.condition .form__alert').textContent()).toContain('technical problem');
    expect(await page.locator('[name="otp"]').inputValue()).toBe(otp);
    await press(page, '.form__submit');
    await page.getByText('Add your personal details').waitFor();
    await focusOn(page, '.account-area__title');
    expect(await states.allTextContents()).toEqual(['Verified', 'Not started']);
    await by.call('accounts/updateUserDetails', {
      firstName: 'Asha',
      lastName: 'Rao',
      birthDate: '1990-02-28',
      country: 'IN',
      state: 'IN-MH',
    });
    await page.reload();
    await hydrated(page);
    await shoot(page, 'withdraw-identity');
    const file = { name: 'card.png', mimeType: 'image/png', buffer: sampleIdCard() };
    await page.setInputFiles('[name="identity"]', file);
    await press(page, '.form__submit');
    await page.getByText('Your documents have arrived.').waitFor();
    const popup = page.getByRole('dialog', { name: 'Identity check in progress' });
    await popup.waitFor();
    await focusOn(page, '.message .button--primary');
    await page.keyboard.press('Enter');
    await popup.waitFor({ state: 'detached' });
    await focusOn(page, '.account-area__title');
    expect(await states.allTextContents()).toEqual(['Verified', 'In progress']);
    expect(await accessibilityViolations(page)).toEqual([]);
    await shoot(page, 'withdraw-pending');
    await admin('players', 'identity', by.username, 'approve');
    await page.reload();
    await hydrated(page);
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
    await press(page, '.form__submit');
    await focusOn(page, '[name="accountNumber"]');
    await page.keyboard.type('0001 2345 6789');
    await page.locator('[name="bankCode"]').fill('test0001234');
    await shoot(page, 'withdraw-bank-account');
    await press(page, '.form__submit');
    await page.getByText('The bank account is added.').waitFor();
    await focusOn(page, '.account-area__title');
    await press(page, '.suggestions button');
    await eventually(async () => expect(await page.locator('[name="amount"]').inputValue()).toBe('500'));
    await press(page, '.form__submit');
    await page.waitForURL(/\/my-accounts\/withdrawals$/);
    await focusOn(page, '.account-area__title');
    await money(page, '₹400').waitFor({ state: 'attached' });
    const [row] = await queryDatabase<{ withdrawal_id: string }>(
      platform.databaseUrl,
      'select withdrawal_id from withdrawals where account_id = $1',
      [by.accountId],
    );
    await admin('withdrawals', 'approve', row?.withdrawal_id ?? '');
    await page.reload();
    expect(await page.locator('.list__table .list__state').textContent()).toBe('Approved');
    await platform.deps.payouts.sendDue();
    const held = async () =>
      (await platform.deps.ledger.balances(`player:${by.accountId}`, 'INR')).get('held');
    await expect.poll(held).toBe(0);
    const mails = await mailsTo(platform, by.email);
    const withdrawals = '/my-accounts/withdrawals';
    // Ignore the mail about the sent money. The platform omits this mail if the provider reports the payment before the
    // platform has stored the provider's answer.
    expect(mails.filter(([subject]) => subject !== 'Your withdrawal was sent to your bank')).toEqual([
      ['Welcome to Golden Lotto', 'Your account is open', '/'],
      ['Your confirmation code', 'Confirm that we can reach you', '/my-accounts'],
      ['Your documents have arrived', 'We are checking your identity', '/my-accounts/identity'],
      ['Your identity is confirmed', 'Your identity is confirmed', '/my-accounts'],
      ['A bank account was added: •••• 6789', 'A bank account was added', '/my-accounts/destinations'],
      ['You have requested a withdrawal', 'Your withdrawal of ₹500', withdrawals],
      ['Your withdrawal is approved', 'Your withdrawal of ₹500 is approved', withdrawals],
      ['Your withdrawal is paid', '₹500 was paid to your bank account', withdrawals],
    ]);
    await page.goto(`${site.origin}${mails.at(-1)?.[2]}`);
    expect(await page.locator('.list__table .list__state').textContent()).toBe('Paid');
    await hydrated(page);
    expect(await fits(page)).toBe(true);
    expect(await accessibilityViolations(page)).toEqual([]);
    await shoot(page, 'withdrawal-paid');
    await press(page, '.account-area__main a[href$="/my-accounts/withdraw"]');
    await focusOn(page, '.account-area__title');
    await page.getByText('A withdrawal is at least ₹500.').waitFor();
  });
});
