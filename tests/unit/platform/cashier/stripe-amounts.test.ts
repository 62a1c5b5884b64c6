import { describe, expect, it } from 'vitest';
import { fromStripeAmount, toStripeAmount } from '../../../../platform/cashier/providers/stripe/amounts.ts';

describe('the Stripe amount conversion', () => {
  it.each([
    ['INR', 500_00, 500_00],
    ['JPY', 500, 500],
    ['KRW', 12_345, 12_345],
    // ISK and UGX have no minor unit, but Stripe counts them in hundredths.
    ['ISK', 500, 500_00],
    ['UGX', 500, 500_00],
    ['KWD', 1_230, 1_230],
    ['MGA', 500, 500],
  ])('for %s converts %d minor units to %d Stripe units and back', (currency, amountMinor, amount) => {
    expect(toStripeAmount(amountMinor, currency)).toBe(amount);
    expect(fromStripeAmount(amount, currency)).toBe(amountMinor);
  });

  it.each([
    ['KWD', 1_234],
    ['ISK', Number.MAX_SAFE_INTEGER],
  ])('returns null for an amount that Stripe cannot represent: %s %d', (currency, amountMinor) => {
    expect(toStripeAmount(amountMinor, currency)).toBeNull();
  });

  it('returns null for a Stripe amount that is not a whole number of minor units', () => {
    expect(fromStripeAmount(500_50, 'ISK')).toBeNull();
  });
});
