import type { MoneyFormat } from './pages/frame.ts';

interface MoneyFormatters {
  /** Number of minor units in one unit of the currency. */
  unit: number;
  exact: Intl.NumberFormat;
  whole: Intl.NumberFormat;
}

/** Caches formatters by locale and currency, because creating one with Intl takes longer than rendering a table row. */
const known = new Map<string, MoneyFormatters>();

/** Returns the formatters of amounts with and without their fraction. */
export function moneyFormattersOf(currencyCode: string, { locale, currency }: MoneyFormat): MoneyFormatters {
  const key = `${locale} ${currencyCode} ${currency.currencyDisplay}`;
  let formatters = known.get(key);
  if (!formatters) {
    const options = { ...currency, currency: currencyCode };
    const exact = new Intl.NumberFormat(locale, options);
    formatters = {
      unit: 10 ** (exact.resolvedOptions().maximumFractionDigits ?? 2),
      exact,
      whole: new Intl.NumberFormat(locale, { ...options, maximumFractionDigits: 0 }),
    };
    known.set(key, formatters);
  }
  return formatters;
}

/**
 * Formats an amount of money, without the fraction if it is a whole amount.
 * @param amountMinor in minor units of the currency
 */
export function formatMoney(amountMinor: number, currencyCode: string, format: MoneyFormat): string {
  const { unit, exact, whole } = moneyFormattersOf(currencyCode, format);
  return (amountMinor % unit === 0 ? whole : exact).format(amountMinor / unit);
}
