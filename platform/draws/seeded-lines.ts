import type { ColorKind, DigitsLine, DrawKind, Line, RaffleKind } from '../../shared/domain/draw-kinds.ts';
import type { Random } from './pseudo-random.ts';

function below(random: Random, n: number): number {
  return Math.floor(random() * n);
}

/** Returns a random index. The probability of each index is proportional to its weight. */
function weighted(random: Random, weights: readonly number[]): number {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const found = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return found === -1 ? weights.length - 1 : found;
}

/**
 * Returns a random number, chosen with the preferences of real players. They prefer 7 and the numbers 1 to 31, the days
 * of a month, and avoid 13. Two of five lines are quick picks, which do not use this function.
 */
function likedNumber(random: Random, pool: number): number {
  const number = 1 + below(random, pool);
  if (number === 7) return number;
  if (number === 13) return random() < 0.5 ? number : 7;
  return number > 31 && random() < 0.35 ? 1 + below(random, Math.min(pool, 31)) : number;
}

function numbersLine(random: Random, pool: number, count: number): number[] {
  const quickPick = random() < 0.4;
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(quickPick ? 1 + below(random, pool) : likedNumber(random, pool));
  return [...chosen].sort((a, b) => a - b);
}

function digitsLine(random: Random, count: number): DigitsLine {
  const alike = random() < 0.06;
  const first = below(random, 10);
  const digits = Array.from({ length: count }, () => (alike ? first : below(random, 10))).join('');
  const boxed = new Set(digits).size > 1 && random() < 0.45;
  return { digits, play: boxed ? 'box' : 'straight' };
}

/**
 * Relative weights for keno lines with 1, 2, … spots (chosen numbers). Lines with more spots than listed have the
 * weight 1.
 */
const spotWeights = [4, 5, 8, 12, 16, 14, 8, 9, 4, 20];

function kenoSpots(random: Random, { min, max }: { min: number; max: number }): number {
  const weights = Array.from({ length: max - min + 1 }, (_, index) => spotWeights[min - 1 + index] ?? 1);
  return min + weighted(random, weights);
}

function colorLine(random: Random, kind: ColorKind): Line {
  if (random() < 0.45) return { number: below(random, kind.numbers) };
  const weights = kind.colors.map(({ numbers }) => numbers.length);
  const color = kind.colors[weighted(random, weights)];
  return color ? { color: color.key } : { number: below(random, kind.numbers) };
}

/**
 * Chooses raffle tickets. Each raffle ticket can be sold only once, so the function takes the first unsold ticket after
 * a random position.
 */
function raffleLines(kind: RaffleKind, random: Random, count: number, sold: ReadonlySet<string>): Line[] {
  const inSeries = 10 ** kind.numberDigits;
  const issue = kind.series.length * inSeries;
  const taken = new Set(sold);
  const lines: Line[] = [];
  while (lines.length < count && taken.size < issue) {
    let place = below(random, issue);
    for (;;) {
      const series = kind.series[Math.floor(place / inSeries)] ?? '';
      const number = String(place % inSeries).padStart(kind.numberDigits, '0');
      const text = `${series} ${number}`;
      if (!taken.has(text)) {
        taken.add(text);
        lines.push({ series, number });
        break;
      }
      place = (place + 1) % issue;
    }
  }
  return lines;
}

function lineOf(kind: Exclude<DrawKind, RaffleKind>, random: Random): Line {
  if (kind.kind === 'balls') return numbersLine(random, kind.pool, kind.picks);
  if (kind.kind === 'keno') return numbersLine(random, kind.pool, kenoSpots(random, kind.spots));
  if (kind.kind === 'digits') return digitsLine(random, kind.digits);
  if (kind.kind === 'color') return colorLine(random, kind);
  return Array.from({ length: kind.picks }, () => kind.symbols[below(random, kind.symbols.length)] ?? '');
}

/**
 * Returns lines like those that real players choose. The state of `random` determines the lines.
 * @param sold lines of a raffle that are already sold, as `encodeLine` writes them
 * @returns `count` lines, or fewer if a raffle is sold out
 */
export function seededLines(
  kind: DrawKind,
  random: Random,
  count: number,
  sold: ReadonlySet<string> = new Set(),
): Line[] {
  if (kind.kind === 'raffle') return raffleLines(kind, random, count, sold);
  return Array.from({ length: count }, () => lineOf(kind, random));
}
