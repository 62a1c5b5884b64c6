/**
 * Converts typed text to the printed form of a receipt number, for example `KENO-7809-7QK2M9XA4T`. Spaces and case are
 * ignored. The letters O, I and L in the last part become the digits that they look like.
 */
export function normaliseReceiptNumber(typed: string): string {
  return typed
    .replace(/\s/gu, '')
    .toUpperCase()
    .replace(/[0-9A-Z]+$/, (random) => random.replaceAll('O', '0').replace(/[IL]/g, '1'));
}

/** @returns the message key of the first violated rule, or null for a valid receipt number */
export function checkReceiptNumber(typed: string): string | null {
  const normalised = normaliseReceiptNumber(typed);
  if (normalised === '') return 'enter_receipt_number';
  return /^[A-Z0-9-]{1,32}-[1-9]\d{0,9}-[0-9A-HJKMNP-TV-Z]{10}$/.test(normalised)
    ? null
    : 'enter_valid_receipt_number';
}

export function drawIdOfReceipt(receiptNumber: string): string {
  return receiptNumber.slice(0, -11).toLowerCase();
}
