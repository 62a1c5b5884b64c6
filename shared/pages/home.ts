import type { ResultCard, UpcomingCard } from './cards.ts';
import type { Block, Teaser } from './content.ts';
import type { Figure, WinnerRow } from './winners.ts';

export interface HomePage {
  kind: 'home';
  /** The next draw of the jackpot game and its latest result. Null if the platform has neither. */
  hero: {
    upcoming: UpcomingCard;
    title: string;
    text: string;
    latest: { card: ResultCard; rows: { label: string; text: string }[] } | null;
  } | null;
  upcoming: UpcomingCard[];
  results: ResultCard[];
  winners: WinnerRow[];
  figures: Figure[];
  /** Whether sample players are among the winners. */
  isSample: boolean;
  promotions: Teaser[];
  blogs: Teaser[];
  blocks: Block[];
}
