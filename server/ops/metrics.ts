import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { DataCacheEvent } from '../cache/data-cache.ts';
import type { PurgeOrigin } from '../cache/purge.ts';
import type { CacheState, HitState, RouteClass } from '../trace/answer-labels.ts';
import type { BreakerState } from '../upstream/breaker.ts';
import type { UpstreamObservation } from '../upstream/transport.ts';

/** What the rest of the site says about itself. Nothing here waits or throws. */
export interface Metrics {
  /** One answer, by whom ever. */
  request(route: RouteClass, cache: CacheState): void;
  /** Counts that the front keeps by itself: hits by route class and state. */
  hits(read: () => Partial<Record<RouteClass, Readonly<Record<HitState, number>>>>): void;
  /** One answer by the routes: how long it took. */
  answered(route: RouteClass, status: number, seconds: number): void;
  /** A page could not be made and no copy was left. @param page its name in the table of routes */
  pageFailed(page: string): void;
  shed(reason: 'event-loop-delay' | 'renders' | 'address' | 'calls'): void;
  connectionRefused(): void;
  streamRefused(reason: 'total' | 'address' | 'stopping'): void;
  upstream(observation: UpstreamObservation): void;
  breaker(upstream: string, state: BreakerState): void;
  dataCache(event: DataCacheEvent): void;
  purged(origin: PurgeOrigin, tags: number): void;
  /** From a purge's announcement, or the publication behind it, until it was applied here. */
  purgeLag(origin: PurgeOrigin, seconds: number): void;
  resultHeard(game: string): void;
  /** A figure that is read when somebody asks: counts that are kept elsewhere, sizes. */
  watch(figure: WatchedFigure): void;
  /** In Prometheus's text format. */
  text(): Promise<string>;
  /** As figures, to be added up with those of other processes. */
  figures(): Promise<Record<string, unknown>[]>;
  readonly contentType: string;
}

/** One figure, or one for each value of a label. */
export type Figures = number | Readonly<Record<string, number>>;

export interface WatchedFigure {
  /** Without the prefix. */
  name: string;
  help: string;
  /** 'counter' for what only grows. */
  kind: 'counter' | 'gauge';
  /** Name of the label, where `read` answers a figure for each of its values. */
  label?: string;
  /** What several workers' figures become; by default their sum. */
  together?: 'sum' | 'min' | 'max';
  read: () => Figures | Promise<Figures>;
}

const prefix = 'golden_lotto_';
const stateFigures: Record<BreakerState, number> = { closed: 0, 'half-open': 1, open: 2 };

/** The figures of several processes as one text: counts added up, states by the worst. */
export function textOf(processes: readonly object[][]): Promise<string> {
  return AggregatorRegistry.aggregate([...processes]).metrics();
}

/** The same, as figures that can be added up again. */
export async function totalsOf(processes: readonly object[][]): Promise<Record<string, unknown>[]> {
  return plain(await AggregatorRegistry.aggregate([...processes]).getMetricsAsJSON());
}

type Series = Map<string, { observe(seconds: number): void }>;

/** The one of a histogram's series that has these labels: looked up by them anew, it costs as much as a whole route. */
function seriesOf<L extends string>(histogram: Histogram<L>, known: Series, labels: Record<L, string>) {
  const key = Object.values(labels).join(' ');
  const found = known.get(key) ?? histogram.labels(labels);
  known.set(key, found);
  return found;
}

/** As they cross between processes. */
const plain = (metrics: readonly object[]): Record<string, unknown>[] =>
  metrics.map((metric) => Object.fromEntries(Object.entries(metric)));

/**
 * Every metric of the site is made here or through `watch`.
 * @param ofProcess memory, processor time, event-loop delay, garbage collection as well
 */
