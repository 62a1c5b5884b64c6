/** Marks the bytes as UTF-8 (RFC 3629 §6); without it spreadsheets guess the encoding. */
export const byteOrderMark = '\uFEFF';

/**
 * One field of a CSV file: text from any source, which is escaped, or a number or time formatted by this program, which
 * is written unchanged.
 */
export type CsvCell = string | { plain: string };

/**
 * Characters that start a formula in spreadsheets, including their full-width forms. They are matched at the start of a
 * field, and where a reader that splits at semicolons or tabs would start one.
 */
const formula = /(^|[;\t\r\n])([\t\r\n ]*)([=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/**
 * Escapes text against CSV injection (OWASP): an apostrophe before a formula makes spreadsheets show it as text. Leading
 * tabs and line ends get one too.
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
 * An integer of minor units as a decimal with a point in every language, which spreadsheets read as a number.
 * @param digits of the currency's minor unit: 2 for INR, 0 for JPY
 */
export function decimalOf(amountMinor: number, digits: number): string {
  const sign = amountMinor < 0 ? '-' : '';
  const text = String(Math.abs(amountMinor)).padStart(digits + 1, '0');
  if (digits === 0) return `${sign}${text}`;
  return `${sign}${text.slice(0, -digits)}.${text.slice(-digits)}`;
}
