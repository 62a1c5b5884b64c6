import type { GameMark } from './cards.ts';

/** One bar of a chart. Its label and its count are written over the bar. */
export interface ChartRow {
  label: string;
  text: string;
  /** Length of the bar, in percent of the largest count in the same `StatisticsPart`. */
  percent: number;
}

export interface Chart {
  /** Name of the chart for screen readers. A table below the charts contains the figures. */
  title: string;
  rows: ChartRow[];
}

/** A part of the results whose values are counted separately, for example the bonus ball. */
export interface StatisticsPart {
  id: string;
  title: string;
  hint: string | null;
  /** One chart for each ten values, so that a phone can show the charts in two columns. */
  charts: Chart[];
  /** Position of the average in the charts, in percent. Null if the values have different chances. */
  averagePercent: number | null;
  caption: string;
  columns: string[];
  rows: { label: string; cells: string[] }[];
}

/** The page that shows how often each number, digit, symbol or colour of a game was drawn. */
export interface DrawStatisticsPage {
  kind: 'statistics';
  game: GameMark;
  /** Links to the statistics of every game, including the current one. */
  games: { gameId: string; gameName: string; href: string }[];
  title: string;
  lead: string;
  /** Additional explanation of how the draws are counted; null if no explanation is necessary. */
  note: string | null;
  resultsHref: string;
  /** The parts of the results with their charts. The list is empty until a draw is counted. */
  parts: StatisticsPart[];
}
