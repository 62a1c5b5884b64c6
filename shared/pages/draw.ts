import type { ResultCard } from './cards.ts';
import type { Fact } from './facts.ts';

export interface PrizeRow {
  name: string;
  match: string;
  winners: string;
  amount: string;
  /** The winning numbers of this tier. The list is empty for games whose tiers share one result. */
  numbers: { text: string; colorKey: string }[];
}

export interface DrawPage {
  kind: 'draw';
  card: ResultCard;
  /**
   * The rows of the prize list. Each inner array is shown as a separate table. The keno-style card has tables of 13
   * rows; every other card has one table.
   */
  prizes: PrizeRow[][];
  facts: Fact[];
  /**
   * The data for repeating the draw: the commitment, the seed, the root of the tickets, and the draw method. Null if the
   * data are not known.
   */
  proof: {
    text: string;
    /** The platform's verdict whether seed, commitment and numbers agree. Null if the platform did not compare them. */
    verdict: { mark: 'agrees' | 'corrected' | 'differs'; text: string } | null;
    facts: Fact[];
  } | null;
  /** URL of the page that repeats the draw in the browser, or null. */
  verifyHref: string | null;
  previousHref: string | null;
  nextHref: string | null;
  gameResultsHref: string;
  statisticsHref: string;
  /** Describes a ticket of the game. Null if the platform does not publish the prize rules of the game. */
  checkHint: string | null;
}
