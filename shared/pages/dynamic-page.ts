import type { ResultCard, UpcomingCard } from './cards.ts';
import type { PlaceLink } from './list.ts';

/** `/dynamicpage`: one of the configured widgets. */
export interface DynamicPage {
  kind: 'dynamic';
  title: string;
  /** Links to all widgets. */
  widgets: PlaceLink[];
  /** Links to the newest days, newest first. Empty for a widget without days. */
  days: PlaceLink[];
  shown: { kind: 'results'; cards: ResultCard[] } | { kind: 'upcoming'; cards: UpcomingCard[] };
}
