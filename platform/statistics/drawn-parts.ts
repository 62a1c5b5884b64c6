import type { DrawnPartName } from '../../shared/contract/draw-statistics.ts';
import type { DrawnNumber } from '../../shared/contract/results.ts';
import type { ColorKind, DrawKind, RaffleKind } from '../../shared/domain/draw-kinds.ts';

/** A part of a game's results. The values of each part are counted separately. */
export interface CountedPart {
  part: DrawnPartName;
  /** Position in the result, counted from 1. It is 0 if the result has this part only once. */
  place: number;
  perDraw: number;
  values: readonly DrawnNumber[];
}

export interface PlacedValue {
  part: DrawnPartName;
  place: number;
  value: string;
}

type Mark = Partial<Pick<DrawnNumber, 'role' | 'colorKey' | 'isImage' | 'resultUrl'>>;

function mark(tNumber: string, change: Mark = {}): DrawnNumber {
  return { tNumber, isImage: false, resultUrl: '', role: 'main', colorKey: '', ...change };
}

function numbers(from: number, count: number): string[] {
  return Array.from({ length: count }, (_, index) => String(from + index));
}

function once(part: DrawnPartName, perDraw: number, values: readonly DrawnNumber[]): CountedPart {
  return { part, place: 0, perDraw, values };
}

function places(count: number, values: readonly DrawnNumber[]): CountedPart[] {
  return Array.from({ length: count }, (_, index) => ({
    part: 'place',
    place: index + 1,
    perDraw: 1,
    values,
  }));
}

function colorParts({ numbers: count, colors }: ColorKind): CountedPart[] {
  const ofNumber = (number: string) =>
    colors.find((color) => color.numbers.includes(Number(number)))?.key ?? '';
  return [
    once(
      'number',
      1,
      numbers(0, count).map((number) => mark(number, { colorKey: ofNumber(number) })),
    ),
    once(
      'color',
      1,
      colors.map(({ key }) => mark(key, { role: 'color', colorKey: key })),
    ),
  ];
}

/**
 * Returns the counted parts of a raffle: only the series and the last digit of the first prize. Complete ticket numbers
 * are not counted, because a number hardly ever wins twice. The last digits of the other prizes are not counted,
 * because nearly every digit occurs among their many winning numbers in each draw.
 */
function raffleParts({ prizes, series }: RaffleKind): CountedPart[] {
  const named = series.map((name) => mark(name, { role: 'series' }));
  const lastDigits = once(
    'lastDigit',
    1,
    numbers(0, 10).map((digit) => mark(digit)),
  );
  return prizes[0]?.series ? [once('series', 1, named), lastDigits] : [lastDigits];
}

/** Returns the parts of a game's results, each with all its possible values in their natural order. */
export function partsOf(kind: DrawKind): CountedPart[] {
  switch (kind.kind) {
    case 'balls': {
      const main = once(
        'main',
        kind.picks,
        numbers(1, kind.pool).map((ball) => mark(ball)),
      );
      const bonus = numbers(1, kind.pool).map((ball) => mark(ball, { role: 'bonus' }));
      return kind.bonus === 0 ? [main] : [main, once('bonus', kind.bonus, bonus)];
    }
    case 'keno':
      return [
        once(
          'main',
          kind.drawn,
          numbers(1, kind.pool).map((ball) => mark(ball)),
        ),
      ];
    case 'digits':
      return places(
        kind.digits,
        numbers(0, 10).map((digit) => mark(digit)),
      );
    case 'symbols':
      return places(
        kind.picks,
        kind.symbols.map((name) => mark(name, { isImage: true, resultUrl: `/symbols/${name}.svg` })),
      );
    case 'color':
      return colorParts(kind);
    default:
      return raffleParts(kind);
  }
}

/**
 * Splits a result into its counted values.
 * @param drawn the result in draw order, as the draw function returns it
 */
export function placedValues(kind: DrawKind, drawn: readonly string[]): PlacedValue[] {
  const [first = '', second] = drawn;
  switch (kind.kind) {
    case 'balls':
      return drawn.map((value, index) => ({ part: index < kind.picks ? 'main' : 'bonus', place: 0, value }));
    case 'keno':
      return drawn.map((value) => ({ part: 'main', place: 0, value }));
    case 'digits':
    case 'symbols':
      return drawn.map((value, index) => ({ part: 'place', place: index + 1, value }));
    case 'color': {
      const number: PlacedValue = { part: 'number', place: 0, value: first };
      return second === undefined ? [number] : [number, { part: 'color', place: 0, value: second }];
    }
    default: {
      const [series = '', number] = first.split(' ');
      const digits = number ?? series;
      const lastDigit: PlacedValue = { part: 'lastDigit', place: 0, value: digits.slice(-1) };
      return number === undefined ? [lastDigit] : [{ part: 'series', place: 0, value: series }, lastDigit];
    }
  }
}

/** Returns a text that identifies a value within its game. */
export function identityOf({ part, place, value }: PlacedValue): string {
  return `${part} ${place} ${value}`;
}
