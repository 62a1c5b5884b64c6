import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { buildApp } from './app.ts';
import type { Env } from './config/env.ts';
import { createDeps, type Deps, type Overrides } from './deps.ts';
import { createPortEntrance, type Entrance } from './entrance.ts';
import { createLiveResults } from './live/conductor.ts';
import { drain } from './ops/drain.ts';
import { watchProcess } from './ops/process-figures.ts';
import { menuBarPaths, menuPaths } from './pages/frame.ts';
import { waitUntilUp } from './upstream/wait-until-up.ts';

/** The process ends at most this many ms after the request to stop, even if a connection or a shutdown step hangs. */
export const stopLimitMs = 9500;
/** During a stop, idle connections stay open for this time in ms, because a client may just have sent a request. */
const idleMs = 1000;
/**
 * The number of pages of the menu bar that are loaded at the same time. While one page waits for the platform, another
 * can be rendered.
 */
const firstAtOnce = 4;
/** Time in ms that is reserved for closing connections to other services after the last response. */
const afterwardsMs = 700;
/** If the event loop is still delayed after this time in ms, the cause is not the start, and the site becomes ready. */
const longestDelayMs = 10_000;
const delayCheckMs = 50;

/**
 * Waits while the event loop is delayed by the start itself. Otherwise, load shedding would reject the first requests
 * after a slow start.
 */
async function untilUndelayed(app: FastifyInstance, signal: AbortSignal): Promise<void> {
  const endsAt = performance.now() + longestDelayMs;
  while (app.isUnderPressure() && !signal.aborted && performance.now() < endsAt) await wait(delayCheckMs);
}

export type Site = Awaited<ReturnType<typeof createSite>>;

/**
 * Creates the site of this process. The operations port is created separately.
 * @param createEntrance creates the part that accepts connections. The default listens on the port of `env`
 */
export async function createSite(
  env: Env,
  overrides: Overrides = {},
  createEntrance: (app: FastifyInstance, deps: Deps) => Entrance = (app) =>
    createPortEntrance(app, env.listen),
) {
  const deps = await createDeps(env, overrides);
  const { app, pages } = await buildApp(deps);
  const entrance = createEntrance(app, deps);
  const live = createLiveResults(deps);
  const ending = new AbortController();
  const { state, log, config } = deps;
  let stopped: Promise<void> | undefined;
  watchProcess(deps.metrics, { isReady: () => state.ready, server: app.server });

  const finish = async (): Promise<void> => {
    const startedAt = performance.now();
    state.ready = false;
    ending.abort();
    await wait(env.shutdownDelayMs);
    state.stopping = true;
    // Close event streams first, because they would keep the server open.
    deps.hub.close();
    const limitMs = stopLimitMs - afterwardsMs - (performance.now() - startedAt);
    await drain(app.server, entrance, { idleMs, limitMs });
    await app.close();
    await live.stop();
    await deps.close();
  };

  return {
    deps,

    /**
     * Starts accepting connections, waits until the upstreams answer, and loads the pages of the menu bar into memory.
     * The site is ready when this no longer delays the event loop. It then also loads the pages of the unfolding menus
     * and of the footer.
     * @returns false if the site was stopped before it was ready
     */
    async start(): Promise<boolean> {
      let first: string[] = [];
      await entrance.open();
      // During maintenance, there are no pages to load, and the platform may be down.
      if (!config.setup.maintenance) {
        const upstreams = new Set([env.platform.origin, env.content.origin]);
        await Promise.all([...upstreams].map((origin) => waitUntilUp(origin, log, ending.signal)));
        if (ending.signal.aborted) return false;
        await Promise.all([live.start(), deps.menuTexts.readAll()]);
        first = menuBarPaths(deps.menuTexts.shown());
        await pages.warm(first, firstAtOnce, ending.signal);
        await untilUndelayed(app, ending.signal);
      }
      if (ending.signal.aborted) return false;
      state.ready = true;
      const others = menuPaths(deps.menuTexts.shown()).filter((path) => !first.includes(path));
      if (!config.setup.maintenance) void pages.warm(others, 1, ending.signal);
      return true;
    },

    port(): number {
      const address = app.server.address();
      return typeof address === 'object' && address ? address.port : env.listen.port;
    },

    /**
     * Stops without failing a request. The site reports that it is not ready, waits until the load balancer has
     * noticed, ends event streams and finishes open requests. Further calls return the same promise.
     */
    stop: (): Promise<void> => (stopped ??= finish()),
  };
}
