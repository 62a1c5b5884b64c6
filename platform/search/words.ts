/** Only this many words of a keyword are used, because each word costs an index look-up. */
const maxWords = 8;
/** Longer words are cut to this length, which is far below PostgreSQL's limit of 2 kB for a word. */
const maxWordLength = 40;

/**
 * Reduces a text to lower-case words of letters, marks and digits in any script, separated by single spaces. Latin
 * accents are removed. The result contains no character that has a special meaning in a query language.
 */
export function plainWords(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

/** Returns the distinct words of a keyword, in the order of the keyword. */
export function wordsOf(keyword: string): string[] {
  const words = plainWords(keyword)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => Array.from(word).slice(0, maxWordLength).join(''));
  return [...new Set(words)].slice(0, maxWords);
}
