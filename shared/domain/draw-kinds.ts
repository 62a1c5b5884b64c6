/** The kinds of draws, the lines that players can play on them, and the encoding of lines. */

export interface BallsKind {
  kind: 'balls';
  /** Balls are numbered from 1 to this. */
  pool: number;
  picks: number;
  /** A bonus ball is drawn last, from the rest of the pool. */
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
  /** How many numbers a line may choose. */
  spots: { min: number; max: number };
}

export interface RafflePrize {
  prizeNo: number;
  /** The number of drawn numbers. */
  winners: number;
  /** The number of counting digits of the ticket's number, from the right. */
  lastDigits: number;
  /** The series counts too. */
  series: boolean;
}

export interface RaffleKind {
  kind: 'raffle';
  series: readonly string[];
  /** Each series has a ticket for every number of this many digits. */
  numberDigits: number;
  /** In draw order. */
  prizes: readonly RafflePrize[];
}

export interface SymbolsKind {
  kind: 'symbols';
  symbols: readonly string[];
  picks: number;
}

export interface ColorKind {
  kind: 'color';
  /** The numbers are 0 to this minus 1; each has one colour. */
  numbers: number;
  colors: readonly { key: string; numbers: readonly number[] }[];
}

export type DrawKind = BallsKind | DigitsKind | KenoKind | RaffleKind | SymbolsKind | ColorKind;

/** Distinct numbers in ascending order, for `balls` and `keno`. */
export type NumbersLine = number[];
/** `box` wins in any order; it needs two different digits, because otherwise it equals `straight`. */
export interface DigitsLine {
  digits: string;
  play: 'straight' | 'box';
}
export interface RaffleLine {
  series: string;
  /** With its leading zeros. */
  number: string;
}
/** A symbol for each place. */
export type SymbolsLine = string[];
export type ColorLine = { number: number } | { color: string };

/** The line of a ticket, as JSON. */
export type Line = NumbersLine | DigitsLine | RaffleLine | SymbolsLine | ColorLine;

/** Whether the value has distinct numbers of the pool in ascending order. */
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

/** Whether an untrusted value is a valid line of this kind. */
export function isLine(kind: DrawKind, value: unknown): value is Line {
  if (kind.kind === 'digits') return isDigitsLine(kind, value);
  if (kind.kind === 'raffle') return isRaffleLine(kind, value);
  if (kind.kind === 'symbols') return isSymbolsLine(kind, value);
  if (kind.kind === 'color') return isColorLine(kind, value);
  return isNumbersLine(kind, value);
}

/**
 * The canonical encoding of a line. It is part of the Merkle leaf of its ticket, so it must never change.
 * `4,11,23,31,36` · `straight:048` · `62D 48215` · `lotus,bell,bell,star` · `number:7` · `color:red`
 * @throws RangeError if the value is no line of this kind
 */
export function encodeLine(kind: DrawKind, line: Line): string {
  if (!isLine(kind, line)) throw new RangeError(`not a line of ${kind.kind}`);
  if (Array.isArray(line)) return line.join(',');
  if ('digits' in line) return `${line.play}:${line.digits}`;
  if ('series' in line) return `${line.series} ${line.number}`;
  return 'number' in line ? `number:${line.number}` : `color:${line.color}`;
}
