import type { GameMark } from './cards.ts';
import type { Block } from './content.ts';

export interface WinnerRow extends GameMark {
  alias: string;
  prizeName: string;
  prizeText: string;
  dateText: string;
  drawnAt: string;
  drawText: string;
  drawHref: string;
}

export interface Figure {
  text: string;
  label: string;
}

export interface WinnersPage {
  kind: 'winners';
  intro: Block | null;
  /** True if the winners include sample players. */
  isSample: boolean;
  figures: readonly Figure[];
  /** Name of the chosen game, or null for the winners of all games. */
  gameName: string | null;
  /** Links to the winners of all games and of each game. */
  gameLinks: { label: string; href: string; isCurrent: boolean }[];
  top: WinnerRow[];
  recent: WinnerRow[];
}
