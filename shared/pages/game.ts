import type { GameMark, ResultCard, UpcomingCard } from './cards.ts';
import type { SafeHtml } from './content.ts';

export interface GamePage {
  kind: 'game';
  game: GameMark & { description: string };
  /** The selector of the games page. */
  games: GameMark[];
  html: SafeHtml;
  upcoming: UpcomingCard | null;
  /** When and for how much, when sales close, and the commitment of the next draw. */
  facts: { label: string; text: string }[];
  results: ResultCard[];
  resultsHref: string;
  /** Chunks of 13 rows for the keno-style game. */
  prizes: { name: string; match: string; amount: string; odds: string }[][];
}
