import type { GameMark, ResultCard } from './cards.ts';
import type { Block } from './content.ts';

export interface ResultsFilter {
  /** Value and name of each game; '' means all. */
  games: { value: string; label: string }[];
  game: string;
  /** ISO days. */
  from: string;
  to: string;
  /** Today in the site's time zone: no later day may be chosen. */
  max: string;
  /** The messages about invalid dates or an invalid game. */
  errors: { field: 'game' | 'from' | 'to'; text: string }[];
}

export interface ResultsPage {
  kind: 'results';
  intro: Block | null;
  filter: ResultsFilter;
  /** One group for each game; a single group if a game is chosen. */
  groups: { game: GameMark; cards: ResultCard[]; moreHref: string | null }[];
  /** Older results of the chosen game. */
  nextHref: string | null;
  /** Back to the newest page of the chosen game. */
  firstHref: string | null;
}
