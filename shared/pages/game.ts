import type { GameMark, ResultCard, UpcomingCard } from './cards.ts';
import type { SafeHtml } from './content.ts';
import type { ReturnRow } from './fairness.ts';

export interface GamePage {
  kind: 'game';
  game: GameMark & { description: string };
  /** The games that the selector links to. */
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
   * The rows of the prize list, in parts that are shown as separate tables. The keno-style game has parts of 13 rows,
   * every other game has one part.
   */
  prizes: { name: string; match: string; amount: string; odds: string }[][];
}
