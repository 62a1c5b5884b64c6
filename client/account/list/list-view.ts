import type { Translate } from '../../../shared/translate.ts';

/** Number of lines that a cell shows before the player unfolds the remaining lines. A row can have 1,000 lines. */
export const shownLines = 5;

export interface MarkView {
  text: string;
  /** Key of a picture that is shown instead of the text. */
  symbol?: string;
  isHit: boolean;
}

/** A row of numbers, symbols or digits: a ticket line or a drawn result. */
export interface MarksView {
  look: 'numbers' | 'symbols' | 'text';
  marks: MarkView[];
  /** The type of play of the line, or its prize. */
  note: string;
}

export type Tone = 'good' | 'bad' | 'waiting' | 'plain';

export interface CellView {
  text: string;
  /** Text of a second line in smaller type. */
  detail?: string;
  lines?: MarksView[];
  /**
   * Links to pages outside the account area, where the player can buy or check the row's lines. Their URLs include the
   * language prefix.
   */
  links?: { href: string; text: string }[];
  /** Label that unfolds the hidden lines. It is missing if the cell shows all its lines. */
  moreLines?: string;
  /** Path of the page to which the text links, without the language prefix. */
  href?: string;
  /** Colour of the label that shows the text. Without a tone, the text is not a label. */
  tone?: Tone;
}

export interface ColumnView {
  key: string;
  label: string;
  /**
   * How the column looks. `main` is the name of the row, and `amount` is aligned at the end. On phones, a `wide` column
   * takes a whole line.
   */
  look: 'main' | 'amount' | 'plain' | 'wide';
}

export interface RowView {
  key: string;
  cells: CellView[];
  isNew?: boolean;
}

export interface ChoiceView {
  name: string;
  label: string;
  value: string;
  /**
   * How the filter looks. `links` shows all options as links. The first option, with the value '', selects all rows.
   */
  look: 'links' | 'select';
  options: { value: string; label: string; href: string }[];
}

export interface FilterView {
  choices: ChoiceView[];
  /**
   * The range of days that the filter shows. Null for a list without a range of days. `text` is empty if the range is
   * invalid.
   */
  days: { from: string; to: string; today: string; text: string } | null;
  /** Whether the page's URL sets a field of the filter form. If so, phones show the form unfolded. */
  isSet: boolean;
  errors: { field: string; text: string }[];
  /** Address of the unfiltered list. */
  resetHref: string;
}

/**
 * A list of the account area, formatted as texts. Addresses of pages have no language prefix, because the router adds
 * it.
 */
export interface ListView {
  filter: FilterView;
  columns: ColumnView[];
  rows: RowView[];
  totals: { label: string; text: string }[];
  note: string;
  /** A link to the form that adds a row, or null. */
  start: { path: string; label: string } | null;
  emptyText: string;
  /** Address of a CSV file with the rows of all pages; null for a list without a file. */
  csvHref: string | null;
  olderHref: string | null;
  newestHref: string | null;
  texts: ReturnType<typeof listTexts>;
}

export function listTexts(t: Translate) {
  const text = (name: string): string => t(`account.list.${name}`);
  return {
    filter: text('filter'),
    from: text('from'),
    to: text('to'),
    submit: text('submit'),
    reset: text('reset'),
    wrong: text('wrong'),
    empty: text('empty'),
    older: text('older'),
    newest: text('newest'),
    pages: text('pages'),
    csv: text('csv'),
    print: text('print'),
    totals: text('totals'),
    hit: text('hit'),
    actions: text('actions'),
  };
}
