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
  /** Key of a colour, for example 'red', or '' without a colour. */
  colorKey: string;
  /** Path of a picture on this site. Null if the result is shown as text. */
  image: string | null;
}

/** The note on the card of a corrected result or of a voided draw. */
export interface CardCorrection {
  kind: 'corrected' | 'voided';
  /** Title, for example "Corrected". */
  title: string;
  /** Time of the correction, for example "On 21 Nov 2026 · 18:05." */
  text: string;
  /** For example "First published: 7, 0, 4." Null if the numbers did not change. */
  before: string | null;
  /** For example "Reason: …", in the operator's words. */
  reason: string;
}

export interface ResultCard extends GameMark {
  type: ResultType;
  drawId: string;
  drawNumber: number;
  /** For example "Golden Pick 3 · Evening". */
  title: string;
  /** For example "Draw 8,841". */
  drawText: string;
  drawnAt: string;
  /** In the site's time zone, for example "20 Nov 2026 · 18:00", or "20 November 2026" for type 3. */
  dateText: string;
  /** Path of the draw's permanent page, language prefix included. */
  href: string;
  numbers: DrawnMark[];
  /**
   * For example "First prize" and "₹15,000". Cards of type 3 show the jackpot. In a colour game, `accent` is the drawn
   * colour.
   */
  topPrize: { label: string; text: string; accent?: Accent };
  /** For example "0 first-prize winners · 79 prizes in all". */
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
  /** For example "Sat 21 Nov · 20:30 IST". A cached text such as "Today 20:30" would become wrong. */
  startsText: string;
  /** For example "Every 5 minutes · ₹11". */
  scheduleText: string;
  jackpotText: string;
  jackpotLabel: string;
}
