import { AggregatorRegistry, Counter, collectDefaultMetrics, Registry } from 'prom-client';
import type { DataCacheEvent } from '../cache/data-cache.ts';
import type { PurgeOrigin } from '../cache/purge.ts';
import type { CacheState, HitState, RouteClass } from '../trace/answer-labels.ts';
import type { BreakerState } from '../upstream/breaker.ts';
import type { UpstreamObservation } from '../upstream/transport.ts';
import { createInstruments, metricPrefix, type Series, seriesOf } from './instruments.ts';
import { type WatchedFigure, watchedMetric } from './watched-metric.ts';

/** Records the site's metrics. No method waits or throws. */
export interface Metrics {
  /** One answer of any route. */
  request(route: RouteClass, cache: CacheState): void;
  /** Adds the counts that the page cache keeps: hits by route class and state. */
  hits(read: () => Partial<Record<RouteClass, Readonly<Record<HitState, number>>>>): void;
  /** The duration of one answer by the routes. */
  answered(route: RouteClass, status: number, seconds: number): void;
  /** A page could not be rendered and there was no copy. @param page its name in `resources` */
  pageFailed(page: string): void;
  shed(reason: 'event-loop-delay' | 'renders' | 'address' | 'calls'): void;
  connectionRefused(): void;
  streamRefused(reason: 'total' | 'address' | 'stopping'): void;
  upstream(observation: UpstreamObservation): void;
  breaker(upstream: string, state: BreakerState): void;
  dataCache(event: DataCacheEvent): void;
  purged(origin: PurgeOrigin, tags: number): void;
  /** Time from a publication, or from the announcement of a purge, until it was applied. */
  purgeLag(origin: PurgeOrigin, seconds: number): void;
  resultHeard(game: string): void;
  /** A figure that is read when it is scraped. */
  watch(figure: WatchedFigure): void;
  /** In Prometheus's text format. */
  text(): Promise<string>;
  /** The metrics as figures that can be added to those of other processes. */
  figures(): Promise<Record<string, unknown>[]>;
  readonly contentType: string;
}

const stateFigures: Record<BreakerState, number> = { closed: 0, 'half-open': 1, open: 2 };

/** The figures of several processes as one text: sums of counts, the worst of states. */
export function metricsText(processes: readonly object[][]): Promise<string> {
  return AggregatorRegistry.aggregate([...processes]).metrics();
}

/** The same, as figures that can be added up again. */
export async function totalsOf(processes: readonly object[][]): Promise<Record<string, unknown>[]> {
  return plain(await AggregatorRegistry.aggregate([...processes]).getMetricsAsJSON());
}

/** Plain objects, which can be sent between processes. */
const plain = (metrics: readonly object[]): Record<string, unknown>[] =>
  metrics.map((metric) => Object.fromEntries(Object.entries(metric)));

/**
 * Every metric of the site is created here or through `watch`.
 * @param ofProcess adds memory, processor time, event-loop delay and garbage collection
 */
export function createMetrics({ ofProcess = true }: { ofProcess?: boolean } = {}): Metrics {
  const registry = new Registry();
  const registers = [registry];
  if (ofProcess) collectDefaultMetrics({ register: registry, prefix: metricPrefix });

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
      seriesOf(instruments.answers, answerSeries, { route, status: `${Math.floor(status / 100)}xx` }).observe(
        seconds,
      ),
    pageFailed: (page) => instruments.failedPages.inc({ page }),
    shed: (reason) => instruments.shed.inc({ reason }),
    connectionRefused: () => instruments.connections.inc(),
    streamRefused: (reason) => instruments.streams.inc({ reason }),
    upstream: ({ upstream, label, outcome, seconds }) =>
      seriesOf(instruments.upstreams, upstreamSeries, { upstream, call: label, outcome }).observe(seconds),
    breaker: (upstream, state) => instruments.breakers.set({ upstream }, stateFigures[state]),
    dataCache: (event) => instruments.reads.inc({ event }),
    purged: (origin, tags) => instruments.purges.inc({ origin }, tags),
    purgeLag: (origin, seconds) => instruments.purgeLags.observe({ origin }, Math.max(0, seconds)),
    resultHeard: (game) => instruments.results.inc({ game }),
    watch: (figure) => registry.registerMetric(watchedMetric(figure)),
    text: () => registry.metrics(),
    figures: async () => plain(await registry.getMetricsAsJSON()),
    contentType: registry.contentType,
  };
}
