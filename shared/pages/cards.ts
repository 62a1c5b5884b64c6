/*
 * The content of cards. The server formats all texts for one language, so the browser needs no formatting code. A card
 * therefore looks the same whether the server renders it, the browser hydrates it, or a live event creates it. Times
 * (`…At`) are ISO instants.
 */

/** One of seven card designs, selected by the game's position in the configured result types. */
export type ResultType = 1 | 2 | 3 | 4 | 5 | 6 | 7;

const accents = ['amber', 'blue', 'gold', 'red', 'violet', 'teal', 'green'] as const;
/** Name of an accent colour in the design tokens. */
export type Accent = (typeof accents)[number];

export function isAccent(name: string): name is Accent {
  return accents.some((accent) => accent === name);
}

export interface GameMark {
  gameId: string;
  gameName: string;
  /** Path of the game's page, language prefix included. */
  gameHref: string;
  iconName: string;
  accent: Accent;
}

export interface DrawnMark {
  text: string;
  role: 'main' | 'bonus' | 'series' | 'color';
  /** Key of the drawn colour, for example 'red'; '' if the mark has no colour. */
  colorKey: string;
  /** Path, on this site, of a picture of the drawn element. Null if the element is shown as text. */
  image: string | null;
}

/** The note on the card of a corrected result or of a voided draw. */
export interface CardCorrection {
  kind: 'corrected' | 'voided';
  /** Title of the note, for example "Corrected". */
  title: string;
  /** Time of the correction, for example "On 21 Nov 2026 · 18:05." */
  text: string;
  /** The result as first published, for example "First published: 7, 0, 4." Null if the numbers did not change. */
  before: string | null;
  /** The reason in the operator's words, for example "Reason: …". */
  reason: string;
}

export interface ResultCard extends GameMark {
  type: ResultType;
  drawId: string;
  drawNumber: number;
  /** Title of the card, for example "Golden Pick 3 · Evening". */
  title: string;
  /** Number of the draw as text, for example "Draw 8,841". */
  drawText: string;
  drawnAt: string;
  /**
   * Time of the draw in the site's time zone, for example "20 Nov 2026 · 18:00". Cards of type 3 show only the day, for
   * example "20 November 2026".
   */
  dateText: string;
  /** Path of the draw's permanent page, language prefix included. */
  href: string;
  numbers: DrawnMark[];
  /**
   * Label and amount of the prize on the card, for example "First prize" and "₹15,000". Cards of type 3 show the
   * jackpot. In a colour game, `accent` is the drawn colour.
   */
  topPrize: { label: string; text: string; accent?: Accent };
  /** Number of winners as text, for example "0 first-prize winners · 79 prizes in all". */
  winnersText: string;
  rollsOver: boolean;
  /** One sentence that screen readers announce when the result arrives. */
  announcement: string;
  /**
   * Number of corrections of this draw. If a browser has received two cards of one draw, the card with the higher
   * number is the current one.
   */
  revision: number;
  correction: CardCorrection | null;
  /** File name of the downloaded PNG. The name contains the draw's date and time. */
  fileName: string;
}

export interface UpcomingCard extends GameMark {
  drawId: string;
  drawNumber: number;
  drawText: string;
  startsAt: string;
  /**
   * Start of the draw as text, for example "Sat 21 Nov · 20:30 IST". The text must not say "Today", because cached
   * texts would become wrong.
   */
  startsText: string;
  /** Schedule and price of the game, for example "Every 5 minutes · ₹11". */
  scheduleText: string;
  jackpotText: string;
  jackpotLabel: string;
}
