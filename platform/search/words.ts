/** More than anybody types; each costs a look into the index. */
const mostWords = 8;
/** PostgreSQL's own limit for a word is far above. */
const longestWord = 40;

/**
 * A text as words: letters, their marks and digits of any script, in small letters, without accents, one space between
 * them. Nothing that means something to a query language is left.
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

/** The words that somebody looks for, each once, in their order. */
export function wordsOf(keyword: string): string[] {
  const words = plainWords(keyword)
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => Array.from(word).slice(0, longestWord).join(''));
  return [...new Set(words)].slice(0, mostWords);
}
