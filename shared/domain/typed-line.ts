import { type DrawKind, isLine, type Line } from './draw-kinds.ts';

/** Splits at spaces, commas, semicolons and plus signs. */
const wordsOf = (text: string): string[] => text.split(/[\s,;+]+/).filter((word) => word !== '');

const wholeNumber = (word: string): number => (/^\d{1,4}$/.test(word) ? Number(word) : Number.NaN);

export const plays: readonly string[] = ['straight', 'box'];
export const isPlay = (word: string): boolean => plays.includes(word);

/** Converts words to a ticket line for draws of this kind. The result is not validated. */
function readWords(kind: DrawKind, words: string[]): unknown {
  switch (kind.kind) {
    case 'balls':
    case 'keno':
      return words.map(wholeNumber).toSorted((one, other) => one - other);
    case 'digits': {
      const [play = 'straight', ...others] = words.filter(isPlay);
      const digits = words.filter((word) => !isPlay(word)).join('');
      return others.length > 0 ? null : { digits, play };
    }
    case 'raffle': {
      const [series = '', ...number] = words;
      return { series: series.toUpperCase(), number: number.join('') };
    }
    case 'color': {
      const [word = '', ...others] = words;
      if (others.length > 0) return null;
      return /^\d/.test(word) ? { number: wholeNumber(word) } : { color: word };
    }
    default:
      return words;
  }
}

/**
 * Reads a ticket line that a player has typed, for example "4 11 23 31 36", "048 box", "62D 48215", "bell lotus bell
 * star", "7" or "red".
 * @returns null if the text is not a ticket line for draws of this kind
 */
export function readTypedLine(kind: DrawKind, text: string): Line | null {
  const line = readWords(kind, wordsOf(text.toLowerCase()));
  return isLine(kind, line) ? line : null;
}

/** Returns a ticket line as text that `readTypedLine` can read. */
export function typedLine(line: Line): string {
  if (Array.isArray(line)) return line.join(' ');
  if ('digits' in line) return line.play === 'box' ? `${line.digits} box` : line.digits;
  if ('series' in line) return `${line.series} ${line.number}`;
  return 'number' in line ? String(line.number) : line.color;
}
