import type { DrawKind } from '../domain/draw-kinds.ts';
import type { GameMark, ResultCard, UpcomingCard } from './cards.ts';
import type { SafeHtml } from './content.ts';
import type { Fact } from './facts.ts';
import type { ReturnRow } from './fairness.ts';
import type { Formats } from './form.ts';

/** A draw for which tickets can be bought. */
export interface PlayDraw {
  drawId: string;
  drawNumber: number;
  /**
   * Price of one line in minor units. If the game's price changes, draws that are already committed keep their price.
   */
  ticketPrice: number;
  /** Start of the draw and end of its sales, both as ISO 8601 instants. */
  drawStartDate: string;
  salesCloseDate: string;
}

/** The ticket form of a game, as props of the island `play`. */
export interface PlayView {
  game: Pick<GameMark, 'gameId' | 'gameName' | 'gameHref' | 'iconName' | 'accent'>;
  kind: DrawKind;
  currencyCode: string;
  maxLines: number;
  /** The draws on sale when the page was rendered, soonest first. */
  draws: PlayDraw[];
  /** Odds of the first prize, for example "First prize: 1 in 376,992". */
  odds: string;
  langPrefix: string;
  formats: Formats;
  /** Texts that are visible before the player opens the ticket form. */
  texts: { title: string; lead: string; open: string; failed: string };
}

export interface GamePage {
  kind: 'game';
  game: GameMark & { description: string };
  /** The games in the selector. Each one links to its page. */
  games: GameMark[];
  html: SafeHtml;
  upcoming: UpcomingCard | null;
  /** Schedule and price of the game, and the end of sales of its next draw. */
  facts: Fact[];
  /** Every draw that is on sale, soonest first, with its commitment. */
  onSale: { drawId: string; title: string; facts: Fact[] }[];
  results: ResultCard[];
  resultsHref: string;
  /** URLs of the files with results and upcoming draws, by their file extension. */
  files: Record<'json' | 'csv' | 'rss' | 'ics', string>;
  statisticsHref: string;
  /** Props of the ticket form. Null if the site or the platform sells no tickets of this game. */
  play: PlayView | null;
  /** The return of each way to play, as a percentage of the price. */
  returns: ReturnRow[];
  /**
   * The prize list, in one table for each group. If the prizes depend on the count of played numbers, as in keno, each
   * count has a group. Otherwise, there is one group without a title.
   */
  prizes: { title: string | null; rows: { name: string; match: string; amount: string; odds: string }[] }[];
}
