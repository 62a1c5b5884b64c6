import type { CheckField, CheckWay } from '../check/check-fields.ts';
import type { CardCorrection } from './cards.ts';
import type { Formats } from './form.ts';

/** The tickets of a draw that have the same answer. */
export interface CheckRow {
  key: string;
  drawText: string;
  /** Address of the draw's page. Null if the draw has no result. */
  drawHref: string | null;
  dateText: string | null;
  /** The drawn numbers. */
  numbers: string | null;
  tickets: string[];
  /** The prize with its amount, or why no answer is certain. */
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
  /** Counts of the answers in one sentence, which screen readers announce. */
  summary: string;
  /** Notes about the whole answer. */
  notes: string[];
  /** The tickets as they were read, so that visitors notice a ticket that was read in another way. */
  read: { title: string; tickets: string[] };
  groups: CheckGroup[];
}

export interface CheckMessage {
  field: CheckField;
  text: string;
  /** A line for each wrong ticket. */
  details: string[];
}

/** The messages and answers of a check, at its form and below it. */
export interface CheckState {
  errors: CheckMessage[];
  /** Message if the answers could not be loaded. */
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

/** Props of the form and its answers as JSON for the browser. */
export interface CheckView {
  langPrefix: string;
  /** Address of the form. */
  action: string;
  /** Address of the player's tickets. */
  ticketsHref: string;
  /** Maximum length of each typed text. */
  longest: { numbers: number; draw: number };
  formats: Formats;
  /** The texts of shared/check/form-labels.ts, by name. */
  texts: Record<string, string>;
  games: CheckGame[];
  drawCounts: { value: number; label: string }[];
  /** The texts of the fields, as typed. */
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
