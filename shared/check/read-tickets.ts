import type {
  BallsKind,
  ColorKind,
  DigitsKind,
  DrawKind,
  KenoKind,
  Line,
  RaffleKind,
  SymbolsKind,
} from '../domain/draw-kinds.ts';
import { isPlay, plays, readTypedLine } from '../domain/typed-line.ts';
import { plainText } from './plain-text.ts';

/** Maximum number of tickets in one check. It equals the platform's limit of 50 lines in one purchase. */
export const mostTickets = 50;

/** The key of a text in the locale files, with the values of the text's placeholders. */
export interface CheckText {
  key: string;
  values?: Record<string, string | number>;
}

export interface TicketProblem extends CheckText {
  /** The ticket as the visitor has typed it. */
  text: string;
}

export interface TypedTickets {
  lines: Line[];
  problems: TicketProblem[];
}

/** Characters that end a ticket: line breaks, semicolons of several scripts, and the Devanagari full stop. */
const ticketEnds = /[\r\n\v\f\u0085\u2028\u2029;；؛।]+/u;
const ticketEndsOrBars = /[\r\n\v\f\u0085\u2028\u2029;；؛।|｜]+/u;

/**
 * A label in front of a ticket: "Line 1:", "A)", "2) " or "(3) ". A number is no label if another colon or bracket
 * follows, because "4: 11: 23" contains three numbers of a ticket.
 */
