import { Histogram, type HistogramConfiguration } from 'prom-client';

export interface Timings<L extends string> {
  observe(labels: Record<L, string>, seconds: number): void;
}

type Series = Pick<Histogram.Internal<string>, 'observe'>;

/** A longer list would make a scrape or the request that fills it noticeably slower. */
const mostWaiting = 500;

/**
 * Creates a histogram of durations that records them in batches: when it is scraped, or when `mostWaiting` durations
 * wait. prom-client takes several microseconds for a single duration between other work, and far less in a batch.
 */
export function createTimings<L extends string>(configuration: HistogramConfiguration<L>): Timings<L> {
  /** Caches the series, because prom-client's own lookup by labels takes as long as answering a request. */
  const known = new Map<string, Series>();
  let waiting: { series: Series; seconds: number }[] = [];
  const record = (): void => {
    for (const { series, seconds } of waiting) series.observe(seconds);
    waiting = [];
  };
  const histogram = new Histogram({ ...configuration, collect: record });
  return {
    observe(labels, seconds) {
      let key = '';
      for (const name in labels) key += ` ${labels[name]}`;
      let series = known.get(key);
      if (series === undefined) {
        series = histogram.labels(labels);
        known.set(key, series);
      }
      waiting.push({ series, seconds });
      if (waiting.length >= mostWaiting) record();
    },
  };
}
