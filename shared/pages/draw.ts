import type { ResultCard } from './cards.ts';

export interface PrizeRow {
  name: string;
  match: string;
  winners: string;
  amount: string;
  /** Numbers that won this tier, where the game draws several. */
  numbers: { text: string; colorKey: string }[];
}

export interface DrawPage {
  kind: 'draw';
  card: ResultCard;
  /** Chunks of 13 rows for the keno-style card, else one chunk. */
  prizes: PrizeRow[][];
  facts: { label: string; text: string }[];
  /** The data to repeat the draw: commitment, seed, tickets' root, function; null where it is not known. */
  proof: { text: string; facts: { label: string; text: string }[] } | null;
  previousHref: string | null;
  nextHref: string | null;
  gameResultsHref: string;
}
