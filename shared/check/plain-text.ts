/** Code points of the digit zero in the scripts whose digits people paste: Arabic, Persian and Devanagari. */
const zeros = [0x0660, 0x06f0, 0x0966];

/**
 * Replaces digits of other scripts by ASCII digits, and removes invisible characters such as direction marks. A
 * zero-width space becomes a space, because two numbers would otherwise become one.
 */
export function plainText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\u200b\ufeff]/gu, ' ')
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      const zero = zeros.find((start) => code >= start && code < start + 10);
      return zero === undefined ? digit : String(code - zero);
    })
    .replace(/\p{Cf}/gu, '')
    .toLowerCase();
}
