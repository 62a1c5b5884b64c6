import type { GameMark, ResultCard } from './cards.ts';
import type { Block } from './content.ts';

export interface ResultsFilter {
  /** Value and name of each game. The value '' means all games. */
  games: { value: string; label: string }[];
  game: string;
  /** First and last day, as ISO days. */
  from: string;
  to: string;
  /** Today in the site's time zone, which is the last day that can be chosen. */
  max: string;
  errors: { field: 'game' | 'from' | 'to'; text: string }[];
}

/** A link to the same list with another game or other days. */
export interface ResultsLink {
  label: string;
  href: string;
  isCurrent: boolean;
}

/** Draws of one game and one day, newest first. */
export interface DaySheet {
  /** For example "20 November 2026", or "All draws of 20 November 2026 (24)". */
  title: string;
  rows: {
    href: string;
    /** For example "18:00". */
    time: string;
    /** For example "Draw 8,841", with the title of a correction. */
    draw: string;
    numbers: string;
    prize: string;
  }[];
}

export interface ResultsPage {
  kind: 'results';
  intro: Block | null;
  filter: ResultsFilter;
  /** Links to the lists of all games and of each game, with the chosen days. */
  gameLinks: ResultsLink[];
  /** Links to today, yesterday and the last days, with the chosen game. */
  dayLinks: ResultsLink[];
  /**
   * One group for each game, or a single group if a game is chosen. The sheets contain the results of the chosen game that
   * have no card.
   */
  groups: {
    game: GameMark;
    cards: ResultCard[];
    sheets: DaySheet[];
    /** The list of the game, and whether it is the table of all draws of the chosen day. */
    more: { href: string; isSheet: boolean } | null;
  }[];
  /** Address of older results of the chosen game. */
  nextHref: string | null;
  /** Address of the newest results of the chosen game. */
  firstHref: string | null;
}
