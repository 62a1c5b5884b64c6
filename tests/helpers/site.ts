import { existsSync } from 'node:fs';
import path from 'node:path';
import { Writable } from 'node:stream';
import { buildApp } from '../../server/app.ts';
import { readEnv } from '../../server/config/env.ts';
import { projectRoot } from '../../server/config/project-root.ts';
import { readSiteConfig, type SiteConfig } from '../../server/config/site-config.ts';
import { createDeps, type Deps } from '../../server/deps.ts';
import { createLiveResults } from '../../server/live/conductor.ts';
import { createLog, secretsOf } from '../../server/ops/log.ts';
import { createOpsServer } from '../../server/ops/ops-server.ts';
import { watchInstance, watchProcess } from '../../server/ops/process-figures.ts';
import { menuPaths } from '../../server/pages/frame.ts';
import { loadClientBuild } from '../../server/render/client-build.ts';
import { testKeys } from './platform.ts';

export const purgeToken = 'test-purge-token-0123456789';
export const sessionKey = 'test-session-key-0123456789abcdef0123456789';

/** A clock that runs at real speed, and that a test can advance. */
export interface SiteClock {
  now(): Date;
  advance(ms: number): void;
}

export const createSiteClock = (): SiteClock => {
  let aheadMs = 0;
  return {
    now: () => new Date(Date.now() + aheadMs),
    advance: (ms) => {
      aheadMs += ms;
    },
  };
};

export interface TestSiteOptions {
  /** Platform and content host: a TestPlatform, or a proxy in front of one. */
  platform: { url: string };
  /** Environment variables to add or replace. PORT and OPS_PORT are always free ports. */
  env?: Record<string, string>;
  /** Changes the configuration after the site has read it from `config/`. */
  config?: (config: SiteConfig) => void;
  clock?: { now(): Date };
  /**
   * Whether the site renders the pages of its menus before it reports that it is ready. If false, the first request for
   * each page misses the cache.
   */
  warm?: boolean;
  /** Folder of the files that the site serves to browsers. The default is the client folder of the build. */
  clientFolder?: string;
  /** Whether the site subscribes to the platform's event stream. */
  live?: boolean;
}

export interface TestSite {
  /** Origin on 127.0.0.1 on which the site listens. */
  origin: string;
  /** Origin of the ops port, which serves health checks, metrics and purge requests. */
  opsOrigin: string;
  deps: Deps;
  /** Returns all log lines so far, as JSON. */
  logged(): string;
  /** Purges cache tags through the ops port, like an operator. */
  purge(tags: readonly string[], options?: { hard?: boolean }): Promise<void>;
  close(): Promise<void>;
}

/** The folder that TEST_DIST names, or by default the output folder of `npm run build`. */
const dist = process.env['TEST_DIST'] || path.join(projectRoot, 'dist');

const collectLog = (secrets: (string | null)[]) => {
  const lines: string[] = [];
  const stream = new Writable({
    write(line: Buffer, _encoding, done) {
      lines.push(line.toString());
      done();
    },
  });
  return {
    log: createLog({ level: 'debug', secrets, destination: stream }),
    logged: () => lines.join(''),
  };
};

/**
 * Starts the whole site in this process, with the same parts as in server/main.ts. The site listens on free ports and
 * uses the test's platform and the client that `npm run build` has built.
 */
export const startSite = async (options: TestSiteOptions): Promise<TestSite> => {
  const { platform, clock, warm = true, live = true } = options;
  if (!existsSync(path.join(dist, 'client/.vite/manifest.json')))
    throw new Error('The client is not built, and a site without it has no pages: npm run build');
  const config = readSiteConfig(path.join(projectRoot, 'config'));
  options.config?.(config);
  const env = readEnv({
    PLATFORM_URL: platform.url,
    PLATFORM_API_KEY: testKeys.apiKey,
    PLATFORM_HASH: testKeys.hash,
    PLATFORM_UCID: testKeys.ucid,
    PURGE_TOKEN: purgeToken,
    SESSION_KEYS: sessionKey,
    // Load shedding is disabled, because a busy machine would otherwise break unrelated tests.
    SHED_DELAY_MS: '0',
    ...options.env,
    PORT: '0',
    OPS_PORT: '0',
  });
  const { log, logged } = collectLog(secretsOf(env));
  const built = await loadClientBuild(dist);
  const client = { ...built, folder: options.clientFolder ?? built.folder };
  const deps = await createDeps(env, { config, log, client, ...(clock ? { clock } : {}) });
  const { app, pages } = await buildApp(deps);
  const results = createLiveResults(deps);
  const ops = createOpsServer({
    isReady: () => deps.state.ready,
    metrics: deps.metrics,
    purgeToken: env.purgeToken,
    names: env.ops.names,
    purge: (tags, asked) => deps.purge.byOperator(tags, asked),
    log,
  });
  const isReady = () => deps.state.ready;
  watchProcess(deps.metrics, { isReady, server: app.server });
  watchInstance(deps.metrics, {
    cdn: deps.cdn,
    workers: () => ({ running: 1, ready: isReady() ? 1 : 0 }),
    restarts: () => 0,
  });
  const opsOrigin = `http://127.0.0.1:${await ops.listen('127.0.0.1', 0)}`;
  const origin = await app.listen({ host: '127.0.0.1', port: 0 });
  if (live) await results.start();
  const ending = new AbortController();
  if (warm) {
    await deps.menuTexts.readAll();
    await pages.warm(menuPaths(deps.menuTexts.shown()), 4, ending.signal);
  }
  deps.state.ready = true;
  let closed: Promise<void> | undefined;
  return {
    origin,
    opsOrigin,
    deps,
    logged,
    async purge(tags, { hard = false } = {}) {
      const { status } = await fetch(`${opsOrigin}/purge`, {
        method: 'POST',
        headers: { authorization: `Bearer ${purgeToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ tags, hard }),
      });
      if (status !== 200) throw new Error(`the purge was answered with ${status}`);
    },
    close: () =>
      (closed ??= (async () => {
        deps.hub.close();
        app.server.closeAllConnections();
        await app.close();
        await results.stop();
        await ops.close();
        await deps.close();
      })()),
  };
};
