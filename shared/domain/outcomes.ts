import {
  type BallsKind,
  type ColorKind,
  type DigitsKind,
  type DrawKind,
  isColorLine,
  isDigitsLine,
  isNumbersLine,
  isRaffleLine,
  isSymbolsLine,
  type KenoKind,
  type RaffleKind,
  type SymbolsKind,
} from './draw-kinds.ts';
import type { TierRule } from './odds.ts';

/**
 * Returns the outcome of a ticket line as a short name, for example "4+", "7 of 10" or "box 6". Returns null if the
 * line is not valid in the game. The line wins a prize if this name is one of the names that `outcomesOf` returns for
 * the rule of the prize.
 */
export type OutcomeOfLine = (line: unknown) => string | null;

const lost = '';

function countIn(drawn: ReadonlySet<number>, numbers: readonly number[]): number {
  let count = 0;
  for (const number of numbers) if (drawn.has(number)) count += 1;
  return count;
}

function ballsOutcome(kind: BallsKind, drawn: readonly string[]): OutcomeOfLine {
  const main = new Set(drawn.slice(0, kind.picks).map(Number));
  const bonus = kind.bonus === 1 ? Number(drawn[kind.picks]) : null;
  return (line) => {
    if (!isNumbersLine(kind, line)) return null;
    return `${countIn(main, line)}${bonus !== null && line.includes(bonus) ? '+' : ''}`;
  };
}

function kenoOutcome(kind: KenoKind, drawn: readonly string[]): OutcomeOfLine {
  const balls = new Set(drawn.map(Number));
  return (line) => (isNumbersLine(kind, line) ? `${countIn(balls, line)} of ${line.length}` : null);
}

/** Returns the number of distinct orders of digits. */
function arrangementsOf(digits: string): number {
  const counts = new Map<string, number>();
  let ways = 1;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = digits.charAt(index);
    const count = (counts.get(digit) ?? 0) + 1;
    counts.set(digit, count);
    ways = (ways * (index + 1)) / count;
  }
  return ways;
}

function digitsOutcome(kind: DigitsKind, drawn: readonly string[]): OutcomeOfLine {
  const straight = drawn.join('');
  const anyOrder = drawn.toSorted().join('');
  return (line) => {
    if (!isDigitsLine(kind, line)) return null;
    if (line.play === 'straight') return line.digits === straight ? 'straight' : lost;
    const sorted = line.digits.split('').sort().join('');
    return sorted === anyOrder ? `box ${arrangementsOf(line.digits)}` : lost;
  };
}

function raffleOutcome(kind: RaffleKind, drawn: readonly string[]): OutcomeOfLine {
  const owners = kind.prizes.flatMap((prize) => Array.from({ length: prize.winners }, () => prize));
  const prizeOf = new Map(owners.map(({ prizeNo }, index) => [drawn[index], String(prizeNo)]));
  return (line) => {
    if (!isRaffleLine(kind, line)) return null;
    for (const { lastDigits, series } of kind.prizes) {
      const digits = line.number.slice(-lastDigits);
      const found = prizeOf.get(series ? `${line.series} ${digits}` : digits);
      if (found !== undefined) return found;
    }
    return lost;
  };
}

function symbolsOutcome(kind: SymbolsKind, drawn: readonly string[]): OutcomeOfLine {
  return (line) => {
    if (!isSymbolsLine(kind, line)) return null;
    return String(line.filter((name, place) => name === drawn[place]).length);
  };
}

function colorOutcome(kind: ColorKind, [number, color]: readonly string[]): OutcomeOfLine {
  return (line) => {
    if (!isColorLine(kind, line)) return null;
    if ('number' in line) return String(line.number) === number ? 'number' : lost;
    return line.color === color ? `color ${color}` : lost;
  };
}

/**
 * Returns a function that names the outcome of a ticket line. Callers use the function for many lines of one draw, so
 * `createOutcome` prepares the drawn result once.
 * @param drawn the result of `draw` for this kind
 */
export function createOutcome(kind: DrawKind, drawn: readonly string[]): OutcomeOfLine {
  if (kind.kind === 'balls') return ballsOutcome(kind, drawn);
  if (kind.kind === 'digits') return digitsOutcome(kind, drawn);
  if (kind.kind === 'keno') return kenoOutcome(kind, drawn);
  if (kind.kind === 'raffle') return raffleOutcome(kind, drawn);
  if (kind.kind === 'symbols') return symbolsOutcome(kind, drawn);
  return colorOutcome(kind, drawn);
}

/** Returns the names of the outcomes that win by a rule. */
export function outcomesOf(rule: TierRule): string[] {
  if (rule.kind === 'balls') {
    const without = String(rule.main);
    if (rule.bonus === undefined) return [without, `${without}+`];
    return [rule.bonus ? `${without}+` : without];
  }
  if (rule.kind === 'keno') return [`${rule.hits} of ${rule.spots}`];
  if (rule.kind === 'digits') return [rule.play === 'straight' ? 'straight' : `box ${rule.arrangements}`];
  if (rule.kind === 'raffle') return [String(rule.prizeNo)];
  if (rule.kind === 'symbols') return [String(rule.places)];
  return rule.on === 'number' ? ['number'] : rule.keys.map((key) => `color ${key}`);
}
