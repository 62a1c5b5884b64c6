import type { GameMark, ResultCard, UpcomingCard } from './cards.ts';
import type { SafeHtml } from './content.ts';
import type { ReturnRow } from './fairness.ts';

export interface GamePage {
  kind: 'game';
  game: GameMark & { description: string };
  /** The games in the selector. Each one links to its page. */
  games: GameMark[];
  html: SafeHtml;
  upcoming: UpcomingCard | null;
  /** Schedule, price, and the end of sales of the next draw. */
  facts: { label: string; text: string }[];
  /** Every draw that is on sale, soonest first, with its commitment. */
  onSale: { drawId: string; title: string; facts: { label: string; text: string }[] }[];
  results: ResultCard[];
  resultsHref: string;
  /** The return of each way to play, as a percentage of the price. */
  returns: ReturnRow[];
  /**
   * The rows of the prize list. Each inner array is shown as a separate table. The keno-style game has tables of 13
   * rows; every other game has one table.
   */
  prizes: { name: string; match: string; amount: string; odds: string }[][];
}
