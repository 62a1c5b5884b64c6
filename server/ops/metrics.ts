import { AggregatorRegistry, Counter, collectDefaultMetrics, Registry } from 'prom-client';
import type { DataCacheEvent } from '../cache/data-cache.ts';
import type { PurgeOrigin } from '../cache/purge.ts';
import type { CacheState, HitState, RouteClass } from '../trace/answer-labels.ts';
import type { BreakerState } from '../upstream/breaker.ts';
import type { UpstreamObservation } from '../upstream/transport.ts';
import { createInstruments, metricPrefix } from './instruments.ts';
import { type WatchedFigure, watchedMetric } from './watched-metric.ts';

/** The outcome of a notice of the CMS about changed texts: accepted, or the reason why it was refused. */
export type NoticeOutcome =
  | 'accepted'
  | 'off'
  | 'rate'
  | 'size'
  | 'signature'
  | 'timestamp'
  | 'replayed'
  | 'body';

/** Records the site's metrics. No method blocks or throws. */
export interface Metrics {
  /** Counts one response, by route and cache outcome. */
  request(route: RouteClass, cache: CacheState): void;
  /**
   * Adds the page cache's hit counters, by route class and state, to the metrics. The counters are read at each scrape.
   */
  hits(read: () => Partial<Record<RouteClass, Readonly<Record<HitState, number>>>>): void;
  /** Records how long a route took to answer. Page cache hits are not recorded. */
  answered(route: RouteClass, status: number, seconds: number): void;
  /**
   * Counts a request whose page could neither be rendered nor be sent from the cache.
   * @param page the page's name in `resources`
   */
  pageFailed(page: string): void;
  shed(reason: 'event-loop-delay' | 'renders' | 'address' | 'calls'): void;
  connectionRefused(): void;
  streamRefused(reason: 'total' | 'address' | 'stopping'): void;
  upstream(observation: UpstreamObservation): void;
  breaker(upstream: string, state: BreakerState): void;
  dataCache(event: DataCacheEvent): void;
  purged(origin: PurgeOrigin, tags: number): void;
  /**
   * Records the seconds from the cause of a purge, such as the publication of a result, until the purge was applied.
   */
  purgeLag(origin: PurgeOrigin, seconds: number): void;
  resultReceived(game: string): void;
  notice(outcome: NoticeOutcome): void;
  /** Adds a figure that is read when the metrics are scraped. */
  watch(figure: WatchedFigure): void;
  /** Returns the metrics in Prometheus's text format. */
  text(): Promise<string>;
  /**
   * Returns the metrics as objects. `totalsOf` and `metricsText` can combine these objects with those of other
   * processes.
   */
  figures(): Promise<Record<string, unknown>[]>;
  readonly contentType: string;
}

const stateFigures: Record<BreakerState, number> = { closed: 0, 'half-open': 1, open: 2 };

/**
 * Combines the figures of several processes into one text. Counts are added up. For states, such as the state of a
 * circuit breaker, the worst value is used.
 */
export function metricsText(processes: readonly object[][]): Promise<string> {
  return AggregatorRegistry.aggregate([...processes]).metrics();
}

/** Adds up the figures of several processes. The result can be combined with figures of other processes. */
export async function totalsOf(processes: readonly object[][]): Promise<Record<string, unknown>[]> {
  return plain(await AggregatorRegistry.aggregate([...processes]).getMetricsAsJSON());
}

/** Converts metrics to plain objects, which can be sent between processes. */
const plain = (metrics: readonly object[]): Record<string, unknown>[] =>
  metrics.map((metric) => Object.fromEntries(Object.entries(metric)));

let processFigures: Registry | undefined;

/**
 * Returns the registry with the process's memory, processor time, event-loop delay and garbage collection. If a process
 * runs several sites, they share this registry, because its observers can never be removed.
 */
function figuresOfProcess(): Registry {
  if (processFigures) return processFigures;
  processFigures = new Registry();
  collectDefaultMetrics({ register: processFigures, prefix: metricPrefix });
  return processFigures;
}

/**
 * Creates all metrics of the site except those added with `watch`.
 * @param ofProcess whether to add memory, processor time, event-loop delay and garbage collection
 */
export function createMetrics({ ofProcess = true }: { ofProcess?: boolean } = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  // Start the observers of the process now. Otherwise, they would start only when the metrics are read for the first
  // time.
  if (ofProcess) figuresOfProcess();
  const all = () => (ofProcess ? Registry.merge([registry, figuresOfProcess()]) : registry);

  const routed = new Map<string, { labels: { route: string; cache: string }; count: number }>();
  const countHits: (() => Partial<Record<RouteClass, Readonly<Record<HitState, number>>>>)[] = [];
  registry.registerMetric(
    new Counter({
      name: `${metricPrefix}requests_total`,
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
  const instruments = createInstruments(registers);

  return {
    request(route, cache) {
      const key = `${route} ${cache}`;
      const known = routed.get(key);
      if (known) known.count++;
      else routed.set(key, { labels: { route, cache }, count: 1 });
    },
    hits: (read) => void countHits.push(read),
    answered: (route, status, seconds) =>
      instruments.answers.observe({ route, status: `${Math.floor(status / 100)}xx` }, seconds),
    pageFailed: (page) => instruments.failedPages.inc({ page }),
    shed: (reason) => instruments.shed.inc({ reason }),
    connectionRefused: () => instruments.connections.inc(),
    streamRefused: (reason) => instruments.streams.inc({ reason }),
    upstream: ({ upstream, label, outcome, seconds }) =>
      instruments.upstreams.observe({ upstream, call: label, outcome }, seconds),
    breaker: (upstream, state) => instruments.breakers.set({ upstream }, stateFigures[state]),
    dataCache: (event) => instruments.reads.inc({ event }),
    purged: (origin, tags) => instruments.purges.inc({ origin }, tags),
    purgeLag: (origin, seconds) => instruments.purgeLags.observe({ origin }, Math.max(0, seconds)),
    resultReceived: (game) => instruments.results.inc({ game }),
    notice: (outcome) => instruments.notices.inc({ outcome }),
    watch: (figure) => registry.registerMetric(watchedMetric(figure)),
    text: () => all().metrics(),
    figures: async () => plain(await all().getMetricsAsJSON()),
    contentType: registry.contentType,
  };
}
