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
  figures: Figure[];
  top: WinnerRow[];
  recent: WinnerRow[];
}
