import type { GameMark } from './cards.ts';

/** One bar. The label and the count are written over it. */
export interface ChartRow {
  label: string;
  text: string;
  /** Length of the bar, in percent of the largest count of the part. */
  percent: number;
}

export interface Chart {
  /** A name of the chart for screen readers. The table has the figures. */
  title: string;
  rows: ChartRow[];
}

/** A part of the results whose values are counted apart, for example the bonus ball. */
export interface StatisticsPart {
  id: string;
  title: string;
  hint: string | null;
  /** One chart for each ten values, so that a phone can show the charts in two columns. */
  charts: Chart[];
  /** Place of the average in the charts, in percent. Null if the values have different chances. */
  averagePercent: number | null;
  caption: string;
  columns: string[];
  rows: { label: string; cells: string[] }[];
}

/** How often each number, digit, symbol or colour of a game was drawn. */
export interface DrawStatisticsPage {
  kind: 'statistics';
  game: GameMark;
  /** The statistics of every game, with the current one. */
  games: { gameId: string; gameName: string; href: string }[];
  title: string;
  lead: string;
  /** Additional explanation of what is counted; null if none is necessary. */
  note: string | null;
  resultsHref: string;
  /** Empty until a draw is counted. */
  parts: StatisticsPart[];
}
