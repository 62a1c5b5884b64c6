import type { Line } from './draw-kinds.ts';
import { createOutcome, outcomesOf } from './outcomes.ts';
import type { GameRules } from './prize-tiers.ts';

export interface SettledTier {
  prizeNo: number;
  winners: number;
  /** The prize of each winner, in minor units. Without winners, it is the prize that a single winner would have won. */
  amountMinor: number;
}

export interface Win {
  /** Index of the ticket in the list that was settled. */
  ticketIndex: number;
  prizeNo: number;
  amountMinor: number;
}

/** The prizes of a draw. They can be computed without the tickets, from the number of winners of each tier. */
export interface SettledTiers {
  /** All tiers of the game, in the game's order. */
  tiers: SettledTier[];
  /**
   * The unpaid part of the pot: the whole pot if nobody won it, otherwise the remainder after the pot was divided among
   * the winners.
   */
  rollsOverMinor: number;
  potWon: boolean;
}

export interface Settlement extends SettledTiers {
  /** Wins in the order of the tickets. */
  wins: Win[];
}

/**
 * Returns the number of the prize that a ticket line wins, or null if it wins nothing.
 * @throws RangeError for an invalid line
 */
export type PrizeOf = (line: Line) => number | null;

/**
 * Returns a function that finds the prize of a ticket line. A line wins at most one tier. Callers use the function for
 * many lines of one draw, so `createPrizeOf` prepares the drawn result once.
 * @param drawn the result of `draw` for this kind
 */
export function createPrizeOf(game: GameRules, drawn: readonly string[]): PrizeOf {
  const outcomeOf = createOutcome(game.kind, drawn);
  const prizeNos = new Map(
    game.tiers.flatMap(({ rule, prizeNo }) => outcomesOf(rule).map((name) => [name, prizeNo])),
  );
  return (line) => {
    const outcome = outcomeOf(line);
    if (outcome === null) throw new RangeError(`${JSON.stringify(line)} is no line of ${game.kind.kind}`);
    return prizeNos.get(outcome) ?? null;
  };
}

/**
 * Computes the prize of each tier. All amounts are integers.
 * @param winners the number of winners by prize number; a tier without an entry has no winners
 * @param potMinor the pot of the shared tier in minor units; 0 for games without one
 * @throws RangeError if the pot is not a valid amount
 */
export function settleTiers(
  game: Pick<GameRules, 'tiers'>,
  winners: ReadonlyMap<number, number>,
  potMinor: number,
): SettledTiers {
  if (!Number.isSafeInteger(potMinor) || potMinor < 0) throw new RangeError(`not an amount: ${potMinor}`);
  let rollsOverMinor = potMinor;
  let potWon = false;
  const tiers = game.tiers.map(({ prizeNo, shared, prizeAmount }): SettledTier => {
    const count = winners.get(prizeNo) ?? 0;
    const amountMinor = shared ? Math.floor(potMinor / Math.max(1, count)) : prizeAmount;
    if (shared && count > 0) {
      potWon = true;
      rollsOverMinor = potMinor - amountMinor * count;
    }
    return { prizeNo, winners: count, amountMinor };
  });
  return { tiers, rollsOverMinor, potWon };
}

/**
 * Finds the prize of every ticket of a draw. All tickets must fit into memory.
 * @param tickets in the order of their leaves in the Merkle tree
 * @throws RangeError if a ticket's line is invalid, or the pot is not a valid amount
 */
export function settle(
  game: GameRules,
  drawn: readonly string[],
  tickets: readonly { line: Line }[],
  potMinor: number,
): Settlement {
  const prizeOf = createPrizeOf(game, drawn);
  const prizeNos = tickets.map(({ line }) => prizeOf(line));
  const winners = new Map<number, number>();
  for (const prizeNo of prizeNos) if (prizeNo !== null) winners.set(prizeNo, (winners.get(prizeNo) ?? 0) + 1);
  const settled = settleTiers(game, winners, potMinor);
  const amounts = new Map(settled.tiers.map(({ prizeNo, amountMinor }) => [prizeNo, amountMinor]));
  const wins = prizeNos.flatMap((prizeNo, ticketIndex): Win[] =>
    prizeNo === null ? [] : [{ ticketIndex, prizeNo, amountMinor: amounts.get(prizeNo) ?? 0 }],
  );
  return { ...settled, wins };
}

export interface JackpotRule {
  /** Initial amount of a new pot, in minor units. */
  startMinor: number;
  /** Share of a draw's sales that is added to the next pot, in thousandths. */
  sharePermille: number;
}

/**
 * Computes the next pot. It is the sum of the rolled-over part and the share of the draw's sales (rounded down). If the
 * pot was won, the initial amount is added. Invariant: new pot + paid = old pot + share (+ initial amount).
 * @param salesMinor the total price of the settled draw's tickets
 */
export function nextPotMinor(
  jackpot: JackpotRule,
  settled: Pick<SettledTiers, 'rollsOverMinor' | 'potWon'>,
  salesMinor: number,
): number {
  const share = Math.floor((salesMinor * jackpot.sharePermille) / 1000);
  return settled.rollsOverMinor + (settled.potWon ? jackpot.startMinor : 0) + share;
}