export function createMetrics({ ofProcess = true }: { ofProcess?: boolean } = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (ofProcess) collectDefaultMetrics({ register: registry, prefix });

  const routed = new Map<string, { labels: { route: string; cache: string }; count: number }>();
  const countHits: (() => Partial<Record<RouteClass, Readonly<Record<HitState, number>>>>)[] = [];
  registry.registerMetric(
    new Counter({
      name: `${prefix}requests_total`,
      help: 'Answers by route class and what the page cache did, hits included',
      labelNames: ['route', 'cache'],
      registers: [],
      collect() {
        this.reset();
        for (const { labels, count } of routed.values()) this.inc(labels, count);
        for (const read of countHits)
          for (const [route, counts] of Object.entries(read()))
            for (const [state, count] of Object.entries(counts))
              this.inc({ route, cache: `hit-${state}` }, count);
      },
    }),
  );
  const answers = new Histogram({
    name: `${prefix}http_request_seconds`,
    help: 'Time of answers by the routes; what is answered from memory is counted in requests_total alone',
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
  const shed = new Counter({
    name: `${prefix}shed_requests_total`,
    help: 'Requests turned away: while the site is busy (503), or too many pages made for one address, too many calls (429)',
    labelNames: ['reason'],
    registers,
  });
  const connections = new Counter({
    name: `${prefix}connections_refused_total`,
    help: 'Connections beyond MAX_CONNECTIONS',
    registers,
  });
  const streams = new Counter({
    name: `${prefix}streams_refused_total`,
    help: 'Streams of results turned away: too many in all, too many for one address, or the site stops',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of ['event-loop-delay', 'renders', 'address', 'calls']) shed.inc({ reason }, 0);
  for (const reason of ['total', 'address', 'stopping']) streams.inc({ reason }, 0);
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
    aggregator: 'max',
    registers,
  });
  // Shown from the start: no series is no news, and looks like good news.
  for (const upstream of ['platform', 'platform-calls', 'platform-payments', 'content'])
    breakers.set({ upstream }, 0);
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
  const purgeLags = new Histogram({
    name: `${prefix}purge_lag_seconds`,
    help: 'From the publication or announcement behind a purge until it was applied here',
    labelNames: ['origin'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60],
    registers,
  });
  const results = new Counter({
    name: `${prefix}results_heard_total`,
    help: 'Results that were news here',
    labelNames: ['game'],
    // Every worker hears every result.
    aggregator: 'max',
    registers,
  });

  const answerSeries: Series = new Map();
  const upstreamSeries: Series = new Map();

  return {
    request(route, cache) {
      const key = `${route} ${cache}`;
      const known = routed.get(key);
      if (known) known.count++;
      else routed.set(key, { labels: { route, cache }, count: 1 });
    },
    hits: (read) => void countHits.push(read),
    answered: (route, status, seconds) =>
      seriesOf(answers, answerSeries, { route, status: `${Math.floor(status / 100)}xx` }).observe(seconds),
    pageFailed: (page) => failedPages.inc({ page }),
    shed: (reason) => shed.inc({ reason }),
    connectionRefused: () => connections.inc(),
    streamRefused: (reason) => streams.inc({ reason }),
    upstream: ({ upstream, label, outcome, seconds }) =>
      seriesOf(upstreams, upstreamSeries, { upstream, call: label, outcome }).observe(seconds),
    breaker: (upstream, state) => breakers.set({ upstream }, stateFigures[state]),
    dataCache: (event) => reads.inc({ event }),
    purged: (origin, tags) => purges.inc({ origin }, tags),
    purgeLag: (origin, seconds) => purgeLags.observe({ origin }, Math.max(0, seconds)),
    resultHeard: (game) => results.inc({ game }),
    watch({ name, help, kind, label, together = 'sum', read }) {
      const values = async (): Promise<[Record<string, string>, number][]> => {
        const figures = await read();
        return typeof figures === 'number'
          ? [[{}, figures]]
          : Object.entries(figures).map(([value, figure]) => [{ [label ?? 'name']: value }, figure]);
      };
      const options = {
        name: `${prefix}${name}`,
        help,
        labelNames: label === undefined ? [] : [label],
        aggregator: together,
        registers: [],
      };
      registry.registerMetric(
        kind === 'gauge'
          ? new Gauge({
              ...options,
              async collect() {
                const found = await values();
                this.reset();
                for (const [labels, figure] of found) this.set(labels, figure);
              },
            })
          : new Counter({
              ...options,
              async collect() {
                const found = await values();
                this.reset();
                for (const [labels, figure] of found) this.inc(labels, figure);
              },
            }),
      );
    },
    text: () => registry.metrics(),
    figures: async () => plain(await registry.getMetricsAsJSON()),
    contentType: registry.contentType,
  };
}
