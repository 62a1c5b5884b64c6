import { Histogram, type HistogramConfiguration } from 'prom-client';

export interface Timings<L extends string> {
  observe(labels: Record<L, string>, seconds: number): void;
}

type Series = Pick<Histogram.Internal<string>, 'observe'>;

/** Size of a full batch. Recording a larger batch would noticeably slow down the scrape or request that records it. */
const mostWaiting = 500;

/**
 * Creates a histogram that records durations in batches. A batch is recorded at each scrape, or when it has
 * `mostWaiting` durations. prom-client needs several microseconds for a single duration between other work, and far
 * less for each duration of a batch.
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
