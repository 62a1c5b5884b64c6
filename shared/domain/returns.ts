import type { GameRules, Tier } from './prize-tiers.ts';

/** The average return to players of one way to play a game. */
export interface PlayReturn {
  /** Numbers of the prizes that a line of this play can win. */
  prizeNos: number[];
  /** Number of spots that the line plays, if the prizes depend on it. */
  spots: number | null;
  /** The average prize as a percentage of a line's price, without a shared pot. */
  returnPercent: number;
  /** Whether a shared pot is among the prizes. Its amount depends on sales and earlier draws, so it is not included. */
  withoutPot: boolean;
}

/**
 * Returns a key for the way to play to which a tier belongs. A line that is played this way can win any tier with that
 * key.
 */
function playOf({ prizeNo, rule }: Tier): string {
  if (rule.kind === 'keno') return `spots ${rule.spots}`;
  // Each line of these games is played for one tier only.
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
