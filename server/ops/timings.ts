import { Histogram, type HistogramConfiguration } from 'prom-client';

export interface Timings<L extends string> {
  observe(labels: Record<L, string>, seconds: number): void;
}

type Series = Pick<Histogram.Internal<string>, 'observe'>;

/**
 * A node of the tree that caches the series of a histogram. Each level of the tree is one label. Each value of the
 * label leads to another node.
 */
interface Node {
  readonly next: Map<string, Node>;
  /** The series whose labels have the values on the path to this node. */
  series: Series | undefined;
}

const newNode = (): Node => ({ next: new Map(), series: undefined });

/** Size of a full batch. Recording a larger batch would noticeably slow down the scrape or request that records it. */
const mostWaiting = 500;

/**
 * Creates a histogram that records durations in batches. A batch is recorded at each scrape, or when it has
 * `mostWaiting` durations. To record a single duration between other work, prom-client needs several microseconds. In a
 * batch, each duration needs far less.
 */
export function createTimings<L extends string>(configuration: HistogramConfiguration<L>): Timings<L> {
  /**
   * Caches the series, because prom-client's own lookup by labels takes as long as answering a request. The cache is a
   * tree, because joining the values of the labels to one key would take longer than one lookup for each label.
   */
  const root = newNode();
  let waiting: { series: Series; seconds: number }[] = [];
  const record = (): void => {
    for (const { series, seconds } of waiting) series.observe(seconds);
    waiting = [];
  };
  const histogram = new Histogram({ ...configuration, collect: record });
  return {
    observe(labels, seconds) {
      let node = root;
      for (const name in labels) {
        const value = labels[name];
        let next = node.next.get(value);
        if (next === undefined) {
          next = newNode();
          node.next.set(value, next);
        }
        node = next;
      }
      node.series ??= histogram.labels(labels);
      waiting.push({ series: node.series, seconds });
      if (waiting.length >= mostWaiting) record();
    },
  };
}
