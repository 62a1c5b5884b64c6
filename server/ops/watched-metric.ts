import { Counter, Gauge } from 'prom-client';
import { metricPrefix } from './instruments.ts';

/** The value of a metric: one number, or one number for each value of the metric's label. */
export type Figures = number | Readonly<Record<string, number>>;

export interface WatchedFigure {
  /** Name of the metric without the prefix. */
  name: string;
  help: string;
  kind: 'counter' | 'gauge';
  /** Name of the label. It is set if `read` returns one figure for each value of the label. */
  label?: string;
  /** The way to combine the figures of several workers. The default is the sum. */
  together?: 'sum' | 'min' | 'max';
  read: () => Figures | Promise<Figures>;
}

/** Creates a metric whose value is read when it is scraped. */
export function watchedMetric({ name, help, kind, label, together = 'sum', read }: WatchedFigure) {
  const values = async (): Promise<[Record<string, string>, number][]> => {
    const figures = await read();
    return typeof figures === 'number'
      ? [[{}, figures]]
      : Object.entries(figures).map(([value, figure]) => [{ [label ?? 'name']: value }, figure]);
  };
  const options = {
    name: `${metricPrefix}${name}`,
    help,
    labelNames: label === undefined ? [] : [label],
    aggregator: together,
    registers: [],
  };
  if (kind === 'gauge')
    return new Gauge({
      ...options,
      async collect() {
        const found = await values();
        this.reset();
        for (const [labels, figure] of found) this.set(labels, figure);
      },
    });
  return new Counter({
    ...options,
    async collect() {
      const found = await values();
      this.reset();
      for (const [labels, figure] of found) this.inc(labels, figure);
    },
  });
}
