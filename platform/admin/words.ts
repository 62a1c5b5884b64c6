import { isoDayMs, startOfDay } from '../../shared/domain/site-time.ts';
import { rejectUsage } from './failure.ts';

function formatOf(currencyCode: string) {
  return new Intl.NumberFormat('en', { style: 'currency', currency: currencyCode, currencyDisplay: 'code' });
}

function digitsOf(currencyCode: string): number {
  return formatOf(currencyCode).resolvedOptions().maximumFractionDigits ?? 2;
}

/** Formats an amount: `INR 2,500.00`. */
export function moneyOf(amountMinor: number, currencyCode: string): string {
  if (currencyCode === 'PTS') return `${amountMinor.toLocaleString('en')} points`;
  return formatOf(currencyCode)
    .format(amountMinor / 10 ** digitsOf(currencyCode))
    .replaceAll('\u00a0', ' ');
}

/**
 * Converts an amount as people write it, such as `2500` or `2500.50`, to minor units.
 * @throws AdminFailure that names the option if its value is invalid
 */
export function parseMoney(option: string, written: string, currencyCode: string): number {
  const digits = digitsOf(currencyCode);
  const match = /^(\d{1,12})(?:\.(\d{1,3}))?$/.exec(written);
  const [, whole = '', fraction = ''] = match ?? [];
  if (!match || fraction.length > digits)
    return rejectUsage(
      `--${option}: ${written} is not an amount of ${currencyCode}: write it like ${(2500).toFixed(digits)}`,
    );
  return Number(whole + fraction.padEnd(digits, '0'));
}

/**
 * Converts the values of `--amount`, such as `INR=500`, to minor units by currency.
 * @throws AdminFailure if a value has another format
 */
export function amountsByCurrency(written: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    written.map((one) => {
      const [currencyCode = '', amount] = one.split('=');
      if (amount === undefined || !/^[A-Z]{3}$/.test(currencyCode))
        return rejectUsage('--amount must be a currency and an amount: --amount INR=500');
      return [currencyCode, parseMoney('amount', amount, currencyCode)];
    }),
  );
}

/**
 * Parses the value of an option as a whole number.
 * @throws AdminFailure that names the option if its value is invalid
 */
export function numberOf(option: string, written: string): number {
  return /^\d{1,9}$/.test(written) ? Number(written) : rejectUsage(`--${option} must be a whole number`);
}

export function many(count: number, what: string): string {
  return `${count.toLocaleString('en')} ${what}${count === 1 ? '' : 's'}`;
}

/**
 * Replaces control characters, because a text that a player chose could send escape sequences to the operator's
 * terminal.
 */
export function printable(text: string): string {
  return text.replaceAll(/\p{Cc}|\p{Cf}/gu, '�');
}

const withZone = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,3})?)?(?:Z|[+-]\d{2}:\d{2})$/;

/**
 * Parses a time with its zone, or a day. A day means its first moment in the site's time zone.
 * @throws AdminFailure that names the option if its value is invalid
 */
export function momentOf(option: string, written: string, timeZone: string): Date {
  if (isoDayMs(written) !== null) return startOfDay(timeZone, written);
  const at = withZone.test(written) ? new Date(written) : null;
  if (at === null || Number.isNaN(at.getTime()))
    return rejectUsage(
      `--${option} must be a day such as 2027-01-31, or a time with its zone such as 2027-01-31T18:00Z`,
    );
  return at;
}
