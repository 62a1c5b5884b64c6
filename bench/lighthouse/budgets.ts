import type { Figures } from './measure.ts';

interface Limit {
  title: string;
  atLeast?: number;
  below?: number;
  /** Name of the only page that must meet the limit. Without a name, all pages must meet it. */
  page?: string;
  digits: number;
}

export const limits: Readonly<Record<keyof Figures, Limit>> = {
  performance: { title: 'Perf', atLeast: 97, digits: 0 },
  accessibility: { title: 'A11y', atLeast: 100, digits: 0 },
  bestPractices: { title: 'Best', atLeast: 100, digits: 0 },
  seo: { title: 'SEO', atLeast: 100, digits: 0 },
  lcp: { title: 'LCP ms', below: 1800, digits: 0 },
  cls: { title: 'CLS', below: 0.0101, digits: 3 },
  tbt: { title: 'TBT ms', below: 200, page: 'home', digits: 0 },
};

const names: readonly (keyof Figures)[] = [
  'performance',
  'accessibility',
  'bestPractices',
  'seo',
  'lcp',
  'cls',
  'tbt',
];

/** Returns the titles of the limits that a page misses. A figure that was not measured misses its limit. */
export function missedLimits(page: string, figures: Figures): string[] {
  return names
    .filter((name) => {
      const { atLeast, below, page: only } = limits[name];
      if (only !== undefined && only !== page) return false;
      const value = figures[name];
      return !(value >= (atLeast ?? -Infinity) && value < (below ?? Infinity));
    })
    .map((name) => limits[name].title);
}

const pageWidth = 12;
const columnWidth = 8;

export const tableHead = (): string =>
  'Page'.padEnd(pageWidth) + names.map((name) => limits[name].title.padStart(columnWidth)).join('');

export function tableRow(page: string, figures: Figures): string {
  const cells = names.map((name) => figures[name].toFixed(limits[name].digits).padStart(columnWidth));
  const missed = missedLimits(page, figures);
  return (
    page.padEnd(pageWidth) + cells.join('') + (missed.length > 0 ? `   missed: ${missed.join(', ')}` : '')
  );
}
