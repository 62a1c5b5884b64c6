import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { fits, viewports } from '../../helpers/browser.ts';
import { hydrated, tabTo, typeInto } from '../../helpers/form-site.ts';
import { mailsTo } from '../../helpers/outbox.ts';
import { eventually } from '../../helpers/visitor.ts';
import { deposit, money, paymentsOf, shoot, test } from './cashier-site.ts';

const resultOf = (page: Page) => page.locator('.payment__title');

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
