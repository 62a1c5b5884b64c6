import { randomUUID } from 'node:crypto';
import type { Page, Request } from 'playwright-core';
import { describe, expect, vi } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { viewports } from '../../helpers/browser.ts';
import { addSession } from '../../helpers/browser-session.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { focusOn, hydrated, press, tabTo, typeInto } from '../../helpers/form-site.ts';
import { type FundedPlayer, fund, fundedPlayer } from '../../helpers/funded-player.ts';
import { operatorOf } from '../../helpers/operator.ts';
import { mailsTo, newestOtp } from '../../helpers/outbox.ts';
import type { TestPlatform } from '../../helpers/platform.ts';
import { createPlayer } from '../../helpers/player.ts';
import { sampleIdCard } from '../../helpers/sample-documents.ts';
import { eventually } from '../../helpers/visitor.ts';
import { test as base, deposit } from './cashier-site.ts';

const pictures = process.env['PICTURES'];

const test = base
  .extend('player', async ({ platform, now }): Promise<FundedPlayer & { email: string }> => {
    const email = `${randomUUID()}@mail.example`;
    return { ...(await fundedPlayer(platform, { account: { email, emailVerifiedAt: now } })), email };
  })
  .extend(
    'enter',
    ({ site, visitor, player }) =>
      (
        path: string,
        {
          by = player,
          ...options
        }: Parameters<typeof visitor.open>[1] & { by?: Pick<FundedPlayer, 'token'> } = {},
      ) =>
        visitor.open(site.origin + path, {
          viewport: viewports.phone,
          ...options,
          before: async (opened) => {
            await options.before?.(opened);
            await addSession(opened, site, by);
          },
        }),
  );

const fits = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
const shoot = async (page: Page, name: string) => {
  if (!pictures) return;
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.screenshot({ path: `${pictures}/${name}-${width}.png`, fullPage: true });
  }
  await page.setViewportSize(viewports.phone);
};
const paymentsOf = async (url: string, { accountId }: FundedPlayer) =>
  queryDatabase<{ status: string; amount_minor: string }>(
    url,
    'select status, amount_minor from payments where account_id = $1',
    [accountId],
  );
const money = (page: Page, text: string) => page.locator('[data-balance]', { hasText: text }).first();
const resultOf = (page: Page) => page.locator('.payment__title');
const isCheck = (request: Request): boolean => request.url().includes('cashier/getPayment');

