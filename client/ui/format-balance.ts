import { formatMoney } from '../../shared/format-money.ts';
import type { MoneyFormat } from '../../shared/pages/frame.ts';

/**
 * Formats an amount of money or of loyalty points. The currency code of points is PTS or null, and points have no
 * currency sign.
 */
export function formatBalance(amount: number, currencyCode: string | null, format: MoneyFormat): string {
  return currencyCode === null || currencyCode === 'PTS'
    ? new Intl.NumberFormat(format.locale).format(amount)
    : formatMoney(amount, currencyCode, format);
}
