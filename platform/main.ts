import { ConfigError, parseConfig } from './config/config.ts';
import { loadSecrets } from './config/secrets.ts';
import { createEmbeddedCluster, type EmbeddedCluster } from './db/embedded.ts';

/** EX_CONFIG of sysexits.h. This exit code tells a supervisor not to restart the program. */
const exitConfig = 78;

function say(line: string): boolean {
  return process.stderr.write(`${line}\n`);
}

async function stopPostgres(): Promise<void> {
  await cluster?.stopIfUnused().catch(() => undefined);
}

async function refuseToStart(error: unknown): Promise<never> {
  say(`The platform does not start: ${error instanceof Error ? error.message : String(error)}`);
  await stopPostgres();
  process.exit(error instanceof ConfigError ? exitConfig : 1);
}

let cluster: EmbeddedCluster | null = null;
const config = await parseConfig(process.env, loadSecrets).catch(refuseToStart);
if (config.database.kind === 'embedded') cluster = createEmbeddedCluster(config.database.dataDir);
// PostgreSQL starts while Node loads the other modules. If the start fails, `bringUp` tries again and reports the
// error.
void cluster?.ensureRunning().catch(() => undefined);
const [{ buildApp }, { createDeps }, { bringUp, shutDown }, { stopOnce }] = await Promise.all([
  import('./app.ts'),
  import('./deps.ts'),
  import('./start.ts'),
  import('./stop-once.ts'),
]);
// If a text file is invalid, createDeps throws. The error is printed as one line, like the error of an invalid setting.
const deps = await (async () => createDeps(config, { cluster }))().catch(refuseToStart);
const app = buildApp(deps);
const ending = new AbortController();

stopOnce(deps.logger, async () => {
  ending.abort();
  await app.close();
  await shutDown(deps);
});

// Health checks are answered as soon as the server listens. API calls are answered only after `bringUp`.
const address = await app.listen({ port: config.port, host: config.host }).catch(refuseToStart);
deps.logger.info({ address }, 'the platform listens');
try {
  // Open the sales of the next draws before the first API call is answered. Otherwise the site would cache responses
  // that name no next draw.
  await bringUp(deps, { signal: ending.signal, beforeCalls: () => deps.engine.announce() });
  deps.engine.start();
  deps.poster.start();
  deps.sealer.start();
  deps.payouts.start();
  deps.sandbox?.start();
  // Report the actual port to the parent process, because the configured port may be 0 (any free port).
  process.send?.({ port: Number(new URL(address).port) });
  deps.logger.info('the platform is ready');
} catch (error) {
  if (!ending.signal.aborted) {
    await app.close();
    await shutDown(deps).catch(() => undefined);
    await refuseToStart(error);
  }
}
