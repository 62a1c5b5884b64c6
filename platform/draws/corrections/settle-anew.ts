import { draw } from '../../../shared/domain/draw-function.ts';
import type { Transaction } from '../../db/database.ts';
import type { GameDefinition } from '../../games/catalogue.ts';
import type { DrawSizes } from '../chunk-store.ts';
import type { DrawRow } from '../repository.ts';
import type { DrawOutcome, TopWin } from '../tables.ts';
import { drawnFault } from './drawn-fault.ts';
import { newTopWin, settleTickets } from './new-wins.ts';
import type { CorrectResult } from './order.ts';

/**
 * The result of settling a draw again. `outcome.carryMinor` is the pot to carry over according to the rules, even if
 * the next draw has already taken place with another pot.
 */
export interface SettledAnew {
  outcome: DrawOutcome;
  topWin: TopWin | null;
}

export type Anew = SettledAnew | { why: string };

/** The new numbers of a draw, and its game definition with the new amounts. */
export interface NewRules {
  drawn: string[];
  game: GameDefinition;
}

type Draw = Omit<DrawRow, 'drawn' | 'prizes'> & Pick<DrawOutcome, 'drawn' | 'prizes'>;

/**
 * Returns the new numbers and amounts of a correction order. If a number or amount is impossible, returns the reason as
 * `why`.
 */
export function newRulesOf(
  game: GameDefinition,
  row: Draw,
  { drawn: given, amounts = [] }: Pick<CorrectResult, 'drawn' | 'amounts'>,
): NewRules | { why: string } {
  const { method, seed, ticketsRoot, drawId } = row;
  if (given === 'seed' && (seed === null || ticketsRoot === null))
    return { why: `${drawId} has no seed to draw from` };
  const bySeed = () =>
    draw(game.kind, { method, seedHex: seed ?? '', drawId, ticketsRoot: ticketsRoot ?? '' });
  const drawn = given === 'seed' ? bySeed() : [...(given ?? row.drawn)];
  const fault = drawnFault(game.kind, drawn);
  if (fault !== null) return { why: `${game.name} draws ${fault}` };
  const paid = new Map(row.prizes.map((tier) => [tier.prizeNo, tier.amountMinor]));
  const changed = new Map<number, number>();
  for (const { prizeNo, amountMinor } of amounts) {
    const tier = game.tiers.find((each) => each.prizeNo === prizeNo);
    if (!tier) return { why: `${game.name} has no prize ${prizeNo}` };
    if (tier.shared)
      return { why: `prize ${prizeNo} of ${game.name} shares the pot: it has no amount of its own` };
    if (!Number.isSafeInteger(amountMinor) || amountMinor < 0)
      return { why: `prize ${prizeNo}: ${amountMinor} is not an amount` };
    if (changed.has(prizeNo)) return { why: `prize ${prizeNo} is given twice` };
    changed.set(prizeNo, amountMinor);
  }
  const isSame =
    drawn.join() === row.drawn.join() &&
    [...changed].every(([prizeNo, amountMinor]) => paid.get(prizeNo) === amountMinor);
  if (isSame) return { why: `${drawId} has this result already: nothing would change` };
  // Use the amounts that this draw has paid, because the game catalogue may have changed since the draw.
  const tiers = game.tiers.map((tier) =>
    tier.shared
      ? tier
      : { ...tier, prizeAmount: changed.get(tier.prizeNo) ?? paid.get(tier.prizeNo) ?? tier.prizeAmount },
  );
  return { drawn, game: { ...game, tiers } };
}

/**
 * Settles the draw's tickets and pot again with the corrected numbers or amounts. Stores the wins in the table of new
 * wins.
 */
export async function settleCorrected(
  tx: Transaction,
  { game, drawn }: NewRules,
  row: Draw,
  drawSizes: DrawSizes,
): Promise<Anew> {
  const settled = await settleTickets(tx, game, row, drawn, drawSizes);
  if (!Number.isSafeInteger(settled.paidMinor)) return { why: 'the sum of the prizes is too large' };
  return {
    outcome: { drawn, ...settled, carryByRulesMinor: settled.carryMinor },
    topWin: await newTopWin(tx, row),
  };
}

/** Settles a voided draw. A voided draw has no winners, and its pot is carried over unchanged. */
export function settleVoided(row: Draw): SettledAnew {
  return {
    outcome: {
      drawn: row.drawn,
      prizes: row.prizes.map((tier) => ({ ...tier, winners: 0 })),
      winnersTotal: 0,
      paidMinor: 0,
      rollsOver: false,
      carryMinor: row.potMinor,
      carryByRulesMinor: row.potMinor,
    },
    topWin: null,
  };
}
