import cluster from 'node:cluster';
import { SiteConfigError } from './config/config-file.ts';
import { EnvError, exitConfig, readEnv } from './config/env.ts';

const refuseToStart = (error: unknown): never => {
  process.stderr.write(
    `The site does not start: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(error instanceof EnvError || error instanceof SiteConfigError ? exitConfig : 1);
};

async function start(): Promise<void> {
  const env = readEnv(process.env);
  if (cluster.isPrimary && env.workers > 1) {
    // Workers inherit the environment. Store the session keys there, including generated keys, because all workers need
    // the same keys. The primary process answers no requests, so it does not load the code that renders pages.
    process.env['SESSION_KEYS'] = env.sessionKeys.join(',');
    const { runPrimary } = await import('./workers/primary.ts');
    await runPrimary(env);
    return;
  }
  const { runAlone, runAsWorker } = await import('./workers/run-site.ts');
  await (cluster.isWorker ? runAsWorker(env) : runAlone(env));
}

await start().catch(refuseToStart);
