import type { GameRules, Tier } from './prize-tiers.ts';

/** The average return of one way to play a game. */
export interface PlayReturn {
  /** The prizes that a line of this play can win. */
  prizeNos: number[];
  /** How many numbers the line plays, if the prizes depend on it. */
  spots: number | null;
  /** The average prize in percent of the price of a line, without a shared pot. */
  returnPercent: number;
  /** A shared pot is among the prizes. Its amount depends on sales and on earlier draws, so it is not included. */
  withoutPot: boolean;
}

/** Tiers with the same key can be won by the same line. */
function playOf({ prizeNo, rule }: Tier): string {
  if (rule.kind === 'keno') return `spots ${rule.spots}`;
  // A line of these games is played for one tier.
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

/** The return of each play of a game, computed from the odds and the amounts of its prizes. */
export function returnsOf({ tiers }: Pick<GameRules, 'tiers'>, ticketPriceMinor: number): PlayReturn[] {
  const plays = Map.groupBy(tiers, playOf);
  return [...plays.values()].map((ofPlay) => returnOf(ofPlay, ticketPriceMinor));
}
