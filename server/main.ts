import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { EnvError, readEnv } from './config/env.ts';
import { SiteConfigError } from './config/site-config.ts';
import { createDeps } from './deps.ts';
import { createOpsServer } from './ops/ops-server.ts';
import { menuPaths } from './page-data/frame.ts';
import { createLiveResults } from './routes/live-results.ts';
import { waitUntilUp } from './upstream/wait-until-up.ts';

/** EX_CONFIG of sysexits.h: a supervisor need not try again. */
const exitConfig = 78;
const closeLimitMs = 10_000;

/** One clear line, then the end. */
const refuseToStart = (error: unknown): never => {
  process.stderr.write(
    `The site does not start: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  process.exit(error instanceof EnvError || error instanceof SiteConfigError ? exitConfig : 1);
};

async function start(): Promise<void> {
  const env = readEnv(process.env);
  const deps = await createDeps(env);
  const { app, pages } = await buildApp(deps);
  const live = createLiveResults(deps);
  const ops = createOpsServer({
    isReady: () => deps.state.ready,
    metrics: deps.metrics,
    purgeToken: env.purgeToken,
    purge: deps.purge.byOperator,
    log: deps.log,
  });
  const ending = new AbortController();

  const { close } = closeWithGrace({ delay: closeLimitMs, logger: deps.log }, async ({ err }) => {
    if (err) deps.log.error({ err }, 'the site stops after a failure');
    deps.state.ready = false;
    ending.abort();
    // Streams first: they would keep the server open for ever.
    deps.hub.close();
    await app.close();
    await live.stop();
    await ops.close();
    await deps.close();
  });
  // A supervisor that was killed cannot send signals: its channel closes instead.
  process.once('disconnect', close);

  const opsPort = await ops.listen(env.ops.host, env.ops.port);
  await app.listen({ host: env.listen.host, port: env.listen.port });
  // A site that is closed has no pages to make, and may be closed because its platform is.
  if (!deps.config.setup.maintenance) {
    const upstreams = new Set([env.platform.origin, env.content.origin]);
    await Promise.all([...upstreams].map((origin) => waitUntilUp(origin, deps.log, ending.signal)));
    if (ending.signal.aborted) return;
    await live.start();
    await pages.warm(menuPaths(deps.config), ending.signal);
  }
  if (ending.signal.aborted) return;
  deps.state.ready = true;
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : env.listen.port;
  deps.log.info({ port, opsPort }, 'the site is ready');
  process.send?.({ port, opsPort });
}

await start().catch(refuseToStart);
