import type { Server } from 'node:http';
import { performance } from 'node:perf_hooks';
import type { CdnPurge } from '../cache/cdn-purge.ts';
import type { Metrics } from './metrics.ts';

type Watch = Pick<Metrics, 'watch'>;

/** Registers the metrics that exist once for each instance, no matter how many workers the instance has. */
export function watchInstance(
  metrics: Watch,
  {
    cdn,
    workers,
    restarts,
  }: { cdn: CdnPurge; workers: () => { running: number; ready: number }; restarts: () => number },
): void {
  metrics.watch({
    name: 'workers',
    help: 'Processes that answer visitors',
    kind: 'gauge',
    label: 'state',
    read: () => ({ ...workers() }),
  });
  metrics.watch({
    name: 'worker_restarts_total',
    help: 'Workers that ended by themselves and were started again',
    kind: 'counter',
    read: restarts,
  });
  metrics.watch({
    name: 'cdn_purge_waiting_tags',
    help: 'Purged tags that wait to be sent to the CDN',
    kind: 'gauge',
    read: () => cdn.waiting,
  });
  metrics.watch({
    name: 'cdn_purge_failed_total',
    help: 'Batches of purged tags that could not be sent to the CDN',
    kind: 'counter',
    read: () => cdn.failed,
  });
}

/** Registers the metrics of one process that answers visitors. */
export function watchProcess(
  metrics: Watch,
  { isReady, server }: { isReady: () => boolean; server: Server },
): void {
  // Count the open connections here, because getConnections() of a worker's server omits connections that the primary
  // process accepted.
  let open = 0;
  server.on('connection', (socket) => {
    open++;
    socket.once('close', () => open--);
  });
  let last = performance.eventLoopUtilization();
  metrics.watch({
    name: 'ready',
    help: 'Whether the process is ready for visitors',
    kind: 'gauge',
    together: 'min',
    read: () => (isReady() ? 1 : 0),
  });
  metrics.watch({
    name: 'open_connections',
    help: 'Connections that are open',
    kind: 'gauge',
    read: () => open,
  });
  metrics.watch({
    name: 'event_loop_utilisation',
    help: 'Share of the time since the last reading in which the event loop was busy',
    kind: 'gauge',
    together: 'max',
    read() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, last);
      last = now;
      return Number.isFinite(utilization) ? utilization : 0;
    },
  });
}
