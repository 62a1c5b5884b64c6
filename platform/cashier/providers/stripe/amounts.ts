import { fractionDigits } from '../../../../shared/domain/money-amount.ts';

/** Currencies that Stripe counts in whole units (docs.stripe.com/currencies#zero-decimal). */
const zeroDecimal = new Set('BIF CLP DJF GNF JPY KMF KRW MGA PYG RWF VND VUV XAF XOF XPF'.split(' '));
/** Currencies that Stripe counts in thousandths. The last digit of an amount must be 0. */
const threeDecimal = new Set('BHD JOD KWD OMR TND'.split(' '));
/** Currencies without minor units. For compatibility, Stripe still counts their amounts in hundredths. */
const wholeHundreds = new Set('ISK UGX'.split(' '));

function stripeDigits(currencyCode: string): number {
  if (zeroDecimal.has(currencyCode)) return 0;
  return threeDecimal.has(currencyCode) ? 3 : 2;
}

/**
 * Returns the smallest step between amounts of a currency, in Stripe's unit. Stripe accepts only multiples of this
 * step.
 */
function stepOf(currencyCode: string): number {
  if (threeDecimal.has(currencyCode)) return 10;
  return wholeHundreds.has(currencyCode) ? 100 : 1;
}

/**
 * Converts an amount in minor units to Stripe's unit without rounding. The units differ for a few currencies, such as
 * the Icelandic króna.
 * @returns null if Stripe cannot represent the amount
 */
export function toStripeAmount(amountMinor: number, currencyCode: string): number | null {
  const shift = stripeDigits(currencyCode) - fractionDigits(currencyCode);
  const amount = shift >= 0 ? amountMinor * 10 ** shift : amountMinor / 10 ** -shift;
  return Number.isSafeInteger(amount) && amount % stepOf(currencyCode) === 0 ? amount : null;
}

/** @returns the amount in minor units, or null if it is not a whole number of minor units */
export function fromStripeAmount(amount: number, currencyCode: string): number | null {
  const shift = fractionDigits(currencyCode) - stripeDigits(currencyCode);
  const amountMinor = shift >= 0 ? amount * 10 ** shift : amount / 10 ** -shift;
  return Number.isSafeInteger(amountMinor) ? amountMinor : null;
}
