import type { ResultCard, UpcomingCard } from './cards.ts';
import type { Block, Teaser } from './content.ts';
import type { Figure, WinnerRow } from './winners.ts';

export interface HomePage {
  kind: 'home';
  /** The next draw and the latest result of the jackpot game. Null if the platform has neither of them. */
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
  /** True if the winners include sample players. */
  isSample: boolean;
  promotions: Teaser[];
  blogs: Teaser[];
  blocks: Block[];
}
