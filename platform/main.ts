import closeWithGrace from 'close-with-grace';
import { buildApp } from './app.ts';
import { ConfigError, parseConfig } from './config/config.ts';
import { loadSecrets } from './config/secrets.ts';
import { createDeps } from './deps.ts';
import { bringUp, shutDown } from './start.ts';

/** EX_CONFIG of sysexits.h: a supervisor must not restart the program. */
const exitConfig = 78;
/** Time for a draw in progress and PostgreSQL's checkpoint. */
const closeLimitMs = 20_000;

function say(line: string): boolean {
  return process.stderr.write(`${line}\n`);
}

function refuseToStart(error: unknown): never {
  say(`The platform does not start: ${error instanceof Error ? error.message : String(error)}`);
  process.exit(error instanceof ConfigError ? exitConfig : 1);
}

const config = await parseConfig(process.env, loadSecrets).catch(refuseToStart);
// createDeps throws if a text is invalid. Report that in one line, like an invalid setting.
const deps = await (async () => createDeps(config))().catch(refuseToStart);
const app = buildApp(deps);
const ending = new AbortController();

const { close } = closeWithGrace({ delay: closeLimitMs, logger: deps.logger }, async ({ err }) => {
  if (err) deps.logger.error({ err }, 'platform stopping after an error');
  ending.abort();
  await app.close();
  await shutDown(deps);
});
// A killed supervisor sends no signal, but its IPC channel closes.
process.once('disconnect', close);

// Health checks are answered at once, calls after `bringUp`.
const address = await app.listen({ port: config.port, host: config.host }).catch(refuseToStart);
deps.logger.info({ address }, 'the platform listens');
try {
  await bringUp(deps, ending.signal);
  deps.engine.start();
  deps.poster.start();
  deps.sealer.start();
  deps.sandbox?.start();
  deps.logger.info('the platform is ready');
  // A parent that chose port 0 needs the real port.
  process.send?.({ port: Number(new URL(address).port) });
} catch (error) {
  if (!ending.signal.aborted) {
    await app.close();
    await shutDown(deps).catch(() => undefined);
    refuseToStart(error);
  }
}
