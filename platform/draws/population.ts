import type { ColorKind, DigitsLine, DrawKind, Line, RaffleKind } from '../../shared/domain/draw-kinds.ts';

/** A number from 0 up to and without 1. */
export type Random = () => number;

/**
 * Numbers that follow from a seed alone, for players' habits; never for a draw. (sfc32 by Chris Doty-Humphrey,
 * seeded with FNV-1a.)
 */
export function createRandom(seed: string): Random {
  let hash = 0x811c9dc5;
  for (let index = 0; index < seed.length; index += 1) {
    hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193);
  }
  let [a, b, c, count] = [hash, 0x9e3779b9 ^ hash, 0x243f6a88, 1];
  const next = (): number => {
    const sum = (((a + b) | 0) + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return (sum >>> 0) / 2 ** 32;
  };
  for (let warmUp = 0; warmUp < 12; warmUp += 1) next();
  return next;
}

function below(random: Random, n: number): number {
  return Math.floor(random() * n);
}

/** An index, each as likely as its weight says. */
function weighted(random: Random, weights: readonly number[]): number {
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  const found = weights.findIndex((weight) => {
    left -= weight;
    return left < 0;
  });
  return found === -1 ? weights.length - 1 : found;
}

/** Two of five players let chance choose; the others like birthdays and sevens and shun thirteen. */
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

/** How often a keno line has 1, 2 … spots; missing entries count 1. */
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

/** Each raffle ticket exists once: from a random place on, the first that nobody holds. */
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
 * Lines as a crowd of players would play them: the same for the same state of `random`.
 * @param sold of a raffle: the lines already held, as `encodeLine` writes them; they are not sold twice
 * @returns `count` lines, fewer only where a raffle is sold out
 */
export function populationLines(
  kind: DrawKind,
  random: Random,
  count: number,
  sold: ReadonlySet<string> = new Set(),
): Line[] {
  if (kind.kind === 'raffle') return raffleLines(kind, random, count, sold);
  return Array.from({ length: count }, () => lineOf(kind, random));
}

/** First names as they are common in India; with an initial they name nobody. */
const firstNames = [
  'Aarav Aditi Ajay Amit Ananya Anil Asha Bhavna Chetan Deepa Dinesh Farhan Gauri Harish',
  'Imran Isha Jaya Kabir Kavita Kiran Lakshmi Manoj Meera Mohan Neha Nikhil Pooja Pradeep',
  'Priya Rahul Rekha Rohan Sana Sanjay Shreya Sunita Suresh Tanvi Uday Varun Vijaya Yash',
  'Zoya',
].flatMap((row) => row.split(' '));
const initials = 'ABCDGHJKLMNPRSTV';

/**
 * The masked name under which the n-th seeded player is shown: "Pr•••a K.". Invented; it repeats after a few
 * hundred players, as masked names do.
 * @param n from 0
 */
export function playerAlias(n: number): string {
  const name = firstNames[n % firstNames.length] ?? 'Asha';
  // Five has no factor in common with the number of initials, so each name meets all of them.
  const initial = initials.charAt(
    ((n % firstNames.length) + 5 * Math.floor(n / firstNames.length)) % initials.length,
  );
  return `${name.slice(0, 2)}•••${name.slice(-1)} ${initial}.`;
}
