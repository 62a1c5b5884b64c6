/** Code points of the Arabic, Persian and Devanagari digit zero. Visitors may paste digits of these scripts. */
const zeros = [0x0660, 0x06f0, 0x0966];

/**
 * Replaces full-width, Arabic, Persian and Devanagari digits by ASCII digits. Removes invisible characters such as
 * direction marks, but replaces a zero-width space by a space, so that it still separates two numbers.
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
