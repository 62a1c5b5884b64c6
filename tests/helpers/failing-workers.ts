import cluster from 'node:cluster';
import { exitConfig } from '../../server/config/env.ts';
import { createSharedPort } from '../../server/workers/shared-port.ts';
import { createWorkerPool } from '../../server/workers/worker-pool.ts';

const say = (fields: unknown, text?: string): void => console.log(text, fields);

/** A cluster program in which every worker exits because of an invalid configuration. */
if (cluster.isPrimary) {
  const pool = createWorkerPool({
    count: 2,
    port: createSharedPort({ host: '127.0.0.1', port: 0 }),
    log: { info: say, warn: say, error: say },
    onMessage: () => undefined,
    onHopeless: (code) => void pool.stop(5000).then(() => process.exit(code)),
  });
  pool.start();
} else {
  process.exit(exitConfig);
}
