import { type DrawKind, isLine, type Line } from './draw-kinds.ts';
import type { TierRule } from './odds.ts';
import type { GameRules } from './prize-tiers.ts';

/** What one tier of a held draw came to. */
export interface SettledTier {
  prizeNo: number;
  winners: number;
  /** What one winner gets, in minor units; without winners what one would have got. */
  amountMinor: number;
}

export interface Win {
  /** Place of the ticket in the list that was settled. */
  ticketIndex: number;
  prizeNo: number;
  amountMinor: number;
}

export interface Settlement {
  /** Every tier of the game, in its order. */
  tiers: SettledTier[];
  /** In the order of the tickets. */
  wins: Win[];
  /** Of the pot: what was not paid. All of it without a winner, else the remainder of the division. */
  rollsOverMinor: number;
  /** The pot found a winner. */
  potWon: boolean;
}

const countShared = (numbers: readonly number[], drawn: ReadonlySet<number>): number => {
  let count = 0;
  for (const number of numbers) if (drawn.has(number)) count += 1;
  return count;
};

type Outcome = (line: Line) => string;

/** Names what became of a line, in the same words as `outcomesOf` names what a tier wants. */
function outcomeBy(kind: DrawKind, drawn: readonly string[]): Outcome {
  switch (kind.kind) {
    case 'balls': {
      const main = new Set(drawn.slice(0, kind.picks).map(Number));
      const bonus = kind.bonus ? Number(drawn[kind.picks]) : 0;
      return (line) => {
        const numbers = line as number[];
        return `${countShared(numbers, main)}${numbers.includes(bonus) ? '+' : ''}`;
      };
    }
    case 'keno': {
      const balls = new Set(drawn.map(Number));
      return (line) => `${countShared(line as number[], balls)} of ${(line as number[]).length}`;
    }
    case 'digits': {
      const straight = drawn.join('');
      const sorted = drawn.toSorted().join('');
      return (line) => {
        const { digits, play } = line as { digits: string; play: string };
        if (play === 'straight') return digits === straight ? 'straight' : '';
        return [...digits].sort().join('') === sorted ? `box ${arrangements(digits)}` : '';
      };
    }
    case 'raffle': {
      const prizes = kind.prizes.flatMap((prize) => Array.from({ length: prize.winners }, () => prize));
      const wanted = new Map(prizes.map((prize, index) => [drawn[index] ?? '', String(prize.prizeNo)]));
      const lengths = [...new Set(kind.prizes.map((prize) => prize.lastDigits))].sort((a, b) => b - a);
      return (line) => {
        const { series, number } = line as { series: string; number: string };
        const whole = wanted.get(`${series} ${number}`);
        if (whole) return whole;
        for (const length of lengths) {
          const found = wanted.get(number.slice(-length)) ?? wanted.get(`${series} ${number.slice(-length)}`);
          if (found) return found;
        }
        return '';
      };
    }
    case 'symbols':
      return (line) => String((line as string[]).filter((name, place) => name === drawn[place]).length);
    case 'color':
      return (line) => {
        if ('number' in line) return String(line.number) === drawn[0] ? 'number' : '';
        return 'color' in line && line.color === drawn[1] ? `color ${line.color}` : '';
      };
  }
}

/** In how many different orders digits can be written. */
function arrangements(digits: string): number {
  const counts = new Map<string, number>();
  let ways = 1;
  for (const [index, digit] of [...digits].entries()) {
    const count = (counts.get(digit) ?? 0) + 1;
    counts.set(digit, count);
    ways = (ways * (index + 1)) / count;
  }
  return ways;
}

function outcomesOf(rule: TierRule): string[] {
  switch (rule.kind) {
    case 'balls': {
      if (rule.bonus === undefined) return [String(rule.main), `${rule.main}+`];
      return [`${rule.main}${rule.bonus ? '+' : ''}`];
    }
    case 'keno':
      return [`${rule.hits} of ${rule.spots}`];
    case 'digits':
      return [rule.play === 'straight' ? 'straight' : `box ${rule.arrangements}`];
    case 'raffle':
      return [String(rule.prizeNo)];
    case 'symbols':
      return [String(rule.places)];
    case 'color':
      return rule.on === 'number' ? ['number'] : rule.keys.map((key) => `color ${key}`);
  }
}

/**
 * Finds the tier of every ticket and what each winner gets. Integers alone; a ticket wins at most one tier.
 * @param drawn what `draw` gave for this kind
 * @param tickets in the order of their receipts
 * @param potMinor what the shared tier divides, in minor units; 0 for games without one
 * @throws RangeError where a ticket's line is no line of the game, or the pot is no amount: money is not
 *   paid on a guess
 */
export function settle(
  game: GameRules,
  drawn: readonly string[],
  tickets: readonly { line: Line }[],
  potMinor: number,
): Settlement {
  if (!Number.isSafeInteger(potMinor) || potMinor < 0) throw new RangeError(`not an amount: ${potMinor}`);
  const outcome = outcomeBy(game.kind, drawn);
  const tierAt = new Map(
    game.tiers.flatMap((tier, index) => outcomesOf(tier.rule).map((name) => [name, index])),
  );
  const winners = game.tiers.map(() => 0);
  const won: [ticketIndex: number, tier: number][] = [];
  for (const [ticketIndex, { line }] of tickets.entries()) {
    if (!isLine(game.kind, line))
      throw new RangeError(`ticket ${ticketIndex} plays no line of ${game.kind.kind}`);
    const tier = tierAt.get(outcome(line));
    if (tier === undefined) continue;
    winners[tier] = (winners[tier] ?? 0) + 1;
    won.push([ticketIndex, tier]);
  }
  let rollsOverMinor = potMinor;
  let potWon = false;
  const tiers = game.tiers.map((tier, index): SettledTier => {
    const count = winners[index] ?? 0;
    const amountMinor = tier.shared ? Math.floor(potMinor / Math.max(1, count)) : tier.prizeAmount;
    if (tier.shared && count > 0) {
      potWon = true;
      rollsOverMinor = potMinor - amountMinor * count;
    }
    return { prizeNo: tier.prizeNo, winners: count, amountMinor };
  });
  const wins = won.map(([ticketIndex, index]): Win => {
    const { prizeNo, amountMinor } = tiers[index] as SettledTier;
    return { ticketIndex, prizeNo, amountMinor };
  });
  return { tiers, wins, rollsOverMinor, potWon };
}

export interface JackpotRule {
  /** What the operator puts into the pot after it was won, in minor units. */
  startMinor: number;
  /** So many thousandths of a draw's sales go into the pot of the next draw. */
  sharePermille: number;
}

/**
 * The pot of the draw that follows a settled one: what rolled over, the start again where it was won, and
 * the share of the settled draw's sales, rounded down. In all: new pot + paid = old pot + share (+ start).
 * @param salesMinor what the settled draw's tickets cost together
 */
export function nextPotMinor(jackpot: JackpotRule, settled: Settlement, salesMinor: number): number {
  const share = Math.floor((salesMinor * jackpot.sharePermille) / 1000);
  return settled.rollsOverMinor + (settled.potWon ? jackpot.startMinor : 0) + share;
}
