import type { ResultCard, UpcomingCard } from './cards.ts';
import type { Block, Teaser } from './content.ts';
import type { Figure, WinnerRow } from './winners.ts';

export interface HomePage {
  kind: 'home';
  /**
   * The most important upcoming draw, usually that of the jackpot game, with the latest result of the same game. Null
   * if no draw is upcoming.
   */
  hero: {
    upcoming: UpcomingCard;
    title: string;
    text: string;
    latest: { card: ResultCard; rows: { label: string; text: string }[] } | null;
  } | null;
  upcoming: UpcomingCard[];
  results: ResultCard[];
  winners: WinnerRow[];
  figures: readonly Figure[];
  /** True if the winners include sample players. */
  isSample: boolean;
  promotions: Teaser[];
  blogs: Teaser[];
  blocks: Block[];
}
