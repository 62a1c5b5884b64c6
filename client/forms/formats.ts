import type { Formats } from '../../shared/pages/form.ts';

/** @param amountMinor in minor units of the currency; fractions are written only where there are some */
export function formatMoney(
  amountMinor: number,
  currencyCode: string,
  { locale, currency }: Formats,
): string {
  const options = { ...currency, currency: currencyCode };
  const exact = new Intl.NumberFormat(locale, options);
  const unit = 10 ** (exact.resolvedOptions().maximumFractionDigits ?? 2);
  const isWhole = amountMinor % unit === 0;
  const format = isWhole ? new Intl.NumberFormat(locale, { ...options, maximumFractionDigits: 0 }) : exact;
  return format.format(amountMinor / unit);
}

/** Such as "21 Nov 2026, 20:30". @param at ISO 8601 */
export function formatMoment(at: string, { locale, timeZone }: Formats): string {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  return format.format(new Date(at));
}
