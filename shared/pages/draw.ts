import type { ResultCard } from './cards.ts';

export interface PrizeRow {
  name: string;
  match: string;
  winners: string;
  amount: string;
  /** The winning numbers of this tier; empty unless each tier has its own. */
  numbers: { text: string; colorKey: string }[];
}

export interface DrawPage {
  kind: 'draw';
  card: ResultCard;
  /**
   * The rows of the prize list, in parts that are shown as separate tables. The keno-style card has parts of 13 rows,
   * every other card has one part.
   */
  prizes: PrizeRow[][];
  facts: { label: string; text: string }[];
  /** The data for repeating the draw: commitment, seed, tickets' root and method. Null if they are not known. */
  proof: { text: string; facts: { label: string; text: string }[] } | null;
  previousHref: string | null;
  nextHref: string | null;
  gameResultsHref: string;
}
