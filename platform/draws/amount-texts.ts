const moneyFormats = new Map<string, Intl.NumberFormat>();

/** Formats minor units in `en-IN`, such as "₹4,00,00,000". Fractions are shown only if they are not zero. */
export function moneyText(amountMinor: number, currencyCode: string): string {
  let format = moneyFormats.get(currencyCode);
  if (!format) {
    format = new Intl.NumberFormat('en-IN', {
      style: 'currency',
      currency: currencyCode,
      trailingZeroDisplay: 'stripIfInteger',
    });
    moneyFormats.set(currencyCode, format);
  }
  return format.format(amountMinor / 100);
}

const amountFormat = new Intl.NumberFormat('en-IN', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
  trailingZeroDisplay: 'stripIfInteger',
});
/**
 * Cache of formatted amounts. Prizes have few distinct amounts, and formatting an amount takes as long as creating the
 * rest of a prize.
 */
const amountTexts = new Map<number, string>();
const mostAmountTexts = 2000;

/** Formats minor units in `en-IN` without a currency, such as "4,00,00,000". */
export function amountText(amountMinor: number): string {
  let text = amountTexts.get(amountMinor);
  if (text === undefined) {
    text = amountFormat.format(amountMinor / 100);
    if (amountTexts.size >= mostAmountTexts) amountTexts.clear();
    amountTexts.set(amountMinor, text);
  }
  return text;
}

const countFormat = new Intl.NumberFormat('en-IN');

/** Formats a whole number in `en-IN`, such as "1,00,000". */
export function countText(count: number): string {
  return count < 1000 ? String(count) : countFormat.format(count);
}
