import type { Request } from 'playwright-core';
import { describe, expect, vi } from 'vitest';
import { accessibilityViolations } from '../../helpers/accessibility.ts';
import { hydrated } from '../../helpers/form-site.ts';
import { deposit, paymentsOf, shoot, test } from './cashier-site.ts';

const isCheck = (request: Request): boolean => request.url().includes('cashier/getPayment');

describe('deposit flow in a browser', () => {
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
});
