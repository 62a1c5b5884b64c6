import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import { createTimings } from './timings.ts';

export const metricPrefix = 'golden_lotto_';

/** The upstreams that have a circuit breaker. */
const upstreamNames = [
  'platform',
  'platform-reads',
  'platform-calls',
  'platform-visitors',
  'platform-payments',
  'content',
  'content-files',
];

export type Instruments = ReturnType<typeof createInstruments>;

/**
 * Creates the metrics that the site updates at each event. `Metrics.watch` adds metrics that are read at each scrape.
 */
export function createInstruments(registers: Registry[]) {
  const answers = createTimings({
    name: `${metricPrefix}http_request_seconds`,
    help: 'Time of answers by the routes; hits are counted in requests_total only',
    labelNames: ['route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  });
  const failedPages = new Counter({
    name: `${metricPrefix}pages_failed_total`,
    help: 'Pages that could not be rendered, without a copy to serve',
    labelNames: ['page'],
    registers,
  });
  const shed = new Counter({
    name: `${metricPrefix}shed_requests_total`,
    help: 'Requests rejected: under overload (503), or too many pages or calls for one address (429)',
    labelNames: ['reason'],
    registers,
  });
  const connections = new Counter({
    name: `${metricPrefix}connections_refused_total`,
    help: 'Connections beyond MAX_CONNECTIONS',
    registers,
  });
  const streams = new Counter({
    name: `${metricPrefix}streams_refused_total`,
    help: 'Event streams rejected: too many in all, too many for one address, or the site stops',
    labelNames: ['reason'],
    registers,
  });
  for (const reason of ['event-loop-delay', 'renders', 'address', 'calls']) shed.inc({ reason }, 0);
  for (const reason of ['total', 'address', 'stopping']) streams.inc({ reason }, 0);
  const upstreams = createTimings({
    name: `${metricPrefix}upstream_seconds`,
    help: 'Attempts of upstream requests, by call and outcome',
    labelNames: ['upstream', 'call', 'outcome'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 3, 6],
    registers,
  });
  const breakers = new Gauge({
    name: `${metricPrefix}breaker_state`,
    help: 'Circuit breakers: 0 closed, 1 half-open, 2 open',
    labelNames: ['upstream'],
    aggregator: 'max',
    registers,
  });
  // Set the metric of each breaker to 0 at the start, so that alerts have a series to evaluate.
  for (const upstream of upstreamNames) breakers.set({ upstream }, 0);
  const reads = new Counter({
    name: `${metricPrefix}data_reads_total`,
    help: 'Reads of the data cache by outcome',
    labelNames: ['event'],
    registers,
  });
  const purges = new Counter({
    name: `${metricPrefix}purged_tags_total`,
    help: 'Tags purged, by origin',
    labelNames: ['origin'],
    registers,
  });
  const purgeLags = new Histogram({
    name: `${metricPrefix}purge_lag_seconds`,
    help: 'Time from the publication or announcement of a purge until it was applied',
    labelNames: ['origin'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 15, 60],
    registers,
  });
  const results = new Counter({
    name: `${metricPrefix}results_heard_total`,
    help: 'New results received',
    labelNames: ['game'],
    // Every worker receives every result, so a sum over the workers would count each result several times.
    aggregator: 'max',
    registers,
  });

  const notices = new Counter({
    name: `${metricPrefix}content_notices_total`,
    help: 'Notices of the CMS about changed texts, by outcome',
    labelNames: ['outcome'],
    registers,
  });
  for (const outcome of ['accepted', 'signature']) notices.inc({ outcome }, 0);

  return {
    answers,
    failedPages,
    shed,
    connections,
    streams,
    upstreams,
    breakers,
    reads,
    purges,
    purgeLags,
    results,
    notices,
  };
}
