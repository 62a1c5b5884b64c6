import type { CheckField, CheckWay } from '../check/check-fields.ts';
import type { CardCorrection } from './cards.ts';
import type { Formats } from './form.ts';

/** A row for all checked tickets that have the same answer in one draw, for example the losing tickets. */
export interface CheckRow {
  key: string;
  drawText: string;
  /** Path of the draw's page. Null if the draw has no result. */
  drawHref: string | null;
  dateText: string | null;
  /** The drawn numbers as text. Null if the draw has no result. */
  numbers: string | null;
  tickets: string[];
  /** The prize with its amount, or the reason why it is not known yet whether the tickets have won. */
  answer: string | null;
  note: string | null;
  correction: CardCorrection | null;
}

export interface CheckGroup {
  kind: 'won' | 'unsure' | 'lost';
  title: string;
  text: string;
  rows: CheckRow[];
}

export interface CheckAnswers {
  title: string;
  /** A sentence with the numbers of winning, losing and undecided tickets. Screen readers announce the sentence. */
  summary: string;
  /** Notes about the check as a whole. */
  notes: string[];
  /** The tickets as the site has read them, so that visitors notice a ticket that was misread. */
  read: { title: string; tickets: string[] };
  groups: CheckGroup[];
}

export interface CheckMessage {
  field: CheckField;
  text: string;
  /** One line of text for each invalid ticket. */
  details: string[];
}

/** The error messages of the form that checks tickets, and the answers below the form. */
export interface CheckState {
  errors: CheckMessage[];
  /** Error message if the results of the check could not be loaded. */
  problem: string | null;
  answers: CheckAnswers | null;
}

export interface CheckGame {
  value: string;
  slug: string;
  label: string;
  /** Describes a ticket of the game, with an example. */
  hint: string;
}

/** Props of the island with the form and its answers, as JSON for the browser. */
export interface CheckView {
  langPrefix: string;
  /** URL to which the form is submitted. */
  action: string;
  /** URL of the list of the player's tickets. */
  ticketsHref: string;
  /** Maximum length of each typed text. */
  longest: { numbers: number; draw: number };
  formats: Formats;
  /** The texts of the form, by the names in shared/check/form-labels.ts. */
  texts: Record<string, string>;
  games: CheckGame[];
  drawCounts: { value: number; label: string }[];
  /** The values of the form's fields, as the visitor has typed them. */
  values: Record<CheckField, string> & { by: CheckWay };
  /** The last day that can be checked, YYYY-MM-DD. */
  today: string;
  state: CheckState;
}

export interface CheckPage {
  kind: 'check';
  title: string;
  lead: string;
  view: CheckView;
}
