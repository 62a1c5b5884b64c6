import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { ConfigError, parseConfig } from './config/config.ts';
import { loadSecrets } from './config/secrets.ts';
import { createDeps } from './deps.ts';
import { bringUp, shutDown } from './start.ts';

/** EX_CONFIG of sysexits.h: a supervisor need not try again. */
const exitConfig = 78;
/** A draw in hand is finished; PostgreSQL writes its checkpoint. */
const closeLimitMs = 20_000;

function say(line: string): boolean {
  return process.stderr.write(`${line}\n`);
}

function refuseToStart(error: unknown): never {
  say(`The platform does not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(error instanceof ConfigError ? exitConfig : 1);
}

const config = await parseConfig(process.env, loadSecrets).catch(refuseToStart);
// A text that cannot be served is told in one line as well.
const deps = await (async () => createDeps(config))().catch(refuseToStart);
const app = buildApp(deps);
const ending = new AbortController();

const { close } = closeWithGrace({ delay: closeLimitMs, logger: deps.logger }, async ({ err }) => {
  if (err) deps.logger.error({ err }, 'the platform stops after a failure');
  ending.abort();
  await app.close();
  await shutDown(deps);
});
// A supervisor that was killed cannot send signals: its channel closes instead.
process.once('disconnect', close);

// Health is answered at once; calls once the data is there.
const address = await app.listen({ port: config.port, host: config.host }).catch(refuseToStart);
deps.logger.info({ address }, 'the platform listens');
try {
  await bringUp(deps, ending.signal);
  deps.engine.start();
  deps.poster.start();
  deps.sealer.start();
  deps.sandbox?.start();
  deps.logger.info('the platform is ready');
  // Whoever started this on port 0 wants to know.
  process.send?.({ port: Number(new URL(address).port) });
} catch (error) {
  if (!ending.signal.aborted) {
    await app.close();
    await shutDown(deps).catch(() => undefined);
    refuseToStart(error);
  }
}
