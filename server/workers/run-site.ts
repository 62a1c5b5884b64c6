import cluster from 'node:cluster';
import type { Env } from '../config/env.ts';
import { createOpsServer } from '../ops/ops-server.ts';
import { watchInstance } from '../ops/process-figures.ts';
import { createSite, stopLimitMs } from '../site.ts';
import { createHandedEntrance } from './handed-entrance.ts';
import { createPrimaryLink } from './primary-link.ts';
import { stopOnce } from './stop-once.ts';

/** Runs the whole site in this process. */
export async function runAlone(env: Env): Promise<void> {
  const site = await createSite(env);
  const { deps } = site;
  const isReady = () => deps.state.ready;
  const ops = createOpsServer({
    isReady,
    metrics: deps.metrics,
    purgeToken: env.purgeToken,
    names: env.ops.names,
    purge: (tags, options) => deps.purge.byOperator(tags, options),
    log: deps.log,
  });
  watchInstance(deps.metrics, {
    cdn: deps.cdn,
    workers: () => ({ running: 1, ready: isReady() ? 1 : 0 }),
    restarts: () => 0,
  });
  stopOnce(deps.log, {
    limitMs: stopLimitMs,
    async stop() {
      await site.stop();
      await ops.close();
    },
  });
  const opsPort = await ops.listen(env.ops.host, env.ops.port);
  if (!(await site.start())) return;
  const port = site.port();
  deps.log.info({ port, opsPort }, 'the site is ready');
  process.send?.({ port, opsPort });
}

/**
 * Runs this process as one of several workers that share a port. The primary communicates with operators and the CDN on
 * behalf of the workers.
 */
export async function runAsWorker(env: Env): Promise<void> {
  const link = createPrimaryLink();
  const site = await createSite(env, { bus: link.bus, cdn: link.cdn }, (app, { metrics }) =>
    createHandedEntrance(app, { link: link.connections, metrics }),
  );
  const stop = stopOnce(site.deps.log, { limitMs: stopLimitMs, stop: () => site.stop() });
  link.listen({ purge: site.deps.purge, metrics: site.deps.metrics, stop });
  if (!(await site.start())) return;
  site.deps.log.info({ worker: cluster.worker?.id, pid: process.pid }, 'worker ready');
  link.ready();
}
