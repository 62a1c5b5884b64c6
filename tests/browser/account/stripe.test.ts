import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { viewports } from '../../helpers/browser.ts';
import { addSession } from '../../helpers/browser-session.ts';
import { hydrated } from '../../helpers/form-site.ts';
import { fundedPlayer } from '../../helpers/funded-player.ts';
import { ask } from '../../helpers/http.ts';
import { startStripeServer, stripeEvent } from '../../helpers/stripe-server.ts';
import { test as base } from './cashier-site.ts';

const test = base
  .extend('stripe', { scope: 'file' }, async ({ now }, { onCleanup }) => {
    const stripe = await startStripeServer(() => now);
    onCleanup(() => stripe.close());
    return stripe;
  })
  .extend('payments', { scope: 'file' }, ({ stripe }) => ({
    paymentProvider: 'stripe' as const,
    stripe: stripe.config,
  }));

/**
 * Answers requests to Stripe's payment pages inside the browser, without the network. The answer is a page that links
 * back to the site.
 */
const showPaymentPages = (page: Page, siteOrigin: string) =>
  page.route('https://checkout.stripe.com/**', async (route) => {
    const body = `<!doctype html><title>Stripe</title><a href="${siteOrigin}/deposit">Back</a>`;
    await route.fulfill({ contentType: 'text/html', body });
  });

describe('Stripe deposit in a browser', () => {
  test.for([true, false])(
    'opens Stripe’s payment page and shows the result afterwards (JavaScript: %s)',
    async (script, { now, stripe, site, platform, visitor }) => {
      const player = await fundedPlayer(platform);
      const page = await visitor.open(`${site.origin}/deposit`, {
        viewport: viewports.phone,
        javaScriptEnabled: script,
        async before(opened) {
          await showPaymentPages(opened, site.origin);
          await addSession(opened, site, player);
        },
      });
      await (script ? hydrated(page) : page.waitForURL(/whole=1/));
      await page.locator('[name="amount"]').fill('500');
      await page.getByRole('button', { name: 'Continue to the payment' }).click();
      // Without script, the form leads to the result page, which links to the payment page.
      if (!script) await page.locator('a[href^="https://checkout.stripe.com/"]').click();
      await page.waitForURL('https://checkout.stripe.com/**');
      const session = [...stripe.sessions.values()].find(({ url }) => url === page.url());
      const paid = { ...session, payment_status: 'paid', status: 'complete' };
      const webhook = stripeEvent('checkout.session.completed', paid, { at: now });
      const told = await ask(site.origin, '/webhooks/payments/stripe', { method: 'POST', ...webhook });
      expect(told.status).toBe(200);
      // Stripe sends the browser to this address after the payment.
      await page.goto(session?.success_url ?? '');
      await expect.poll(() => page.locator('.payment__title').textContent()).toBe('Your deposit has arrived');
      expect(await player.holds('deposit')).toBe(500_00);
    },
  );
});
