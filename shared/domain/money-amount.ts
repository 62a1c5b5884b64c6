/**
 * Converts between typed amounts of money and minor units. The calculation uses only integers, so it has no rounding
 * errors.
 */

const digitsByCurrency = new Map<string, number>();

/**
 * Returns the number of decimal places of a currency: 2 for INR, 0 for JPY.
 * @param currencyCode three letters
 */
export function fractionDigits(currencyCode: string): number {
  let digits = digitsByCurrency.get(currencyCode);
  if (digits === undefined) {
    const format = new Intl.NumberFormat('en', { style: 'currency', currency: currencyCode });
    digits = format.resolvedOptions().maximumFractionDigits ?? 2;
    digitsByCurrency.set(currencyCode, digits);
  }
  return digits;
}

/** Matches all spaces, and a currency sign before or after the amount. */
const around = /^\s*\p{Sc}|\p{Sc}\s*$|\s/gu;
/**
 * Matches digits in groups, such as 1,000 or 1,00,000. All separators must be the same character. The first group must
 * not start with a zero, because the comma of 0,500 does not separate thousands.
 */
const grouped = /^[1-9]\d{0,2}(?:([.,])(?:\d{2,3}\1)*\d{3})/;

/**
 * Reads an amount that a player typed in any of the usual notations: 1000, 1,000.50, 1.000,50, 1 000,50, ₹1,00,000.
 * @returns the amount in minor units, or null if the text is not an amount in this currency
 */
export function parseAmount(typed: string, currencyCode: string): number | null {
  const digits = fractionDigits(currencyCode);
  const text = typed.replace(around, '');
  const plain = /^(\d+)(?:[.,](\d*))?$/.exec(text);
  if (plain && (plain[2] ?? '').length <= digits) return minorOf(plain[1] ?? '', plain[2] ?? '', digits);
  const [whole = '', separator = ''] = grouped.exec(text) ?? [];
  if (whole === '') return null;
  const rest = text.slice(whole.length);
  const isFraction = rest === '' || (/^[.,]\d*$/.test(rest) && !rest.startsWith(separator));
  const fraction = rest.slice(1);
  if (!isFraction || fraction.length > digits) return null;
  return minorOf(whole.replaceAll(separator, ''), fraction, digits);
}

function minorOf(whole: string, fraction: string, digits: number): number | null {
  const minor = Number(whole + fraction.padEnd(digits, '0'));
  return Number.isSafeInteger(minor) ? minor : null;
}

/** Returns an amount as text for an input field, without currency sign and groups, for example 500 or 500.50. */
export function amountText(minor: number, currencyCode: string): string {
  const digits = fractionDigits(currencyCode);
  const text = String(minor).padStart(digits + 1, '0');
  const whole = text.slice(0, text.length - digits);
  const fraction = text.slice(text.length - digits);
  return Number(fraction) === 0 ? whole : `${whole}.${fraction}`;
}
