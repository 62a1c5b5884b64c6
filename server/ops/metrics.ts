import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DataCacheEvent } from '../cache/data-cache.ts';
import type { BreakerState } from '../upstream/breaker.ts';
import type { UpstreamObservation } from '../upstream/transport.ts';

/** What the rest of the site says about itself. Nothing here waits or throws. */
export interface Metrics {
  /** One answer by the routes. @param routeClass 'page', 'api', 'asset' …, never an address */
  answered(routeClass: string, status: number, seconds: number): void;
  /** A page could not be made and no copy was left. @param page its name in the table of routes */
  pageFailed(page: string): void;
  upstream(observation: UpstreamObservation): void;
  breaker(upstream: string, state: BreakerState): void;
  dataCache(event: DataCacheEvent): void;
  purged(origin: 'ops' | 'event' | 'reset', tags: number): void;
  /** A figure that is read when somebody asks: counts that are kept elsewhere, sizes. */
  watch(figure: WatchedFigure): void;
  /** In Prometheus's text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

export interface WatchedFigure {
  /** Without the prefix. */
  name: string;
  help: string;
  /** 'counter' for what only grows. */
  kind: 'counter' | 'gauge';
  /** Name of the label, where `read` answers a figure for each of its values. */
  label?: string;
  read: () => number | Readonly<Record<string, number>>;
}

const prefix = 'golden_lotto_';
const stateFigures: Record<BreakerState, number> = { closed: 0, 'half-open': 1, open: 2 };

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Memory, processor time, event-loop delay, garbage collection.
  collectDefaultMetrics({ register: registry, prefix });

  const answers = new Histogram({
    name: `${prefix}http_request_seconds`,
    help: 'Answers by the routes; pages answered from memory are counted in page_hits_total',
    labelNames: ['route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const failedPages = new Counter({
    name: `${prefix}pages_failed_total`,
    help: 'Pages that could not be made, with no copy left to answer',
    labelNames: ['page'],
    registers,
  });
  const upstreams = new Histogram({
    name: `${prefix}upstream_seconds`,
    help: 'Tries of upstream requests, by call and outcome',
    labelNames: ['upstream', 'call', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 6],
    registers,
  });
  const breakers = new Gauge({
    name: `${prefix}breaker_state`,
    help: 'Circuit breakers: 0 closed, 1 half-open, 2 open',
    labelNames: ['upstream'],
    registers,
  });
  const reads = new Counter({
    name: `${prefix}data_reads_total`,
    help: 'Reads of the data cache by what became of them',
    labelNames: ['event'],
    registers,
  });
  const purges = new Counter({
    name: `${prefix}purged_tags_total`,
    help: 'Tags purged, by who asked',
    labelNames: ['origin'],
    registers,
  });

  return {
    answered: (route, status, seconds) =>
      answers.observe({ route, status: `${Math.floor(status / 100)}xx` }, seconds),
    pageFailed: (page) => failedPages.inc({ page }),
    upstream: ({ upstream, label, outcome, seconds }) =>
      upstreams.observe({ upstream, call: label, outcome }, seconds),
    breaker: (upstream, state) => breakers.set({ upstream }, stateFigures[state]),
    dataCache: (event) => reads.inc({ event }),
    purged: (origin, tags) => purges.inc({ origin }, tags),
    watch({ name, help, kind, label, read }) {
      const values = (): [Record<string, string>, number][] => {
        const figures = read();
        return typeof figures === 'number'
          ? [[{}, figures]]
          : Object.entries(figures).map(([value, figure]) => [{ [label ?? 'name']: value }, figure]);
      };
      const labelNames = label === undefined ? [] : [label];
      const options = { name: `${prefix}${name}`, help, labelNames, registers: [] };
      registry.registerMetric(
        kind === 'gauge'
          ? new Gauge({
              ...options,
              collect() {
                for (const [labels, figure] of values()) this.set(labels, figure);
              },
            })
          : new Counter({
              ...options,
              collect() {
                this.reset();
                for (const [labels, figure] of values()) this.inc(labels, figure);
              },
            }),
      );
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
