import type { Line } from './draw-kinds.ts';
import { createOutcome, outcomesOf } from './outcomes.ts';
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