const label =
  /^\s*(?:\p{L}[\p{L}\p{M}\s.#]*(?:\d{1,3}\s*[:)](?!.*[:)])|[:)])|#?\d{1,3}[:)]\s(?!.*[:)])|\(\d{1,3}\)\s(?!.*[():]))(?=.*[\p{L}\p{N}])/u;

/** Splits a text into words, which consist of letters and digits. A combining mark belongs to its letter. */
const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Separates the series of a raffle ticket from its number if the visitor typed no space between them. */
function splitSeries({ series, numberDigits }: RaffleKind, words: readonly string[]): string[] {
  const [word = '', ...others] = words;
  const known = series.find(
    (each) => word.startsWith(each.toLowerCase()) && word.length === each.length + numberDigits,
  );
  if (known === undefined || others.length > 0) return [...words];
  return [word.slice(0, known.length), word.slice(known.length)];
}

/** Returns the untranslated names that a ticket line can contain in draws of this kind, such as symbols or colours. */
function namesOf(kind: DrawKind): readonly string[] {
  if (kind.kind === 'digits') return plays;
  if (kind.kind === 'symbols') return kind.symbols;
  return kind.kind === 'color' ? kind.colors.map(({ key }) => key) : [];
}

/** Replaces translated names by the names in the data of a ticket line. A translated name can have several words. */
type ReadNames = (words: readonly string[]) => string[];

function createReadNames(kind: DrawKind, names: ReadonlyMap<string, string>): ReadNames {
  const phrases = [...names]
    .map(([text, name]) => ({ words: wordsOf(plainText(text)), name }))
    .filter(({ words }) => words.length > 0)
    .toSorted((one, other) => other.words.length - one.words.length);
  return (words) => {
    const read: string[] = [];
    let rest = words;
    while (rest.length > 0) {
      const phrase = phrases.find((each) => each.words.every((word, index) => word === rest[index]));
      read.push(phrase ? phrase.name : (rest[0] ?? ''));
      rest = rest.slice(phrase ? phrase.words.length : 1);
    }
    return read;
  };
}

/**
 * Returns the words of a ticket without its label. In `box:048`, the word `box` belongs to the ticket and is no label.
 */
function ticketWords(kind: DrawKind, text: string, readNames: ReadNames): string[] {
  const plain = plainText(text);
  const found = label.exec(plain)?.[0] ?? '';
  const isNamed = readNames(wordsOf(found)).some((word) => namesOf(kind).includes(word));
  return readNames(wordsOf(isNamed ? plain : plain.slice(found.length)));
}

const isNumber = (word: string): boolean => /^\d{1,4}$/.test(word);

function numbersProblem(kind: BallsKind | KenoKind, words: readonly string[]): CheckText {
  const wrong = words.find((word) => !isNumber(word));
  if (wrong !== undefined) return { key: 'check.wrong.not_number', values: { word: wrong } };
  const outside = words.find((word) => Number(word) < 1 || Number(word) > kind.pool);
  if (outside !== undefined)
    return { key: 'check.wrong.outside', values: { word: outside, least: 1, most: kind.pool } };
  const twice = words.find((word, place) => words.findIndex((each) => Number(each) === Number(word)) < place);
  if (twice !== undefined) return { key: 'check.wrong.twice', values: { word: Number(twice) } };
  return kind.kind === 'balls'
    ? { key: 'check.wrong.count', values: { number: kind.picks, given: words.length } }
    : {
        key: 'check.wrong.spots',
        values: { least: kind.spots.min, most: kind.spots.max, given: words.length },
      };
}

function digitsProblem(kind: DigitsKind, words: readonly string[]): CheckText {
  const wrong = words.find((word) => !/^\d+$/.test(word) && !isPlay(word));
  if (wrong !== undefined) return { key: 'check.wrong.not_number', values: { word: wrong } };
  const digits = words.filter((word) => /^\d/.test(word)).join('');
  return digits.length === kind.digits
    ? { key: 'check.wrong.box' }
    : { key: 'check.wrong.digits', values: { number: kind.digits, given: digits.length } };
}

function raffleProblem(kind: RaffleKind, [series = '', ...number]: readonly string[]): CheckText {
  if (!kind.series.includes(series.toUpperCase()))
    return {
      key: 'check.wrong.series',
      values: { word: series.toUpperCase(), series: kind.series.join(', ') },
    };
  const given = number.join('');
  if (given !== '' && !/^\d+$/.test(given)) return { key: 'check.wrong.not_number', values: { word: given } };
  return { key: 'check.wrong.ticket_digits', values: { number: kind.numberDigits, given: given.length } };
}

function symbolsProblem(kind: SymbolsKind, words: readonly string[]): CheckText {
  const wrong = words.find((word) => !kind.symbols.includes(word));
  if (wrong !== undefined) return { key: 'check.wrong.symbol', values: { word: wrong } };
  return { key: 'check.wrong.symbols', values: { number: kind.picks, given: words.length } };
}

const colorProblem = (kind: ColorKind, words: readonly string[]): CheckText => ({
  key: 'check.wrong.color',
  values: { word: words.join(' '), most: kind.numbers - 1 },
});

/** Returns the error message for words that do not form a valid ticket line in draws of this kind. */
function problemOf(kind: DrawKind, words: readonly string[]): CheckText {
  if (kind.kind === 'digits') return digitsProblem(kind, words);
  if (kind.kind === 'raffle') return raffleProblem(kind, words);
  if (kind.kind === 'symbols') return symbolsProblem(kind, words);
  if (kind.kind === 'color') return colorProblem(kind, words);
  return numbersProblem(kind, words);
}

/** Error messages show at most this many letters of a ticket. */
const shownLetters = 40;

const shortened = (text: string): string => {
  const letters = Array.from(text);
  return letters.length > shownLetters ? `${letters.slice(0, shownLetters).join('')}…` : text;
};

/**
 * Reads typed or pasted tickets. Line breaks, semicolons and vertical bars separate tickets. In a draw of symbols, a
 * vertical bar separates the symbols of one ticket instead. All other characters that are not letters or digits
 * separate the numbers of one ticket.
 * @param names maps the translated names of symbols, colours and plays, in lower case, to the names that lines contain
 * @returns at most `mostTickets` + 1 tickets, so that the caller can detect too many tickets
 */
export function readTickets(kind: DrawKind, typed: string, names: ReadonlyMap<string, string>): TypedTickets {
  const lines: Line[] = [];
  const problems: TicketProblem[] = [];
  const readNames = createReadNames(kind, names);
  for (const text of typed.split(kind.kind === 'symbols' ? ticketEnds : ticketEndsOrBars)) {
    const found = ticketWords(kind, text, readNames);
    if (found.length === 0 && !/[^\s\p{Cf}]/u.test(text)) continue;
    const words = kind.kind === 'raffle' ? splitSeries(kind, found) : found;
    const line = readTypedLine(kind, words.join(' '));
    if (line) lines.push(line);
    else {
      const { key, values = {} } = problemOf(kind, words);
      const word = values['word'];
      const shown = typeof word === 'string' ? { word: shortened(word) } : {};
      problems.push({ text: shortened(text.trim()), key, values: { ...values, ...shown } });
    }
    if (lines.length + problems.length > mostTickets) break;
  }
  return { lines, problems };
}
