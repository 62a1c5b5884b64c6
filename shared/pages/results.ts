import type { GameMark, ResultCard } from './cards.ts';
import type { Block } from './content.ts';

export interface ResultsFilter {
  /** Value and name of each game. The value '' means all games. */
  games: { value: string; label: string }[];
  game: string;
  /** First and last day of the chosen range, as ISO days. */
  from: string;
  to: string;
  /** Today in the site's time zone, which is the last day that can be chosen. */
  max: string;
  errors: { field: 'game' | 'from' | 'to'; text: string }[];
}

/** A link that changes either the game or the days of the shown results. */
export interface ResultsLink {
  label: string;
  href: string;
  isCurrent: boolean;
}

/** A table of the draws of one game and one day, newest first. */
export interface DaySheet {
  /** Title of the table, for example "20 November 2026", or "All draws of 20 November 2026 (24)". */
  title: string;
  rows: {
    href: string;
    /** Time of the draw, for example "18:00". */
    time: string;
    /**
     * Number of the draw, for example "Draw 8,841". If the result was corrected, the title of the correction follows.
     */
    draw: string;
    numbers: string;
    prize: string;
  }[];
}

export interface ResultsPage {
  kind: 'results';
  intro: Block | null;
  filter: ResultsFilter;
  /** Links to the results of all games and of each game on the chosen days. */
  gameLinks: ResultsLink[];
  /**
   * Links to the results of the chosen game, or of all games. They lead to today, to yesterday and to the default range
   * of days.
   */
  dayLinks: ResultsLink[];
  /**
   * Groups of results: one for each game, or a single one if a game is chosen. `sheets` contains those results of the
   * chosen game that have no card.
   */
  groups: {
    game: GameMark;
    cards: ResultCard[];
    sheets: DaySheet[];
    /**
     * Link to a longer list of the game's results. `isSheet` is true if this list is the table of all draws of the
     * chosen day.
     */
    more: { href: string; isSheet: boolean } | null;
  }[];
  /** URL of the page with older results of the chosen game. */
  nextHref: string | null;
  /** URL of the page with the newest results of the chosen game. */
  firstHref: string | null;
}
