import type { MoneyFormat } from '../../shared/pages/frame.ts';

/**
 * Formats an amount of money, without the fraction if it is a whole amount.
 * @param amountMinor in minor units of the currency
 */
export function formatMoney(
  amountMinor: number,
  currencyCode: string,
  { locale, currency }: MoneyFormat,
): string {
  const options = { ...currency, currency: currencyCode };
  const exact = new Intl.NumberFormat(locale, options);
  const unit = 10 ** (exact.resolvedOptions().maximumFractionDigits ?? 2);
  const isWhole = amountMinor % unit === 0;
  const format = isWhole ? new Intl.NumberFormat(locale, { ...options, maximumFractionDigits: 0 }) : exact;
  return format.format(amountMinor / unit);
}
