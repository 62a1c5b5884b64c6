/** Tells spreadsheets that the bytes are UTF-8 (RFC 3629 §6); without it they guess. */
export const byteOrderMark = '\uFEFF';

/**
 * One field of a CSV file: text, which comes from anywhere, or what was made here of numbers and times alone and is
 * written as it is.
 */
export type CsvCell = string | { plain: string };

/**
 * What a spreadsheet takes for a formula where a field begins with it, in its wide forms too; and where a reader that
 * splits at semicolons or tabs would see a field begin.
 */
const formula = /(^|[;\t\r\n])([\t\r\n ]*)([=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * Text that no spreadsheet runs (OWASP, CSV injection): an apostrophe stands before what looks like a formula, so that
 * it is shown and not computed; leading tabs and line ends get one too.
 */
export const harmless = (text: string): string =>
  text.replace(/^[\t\r\n]/, "'$&").replace(formula, "$1$2'$3");

const fieldOf = (cell: CsvCell): string => {
  if (typeof cell !== 'string') return cell.plain;
  const text = harmless(cell);
  return /[",;\t\r\n']|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** One record with its line end (RFC 4180 §2). */
export const csvRecord = (cells: readonly CsvCell[]): string => `${cells.map(fieldOf).join(',')}\r\n`;

/**
 * An integer of minor units as a decimal with a point, whatever the language: spreadsheets take it for a number, a
 * minus in front included.
 * @param digits of the currency's minor unit: 2 for INR, 0 for JPY
 */
export function decimalOf(amountMinor: number, digits: number): string {
  const sign = amountMinor < 0 ? '-' : '';
  const text = String(Math.abs(amountMinor)).padStart(digits + 1, '0');
  if (digits === 0) return `${sign}${text}`;
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
