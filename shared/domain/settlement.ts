import type { Line } from './draw-kinds.ts';
import { createOutcome, outcomesOf } from './outcomes.ts';
import type { GameRules } from './prize-tiers.ts';

/** The settlement of one tier. */
export interface SettledTier {
  prizeNo: number;
  winners: number;
  /** The prize of one winner in minor units; without winners, the prize that one would have won. */
  amountMinor: number;
}

export interface Win {
  /** Index of the ticket in the settled list. */
  ticketIndex: number;
  prizeNo: number;
  amountMinor: number;
}

export interface Settlement {
  /** All tiers of the game, in its order. */
  tiers: SettledTier[];
  /** In the order of the tickets. */
  wins: Win[];
  /** The unpaid part of the pot: all of it without a winner, otherwise the remainder of the division. */
  rollsOverMinor: number;
  /** The pot was won. */
  potWon: boolean;
}

/**
 * Finds the tier of every ticket and the prize of each winner. All amounts are integers; a ticket wins at most one tier.
 * @param drawn the result of `draw` for this kind
 * @param tickets in the order of their receipts
 * @param potMinor the pot of the shared tier in minor units; 0 for games without one
 * @throws RangeError if a ticket's line is invalid, or the pot is not an amount
 */
export function settle(
  game: GameRules,
  drawn: readonly string[],
  tickets: readonly { line: Line }[],
  potMinor: number,
): Settlement {
  if (!Number.isSafeInteger(potMinor) || potMinor < 0) throw new RangeError(`not an amount: ${potMinor}`);
  const outcomeOf = createOutcome(game.kind, drawn);
  const tiers = game.tiers.map((tier) => ({ tier, winners: [] as number[] }));
  const tierOf = new Map(tiers.flatMap((entry) => outcomesOf(entry.tier.rule).map((name) => [name, entry])));
  for (const [ticketIndex, { line }] of tickets.entries()) {
    const outcome = outcomeOf(line);
    if (outcome === null) throw new RangeError(`ticket ${ticketIndex} plays no line of ${game.kind.kind}`);
    tierOf.get(outcome)?.winners.push(ticketIndex);
  }
  let rollsOverMinor = potMinor;
  let potWon = false;
  const wins: Win[] = [];
  const settled = tiers.map(({ tier, winners }): SettledTier => {
    const { prizeNo } = tier;
    const amountMinor = tier.shared ? Math.floor(potMinor / Math.max(1, winners.length)) : tier.prizeAmount;
    if (tier.shared && winners.length > 0) {
      potWon = true;
      rollsOverMinor = potMinor - amountMinor * winners.length;
    }
    for (const ticketIndex of winners) wins.push({ ticketIndex, prizeNo, amountMinor });
    return { prizeNo, winners: winners.length, amountMinor };
  });
  wins.sort((a, b) => a.ticketIndex - b.ticketIndex);
  return { tiers: settled, wins, rollsOverMinor, potWon };
}

export interface JackpotRule {
  /** The initial amount of a new pot, in minor units. */
  startMinor: number;
  /** The share of a draw's sales that is added to the next pot, in thousandths. */
  sharePermille: number;
}

/**
 * The pot after a settled draw: the rolled-over part, the initial amount if the pot was won, and the share of the
 * settled draw's sales, rounded down. Invariant: new pot + paid = old pot + share (+ initial amount).
 * @param salesMinor the total price of the settled draw's tickets
 */
export function nextPotMinor(jackpot: JackpotRule, settled: Settlement, salesMinor: number): number {
  const share = Math.floor((salesMinor * jackpot.sharePermille) / 1000);
  return settled.rollsOverMinor + (settled.potWon ? jackpot.startMinor : 0) + share;
}
