/*
 * The content of cards: texts that the server formatted for one language. A card is therefore equal when rendered, hydrated, or made from a live event, and the browser needs no formatting code. Times are absolute
 * (`…At`, ISO instants); amounts are texts.
 */

/** The design of a card, one of seven: the game's place in the configured result types. */
export type ResultType = 1 | 2 | 3 | 4 | 5 | 6 | 7;

/** Names a colour of the tokens, never a colour. */
export type Accent = 'amber' | 'blue' | 'gold' | 'red' | 'violet' | 'teal' | 'green';

export interface GameMark {
  gameId: string;
  gameName: string;
  /** Page of the game, language prefix included. */
  gameHref: string;
  /** Name of the emblem. */
  iconName: string;
  accent: Accent;
}

export interface DrawnMark {
  text: string;
  role: 'main' | 'bonus' | 'series' | 'color';
  /** 'red', 'green', 'violet' … or ''. */
  colorKey: string;
  /** Same-site picture, or null if the text is the drawn result. */
  image: string | null;
}

/** The note on a result that was corrected, or on a draw that was voided. */
export interface CardCorrection {
  kind: 'corrected' | 'voided';
  /** "Corrected" */
  title: string;
  /** "On 21 Nov 2026 · 18:05." */
  text: string;
  /** "First published: 7, 0, 4.", or null where the numbers stand as they were. */
  before: string | null;
  /** "Reason: …", in the operator's words. */
  reason: string;
}

export interface ResultCard extends GameMark {
  type: ResultType;
  drawId: string;
  drawNumber: number;
  /** "Golden Pick 3 · Evening" */
  title: string;
  /** "Draw 8,841" */
  drawText: string;
  drawnAt: string;
  /** "20 Nov 2026 · 18:00", in the site's time zone; type 3 "20 November 2026". */
  dateText: string;
  /** Permanent page of the draw, language prefix included. */
  href: string;
  numbers: DrawnMark[];
  /** "First prize" and "₹15,000"; type 3: the jackpot. */
  topPrize: { label: string; text: string };
  /** "212 winners", "0 winners, rolls over". */
  winnersText: string;
  rollsOver: boolean;
  /** One sentence for a screen reader when the result arrives. */
  announcement: string;
  /** Counts the corrections of this draw: of two cards of it the higher one is right. */
  revision: number;
  correction: CardCorrection | null;
  /** Name of the PNG, by draw date and time. */
  fileName: string;
}

export interface UpcomingCard extends GameMark {
  drawId: string;
  drawNumber: number;
  drawText: string;
  startsAt: string;
  /** "Today 20:30 IST" would age in a cache, so: "Sat 21 Nov · 20:30 IST". */
  startsText: string;
  /** "Every 5 minutes · ₹11" */
  scheduleText: string;
  jackpotText: string;
  jackpotLabel: string;
}
