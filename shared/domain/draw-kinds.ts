/** The kinds of draws, the ticket lines that players can play in them, and the encoding of ticket lines. */

export interface BallsKind {
  kind: 'balls';
  /** Balls are numbered from 1 to this number. */
  pool: number;
  picks: number;
  /** Number of bonus balls. If it is 1, the bonus ball is drawn last, from the remaining balls. */
  bonus: 0 | 1;
}

export interface DigitsKind {
  kind: 'digits';
  digits: number;
}

export interface KenoKind {
  kind: 'keno';
  pool: number;
  drawn: number;
  /** The minimum and the maximum count of numbers in a line. */
  spots: { min: number; max: number };
}

export interface RafflePrize {
  prizeNo: number;
  /** Number of winning numbers of this prize. */
  winners: number;
  /** Number of digits of the ticket's number that must match, counted from the right. */
  lastDigits: number;
  /** Whether the series must match in addition to the digits. */
  series: boolean;
}

export interface RaffleKind {
  kind: 'raffle';
  series: readonly string[];
  /** Number of digits of a ticket's number. Each series has one ticket for every number with this many digits. */
  numberDigits: number;
  /** Prizes in the order in which they are drawn. */
  prizes: readonly RafflePrize[];
}

export interface SymbolsKind {
  kind: 'symbols';
  symbols: readonly string[];
  picks: number;
}

export interface ColorKind {
  kind: 'color';
  /** The numbers are 0 to `numbers` minus 1. Each number has one colour. */
  numbers: number;
  colors: readonly { key: string; numbers: readonly number[] }[];
}

export type DrawKind = BallsKind | DigitsKind | KenoKind | RaffleKind | SymbolsKind | ColorKind;

/** A ticket line for a draw of the kind `balls` or `keno`: distinct numbers in ascending order. */
export type NumbersLine = number[];
/**
 * `straight` wins in the drawn order, `box` in any order. A `box` line must have at least two different digits, because
 * otherwise it would equal `straight`.
 */
export interface DigitsLine {
  digits: string;
  play: 'straight' | 'box';
}
export interface RaffleLine {
  series: string;
  /** The ticket's number with its leading zeros. */
  number: string;
}
/** A ticket line with one symbol for each position. */
export type SymbolsLine = string[];
export type ColorLine = { number: number } | { color: string };

/** A line of a ticket, in the format of the database and of the API calls. */
export type Line = NumbersLine | DigitsLine | RaffleLine | SymbolsLine | ColorLine;

/** Returns whether the value is a list of distinct numbers of the pool in ascending order. */
export function isNumbersLine(kind: BallsKind | KenoKind, value: unknown): value is NumbersLine {
  if (!Array.isArray(value)) return false;
  const numbers: readonly unknown[] = value;
  const { min, max } = kind.kind === 'keno' ? kind.spots : { min: kind.picks, max: kind.picks };
  if (numbers.length < min || numbers.length > max) return false;
  let last = 0;
  for (const number of numbers) {
    if (typeof number !== 'number' || !Number.isInteger(number) || number <= last || number > kind.pool)
      return false;
    last = number;
  }
  return true;
}

function isRecord(value: unknown, keys: readonly string[]): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return Object.keys(value).length === keys.length && keys.every((key) => Object.hasOwn(value, key));
}

const isDigits = (value: unknown, length: number): value is string =>
  typeof value === 'string' && value.length === length && /^[0-9]+$/.test(value);

export function isDigitsLine(kind: DigitsKind, value: unknown): value is DigitsLine {
  if (!isRecord(value, ['digits', 'play']) || !isDigits(value['digits'], kind.digits)) return false;
  return value['play'] === 'straight' || (value['play'] === 'box' && new Set(value['digits']).size > 1);
}

export function isRaffleLine(kind: RaffleKind, value: unknown): value is RaffleLine {
  if (!isRecord(value, ['series', 'number'])) return false;
  const { series, number } = value;
  return typeof series === 'string' && kind.series.includes(series) && isDigits(number, kind.numberDigits);
}

export function isSymbolsLine(kind: SymbolsKind, value: unknown): value is SymbolsLine {
  if (!Array.isArray(value) || value.length !== kind.picks) return false;
  const names: readonly unknown[] = value;
  for (const name of names) if (typeof name !== 'string' || !kind.symbols.includes(name)) return false;
  return true;
}

export function isColorLine(kind: ColorKind, value: unknown): value is ColorLine {
  if (isRecord(value, ['number'])) {
    const { number } = value;
    return typeof number === 'number' && Number.isInteger(number) && number >= 0 && number < kind.numbers;
  }
  return isRecord(value, ['color']) && kind.colors.some((color) => color.key === value['color']);
}

/** Returns whether an untrusted value is a valid ticket line for draws of this kind. */
export function isLine(kind: DrawKind, value: unknown): value is Line {
  if (kind.kind === 'digits') return isDigitsLine(kind, value);
  if (kind.kind === 'raffle') return isRaffleLine(kind, value);
  if (kind.kind === 'symbols') return isSymbolsLine(kind, value);
  if (kind.kind === 'color') return isColorLine(kind, value);
  return isNumbersLine(kind, value);
}

/**
 * Returns the canonical encoding of a ticket line. The encoding must never change, because Merkle leaves contain it.
 * Examples: `4,11,23,31,36` · `straight:048` · `62D 48215` · `lotus,bell,bell,star` · `number:7` · `color:red`
 * @throws RangeError if the value is not a ticket line for draws of this kind
 */
export function encodeLine(kind: DrawKind, line: Line): string {
  if (!isLine(kind, line)) throw new RangeError(`not a line of ${kind.kind}`);
  if (Array.isArray(line)) return line.join(',');
  if ('digits' in line) return `${line.play}:${line.digits}`;
  if ('series' in line) return `${line.series} ${line.number}`;
  return 'number' in line ? `number:${line.number}` : `color:${line.color}`;
}