describe('deposit flow in a browser', () => {
  test('works by keyboard with the sandbox payment page, and updates the balance in all tabs', async ({
    platform,
    site,
    player,
    enter,
  }) => {
    const page = await enter('/deposit');
    await hydrated(page);
    const other = await page.context().newPage();
    await other.goto(`${site.origin}/faq`);
    await money(other, '₹0').waitFor({ state: 'attached' });
    expect(await accessibilityViolations(page)).toEqual([]);
    await shoot(page, 'deposit');
    await page.setViewportSize(viewports.small);
    expect(await fits(page)).toBe(true);
    await typeInto(page, 'amount', '12,5,0');
    await page.keyboard.press('Enter');
    await page.locator('[name="amount"][aria-invalid]').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('amount');
    await shoot(page, 'deposit-wrong');
    await page.locator('[name="amount"]').fill('1,250.50');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/sandbox\/payments\//);
    await tabTo(page, 'button[value="approved"]');
    await page.keyboard.press('Enter');
    await page.getByText('The payment is approved.').waitFor();
    await shoot(page, 'sandbox');
    await tabTo(page, 'a.back');
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/deposit\?payment=/);
    await page.getByText('Your deposit has arrived').waitFor();
    expect(await page.locator('.payment__amount').textContent()).toBe('₹1,250.50');
    for (const tab of [page, other]) await money(tab, '₹1,250.50').waitFor({ state: 'attached' });
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
    await shoot(page, 'deposit-approved');
    expect(await player.holds('deposit')).toBe(1250_50);
    expect(await paymentsOf(platform.databaseUrl, player)).toEqual([
      { status: 'approved', amount_minor: '125050' },
    ]);
    expect(await mailsTo(platform, player.email)).toEqual([
      ['We have received your deposit', '₹1,250.50 is in your wallet', '/my-accounts/balances'],
    ]);
  });

  test('returns to the form with the same amount if the payment is declined or cancelled', async ({
    player,
    enter,
  }) => {
    const page = await enter('/deposit');
    for (const [outcome, title] of [
      ['declined', 'The payment was declined'],
      ['cancelled', 'You cancelled the payment'],
    ] as const) {
      await deposit(page, '750.5');
      await page.locator(`button[value="${outcome}"]`).click();
      await page.locator('a.back').click();
      await page.getByText(title).waitFor();
      if (outcome === 'declined') expect(await accessibilityViolations(page)).toEqual([]);
      await shoot(page, `deposit-${outcome}`);
      await page.getByRole('link', { name: 'Make another deposit' }).click();
      await page.locator('[name="amount"]').waitFor();
      expect(await page.locator('[name="amount"]').inputValue()).toBe('750.50');
    }
    expect(await player.holds('deposit')).toBe(0);
  });

  test('shows a link to the payment page if the player goes back before the payment is confirmed', async ({
    site,
    player,
    enter,
  }) => {
    const page = await enter('/deposit');
    await hydrated(page);
    await page.getByRole('button', { name: '₹1,000' }).click();
    // A click on an amount first loads the script of the form, and then fills in the amount.
    await eventually(async () => expect(await page.locator('[name="amount"]').inputValue()).toBe('1000'));
    await deposit(page, '1000');
    const payment = page.url();
    await page.goBack();
    await page.waitForURL(/\/deposit\?payment=/);
    await page.getByText('This payment is not confirmed yet').waitFor();
    await hydrated(page);
    expect(await page.getByRole('link', { name: 'Go to the payment page' }).getAttribute('href')).toBe(
      payment,
    );
    expect(await accessibilityViolations(page)).toEqual([]);
    expect(await fits(page)).toBe(true);
    await shoot(page, 'deposit-created');
    const english = page.url();
    await page.goto(english.replace('/deposit', '/hi/deposit'));
    await page.getByText('इस भुगतान की पुष्टि अभी नहीं हुई है').waitFor();
    await hydrated(page);
    expect(await fits(page)).toBe(true);
    await shoot(page, 'deposit-created-hi');
    await page.goto(english);
    await hydrated(page);
    // Approve the payment without leaving the page. The open page must then report the deposit.
    await page.request.post(payment, { form: { outcome: 'approved' }, maxRedirects: 0 });
    await page.getByText('Your deposit has arrived').waitFor();
    await money(page, '₹1,000').waitFor({ state: 'attached' });
    expect(await player.holds('deposit')).toBe(1000_00);
    expect(page.url().startsWith(`${site.origin}/deposit?payment=`)).toBe(true);
  });

  test('after two minutes without confirmation, shows what the player can do', async ({ player, enter }) => {
    const page = await enter('/deposit', { before: (opened) => opened.clock.install() });
    await deposit(page, '500');
    const payment = page.url();
    await page.locator('a.back').click();
    await hydrated(page);
    let begun = 0;
    let ended = 0;
    page.on('request', (request) => void (begun += isCheck(request) ? 1 : 0));
    page.on('requestfinished', (request) => void (ended += isCheck(request) ? 1 : 0));
    await vi.waitFor(
      async () => {
        // Advance the clock only while no call is pending, because a pending call would exceed its time limit.
        if (begun === ended) await page.clock.fastForward(3000);
        expect(await page.getByText('The confirmation takes longer than usual').isVisible()).toBe(true);
      },
      { timeout: 30_000 },
    );
    expect(ended).toBeGreaterThan(10);
    expect(await accessibilityViolations(page)).toEqual([]);
    await shoot(page, 'deposit-late');
    await page.request.post(payment, { form: { outcome: 'approved' }, maxRedirects: 0 });
    await page.getByRole('link', { name: 'Check again' }).click();
    await page.getByText('Your deposit has arrived').waitFor();
    expect(await player.holds('deposit')).toBe(500_00);
  });

  test('reports the confirmed payment even if some requests for its state have failed', async ({
    proxy,
    player,
    enter,
    visitor,
  }) => {
    visitor.expectProblem(/503/);
    const page = await enter('/deposit', { before: (opened) => opened.clock.install() });
    await deposit(page, '500');
    const payment = page.url();
    await page.locator('a.back').click();
    await hydrated(page);
    const checksAfter = async (ms: number, status: number) => {
      const answered = page.waitForResponse((response) => isCheck(response.request()));
      await page.clock.fastForward(ms);
      expect((await answered).status()).toBe(status);
    };
    try {
      proxy.treat(({ url }) => (url.endsWith('cashier/getPayment') ? 'fail' : 'pass'));
      await checksAfter(3000, 503);
      const note = page.locator('.payment__wait', { hasText: 'This page keeps trying.' });
      await note.waitFor();
      await checksAfter(6000, 503);
      await page.request.post(payment, { form: { outcome: 'approved' }, maxRedirects: 0 });
    } finally {
      proxy.treat(() => 'pass');
    }
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
    await checksAfter(12_000, 200);
    await page.getByText('Your deposit has arrived').waitFor();
    expect(await player.holds('deposit')).toBe(500_00);
  });

  test('creates only one payment despite double clicks, a technical problem, a lost response and a reload', async ({
    platform,
    proxy,
    visitor,
    player,
    enter,
  }) => {
    const page = await enter('/deposit');
    visitor.expectProblem(/503|net::ERR_FAILED/);
    await hydrated(page);
    const submit = page.getByRole('button', { name: 'Continue to the payment' });
    await page.locator('[name="amount"]').fill('640');
    // The platform creates the payment, but the proxy replaces the answer with garbage.
    proxy.treat(({ url }) => (url.endsWith('cashier/deposit') ? { change: () => 'lost' } : 'pass'));
    await submit.dblclick();
    await page.getByRole('dialog', { name: 'Technical problem' }).waitFor();
    await page.keyboard.press('Escape');
    proxy.treat(() => 'pass');
    expect(await page.locator('[name="amount"]').inputValue()).toBe('640');
    await page.route('**/api/cashier/deposit', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await submit.dblclick();
    await page.getByRole('dialog', { name: /^(?!Technical)/ }).waitFor();
    expect(await paymentsOf(platform.databaseUrl, player)).toHaveLength(1);
    await page.unroute('**/api/cashier/deposit');
    await page.reload();
    await deposit(page, '640');
    expect(await paymentsOf(platform.databaseUrl, player)).toEqual([
      { status: 'created', amount_minor: '64000' },
    ]);
  });

  test('can be repeated with another amount after a lost response and a rejected amount', async ({
    platform,
    visitor,
    player,
    enter,
  }) => {
    const page = await enter('/deposit');
    visitor.expectProblem(/net::ERR_FAILED|400|422/);
    await hydrated(page);
    const submit = async (amount: string) => {
      await page.locator('[name="amount"]').fill(amount);
      await page.getByRole('button', { name: 'Continue to the payment' }).click();
    };
    await page.route('**/api/cashier/deposit', async (route) => {
      await route.fetch();
      await route.abort();
    });
    await submit('640');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.unroute('**/api/cashier/deposit');
    await submit('1');
    await page.locator('[name="amount"][aria-invalid]').waitFor();
    await submit('700');
    await page.getByText('already sent a request with another amount').waitFor();
    await submit('700');
    await page.waitForURL(/\/sandbox\/payments\//);
    expect((await paymentsOf(platform.databaseUrl, player)).map((payment) => payment.amount_minor)).toEqual([
      '64000',
      '70000',
    ]);
  });

  test('works in Norwegian and without JavaScript', async ({ player, enter }) => {
    const page = await enter('/nb/deposit', { javaScriptEnabled: false });
    await page.waitForURL(/whole=1/);
    expect(await page.locator('.suggestions').isVisible()).toBe(false);
    await page.getByLabel('Beløp').fill('500,50');
    await page.getByRole('button', { name: 'Fortsett til betalingen' }).click();
    await page.getByRole('link', { name: 'Gå til betalingssiden' }).click();
    await page.locator('button[value="approved"]').click();
    await page.locator('a.back').click();
    await page.waitForURL(/\/nb\/deposit\?.*whole=1/);
    expect(await resultOf(page).textContent()).toBe('Innskuddet ditt er mottatt');
    expect(await player.holds('deposit')).toBe(500_50);
  });

  test('can be started from both wallet popups and by the JavaScript function `goldenLotto.deposit()`', async ({
    site,
    enter,
  }) => {
    const page = await enter('/nb/winners', { viewport: viewports.desktop });
    await page.locator('[data-balance]:visible').first().waitFor();
    await page.evaluate(() => Reflect.get(window, 'goldenLotto').deposit());
    await page.waitForURL(`${site.origin}/nb/deposit`);
    for (const popup of ['4', '11']) {
      await page.goto(`${site.origin}/nb/winners?popup=${popup}`, { referer: `${site.origin}/nb` });
      await page.getByRole('dialog').locator('.wallet__deposit').click();
      await page.waitForURL(`${site.origin}/nb/deposit`);
    }
  });
});

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
