import type { GameRules, Tier } from './prize-tiers.ts';

/**
 * The average return of one way to play a game. The return is the average prize of a ticket line, relative to the
 * line's price.
 */
export interface PlayReturn {
  /** Numbers of the prizes that a ticket line can win if it is played in this way. */
  prizeNos: number[];
  /** The count of numbers that a keno line plays. Null if the prizes do not depend on this count. */
  spots: number | null;
  /** The average prize as a percentage of the price of a line. Shared pots are not included. */
  returnPercent: number;
  /**
   * True if one of the prizes is a shared pot. `returnPercent` omits the pot, because the pot's amount depends on sales
   * and earlier draws.
   */
  withoutPot: boolean;
}

/**
 * Returns a key that is equal for all tiers that one ticket line can win. All tiers with the same key form one way to
 * play the game.
 */
function playOf({ prizeNo, rule }: Tier): string {
  if (rule.kind === 'keno') return `spots ${rule.spots}`;
  // In digit and colour games, each tier is a separate way to play, because each line can win only one particular tier.
  if (rule.kind === 'digits' || rule.kind === 'color') return `prize ${prizeNo}`;
  return 'line';
}

function returnOf(tiers: readonly Tier[], ticketPriceMinor: number): PlayReturn {
  const [first] = tiers;
  const average = tiers.reduce(
    (sum, { shared, prizeAmount, oddsOneIn }) =>
      shared || oddsOneIn === null ? sum : sum + prizeAmount / oddsOneIn,
    0,
  );
  return {
    prizeNos: tiers.map(({ prizeNo }) => prizeNo),
    spots: first?.rule.kind === 'keno' ? first.rule.spots : null,
    returnPercent: (100 * average) / ticketPriceMinor,
    withoutPot: tiers.some(({ shared }) => shared),
  };
}

/** Computes the return of each way to play a game, from the odds and the amounts of its prizes. */
export function returnsOf({ tiers }: Pick<GameRules, 'tiers'>, ticketPriceMinor: number): PlayReturn[] {
  const plays = Map.groupBy(tiers, playOf);
  return [...plays.values()].map((ofPlay) => returnOf(ofPlay, ticketPriceMinor));
}
