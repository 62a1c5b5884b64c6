import type { DrawKind, Line } from './draw-kinds.ts';

/** Returns a random whole number from 0 to `n` minus 1, each with the same probability. */
type RandomBelow = (n: number) => number;

/** Returns distinct numbers from 1 to `pool` in ascending order. */
function numbersFrom(pool: number, count: number, below: RandomBelow): number[] {
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(1 + below(pool));
  return [...chosen].sort((one, other) => one - other);
}

function digitsFrom(count: number, below: RandomBelow): string {
  return Array.from({ length: count }, () => below(10)).join('');
}

function pickOne<T>(list: readonly T[], below: RandomBelow): T {
  const one = list[below(list.length)];
  if (one === undefined) throw new RangeError('nothing to pick from');
  return one;
}

/**
 * Returns a random ticket line. Every number, digit and symbol has the same chance. A line of digits is played
 * `straight`. In a colour game, the line is a number. In keno, the line has the maximum count of numbers.
 */
export function quickPick(kind: DrawKind, below: RandomBelow): Line {
  if (kind.kind === 'balls') return numbersFrom(kind.pool, kind.picks, below);
  if (kind.kind === 'keno') return numbersFrom(kind.pool, kind.spots.max, below);
  if (kind.kind === 'digits') return { digits: digitsFrom(kind.digits, below), play: 'straight' };
  if (kind.kind === 'color') return { number: below(kind.numbers) };
  if (kind.kind === 'raffle')
    return { series: pickOne(kind.series, below), number: digitsFrom(kind.numberDigits, below) };
  return Array.from({ length: kind.picks }, () => pickOne(kind.symbols, below));
}
