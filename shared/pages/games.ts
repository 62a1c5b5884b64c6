import type { GameMark, UpcomingCard } from './cards.ts';
import type { Block } from './content.ts';

export interface GamesPage {
  kind: 'games';
  intro: Block | null;
  games: (GameMark & { description: string; scheduleText: string; upcoming: UpcomingCard | null })[];
}
