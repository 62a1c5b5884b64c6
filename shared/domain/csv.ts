/** Marks the bytes as UTF-8 (RFC 3629 §6). Without it, spreadsheets guess the encoding. */
export const byteOrderMark = '\uFEFF';

/**
 * One field of a CSV file. A string is escaped, because it may come from any source. `plain` is written unchanged,
 * because this program has formatted it.
 */
export type CsvCell = string | { plain: string };

/**
 * Characters that start a formula in spreadsheets, including their full-width forms. The pattern matches them at the
 * start of a field. It also matches them after a semicolon, tab or line break, because some programs start a new field
 * there.
 */
const formula = /(^|[;\t\r\n])([\t\r\n ]*)([=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * Escapes text against CSV injection (OWASP). Inserts an apostrophe before a formula, a leading tab or a leading line
 * break. Spreadsheets then show the field as text.
 */
export const escapeFormulas = (text: string): string =>
  text.replace(/^[\t\r\n]/, "'$&").replace(formula, "$1$2'$3");

const fieldOf = (cell: CsvCell): string => {
  if (typeof cell !== 'string') return cell.plain;
  const text = escapeFormulas(cell);
  return /[",;\t\r\n']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Returns one record with its line end (RFC 4180 §2). */
export const csvRecord = (cells: readonly CsvCell[]): string => `${cells.map(fieldOf).join(',')}\r\n`;

/**
 * Formats minor units as a decimal number. The decimal separator is a point in every language, so that spreadsheets
 * recognise a number.
 * @param digits number of decimal places of the currency: 2 for INR, 0 for JPY
 */
export function decimalOf(amountMinor: number, digits: number): string {
  const sign = amountMinor < 0 ? '-' : '';
  const text = String(Math.abs(amountMinor)).padStart(digits + 1, '0');
  if (digits === 0) return `${sign}${text}`;
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
