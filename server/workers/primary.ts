import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { createCdnPurge } from '../cache/cdn-purge.ts';
import type { Env } from '../config/env.ts';
import { projectRoot } from '../config/project-root.ts';
import { readSiteConfig } from '../config/site-config.ts';
import { createLog, secretsOf } from '../ops/log.ts';
import { createMetrics, metricsText } from '../ops/metrics.ts';
import { createOpsServer } from '../ops/ops-server.ts';
import { watchInstance } from '../ops/process-figures.ts';
import { createSharedPort } from './shared-port.ts';
import { stopOnce } from './stop-once.ts';
import { createWorkerFigures, type ProcessFigures } from './worker-figures.ts';
import { createWorkerPool } from './worker-pool.ts';

/** Workers normally exit within 9.5 s. The primary kills each worker that still runs after 9.7 s. */
const stopLimitMs = 9700;

/**
 * Starts the workers that share the site's port. The primary alone serves health, combined metrics and purges. Each
 * purge is confirmed by every worker and sent to the CDN once.
 * @throws SiteConfigError if `config/` is invalid. The error is thrown only once, before any worker starts
 */
export async function runPrimary(env: Env): Promise<void> {
  readSiteConfig(path.join(projectRoot, 'config'));
  const { logLevel: level } = env;
  const log = createLog({ level, secrets: secretsOf(env), base: { program: 'site', role: 'primary' } });
  const metrics = createMetrics({ ofProcess: false });
  const cdn = createCdnPurge({ url: env.cdnPurgeUrl, token: env.cdnPurgeToken, log });
  const figures = createWorkerFigures();
  const firstReady = Promise.withResolvers<void>();
  let scrapes = 0;

  const sharedPort = createSharedPort(env.listen);
  const pool = createWorkerPool({
    count: env.workers,
    port: sharedPort,
    log,
    onMessage(message, tellOthers) {
      if (message.say === 'ready' && pool.isReady()) firstReady.resolve();
      else if (message.say === 'announce') tellOthers({ say: 'peer-purge', note: message.note });
      else if (message.say === 'cdn') cdn.purge(message.tags, message.id);
    },
    onHopeless: (code) => void pool.stop(stopLimitMs).then(() => process.exit(code)),
  });
  const ops = createOpsServer({
    isReady: () => pool.isReady(),
    metrics: {
      contentType: metrics.contentType,
      async text() {
        const { asked, answers } = await pool.ask({ say: 'figures', id: ++scrapes });
        const said = new Map<number, ProcessFigures>();
        for (const [id, answer] of answers) if (answer.say === 'figures') said.set(id, answer.figures);
        return metricsText([await metrics.figures(), ...(await figures.take(asked, said))]);
      },
    },
    purgeToken: env.purgeToken,
    names: env.ops.names,
    async purge(tags, { hard }) {
      const note = { id: randomUUID(), tags: [...tags], hard, atMs: Date.now() };
      cdn.purge(tags, note.id);
      const { asked, answers } = await pool.ask({ say: 'purge', note });
      return { workers: asked.size, confirmed: answers.size };
    },
    log,
  });
  watchInstance(metrics, { cdn, workers: () => pool.counts(), restarts: () => pool.restarts() });

  stopOnce(log, {
    limitMs: stopLimitMs + 200,
    async stop() {
      await pool.stop(stopLimitMs);
      sharedPort.close();
      await ops.close();
      cdn.close();
    },
  });

  const opsPort = await ops.listen(env.ops.host, env.ops.port);
  pool.start();
  const port = await sharedPort.listening;
  await firstReady.promise;
  log.info({ port, opsPort, workers: env.workers }, 'the site is ready');
  process.send?.({ port, opsPort });
}
