import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Scenario, Site, Upstream } from '../bench.ts';
import { record } from '../record.ts';
import { median } from '../statistics.ts';
import { type Connection, connectMany, getRequest, headerOf } from '../wire.ts';

const crowd = 1000;
const rounds = 3;
const encoding = { 'accept-encoding': 'br' };
const dayMs = 86_400_000;
const day = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);
/** Returns the path of the results page for a range of days that no earlier scenario has requested. */
const coldPath = (round: number) => `/results?from=${day(20 + round)}&to=${day(12 + round)}`;
const homeTags = ['results', 'upcoming', 'winners', 'cms'];

/** Clients that are connected and can send the same request at one moment. */
interface Crowd {
  /** Sends the request on all connections. @returns time in ms until the last client has its answer */
  ask(path: string): Promise<number>;
  leave(): void;
}

async function gather(port: number, count: number): Promise<Crowd> {
  const connections: Connection[] = await connectMany(port, count);
  return {
    async ask(path) {
      const request = getRequest(path, encoding);
      const startedAt = performance.now();
      const answers = await Promise.all(connections.map((connection) => connection.ask(request)));
      const tookMs = performance.now() - startedAt;
      const wrong = answers.find(({ status, bytes }) => status !== 200 || bytes === 0);
      if (wrong) throw new Error(`${path}: one of ${count} was answered with ${wrong.status}`);
      return tookMs;
    },
    leave: () => connections.forEach((connection) => connection.close()),
  };
}

async function timed(port: number, count: number, path: string): Promise<number> {
  const people = await gather(port, count);
  try {
    return await people.ask(path);
  } finally {
    people.leave();
  }
}

async function becomeStale(site: Site, path: string): Promise<void> {
  const people = await connectMany(site.port, 1);
  const answer = await people[0]?.ask(getRequest(path, encoding));
  people[0]?.close();
  const seconds = Number(/s-maxage=(\d+)/.exec(answer ? headerOf(answer, 'cache-control') : '')?.[1]);
  await sleep((seconds + 1) * 1000);
}

/** The state of the cache entry when the clients send their requests. */
interface State {
  name: 'Cold' | 'Stale' | 'Purged';
  path(round: number): string;
  prepare(site: Site): Promise<void>;
  /** Whether clients wait until the page is loaded. False for a stale page, which is sent at once. */
  isWaitedFor: boolean;
}

const states: State[] = [
  { name: 'Cold', path: coldPath, prepare: async () => undefined, isWaitedFor: true },
  { name: 'Stale', path: () => '/', prepare: (site) => becomeStale(site, '/'), isWaitedFor: false },
  { name: 'Purged', path: () => '/', prepare: (site) => site.purge(homeTags), isWaitedFor: true },
];

/**
 * Measures the herd (all clients that send the same request at one moment).
 * @returns the number of upstream requests for each key, and three durations in ms: of the herd at the site, of the
 *   herd at the bare server, and of a page load without the herd
 */
async function once(bench: Bench, site: Site, upstream: Upstream, state: State, round: number) {
  const path = state.path(round * 2);
  let loadMs = 0;
  if (state.isWaitedFor) {
    // Measure a page load with only two clients. The first client starts the load. The second client waits for this
    // load, like most clients of the herd.
    await state.prepare(site);
    loadMs = await timed(site.port, 2, state.path(round * 2 + 1));
  }
  await bench.awayFromDraws(state.name === 'Stale' ? 40 : 5);
  await state.prepare(site);
  // Connect as late as possible, because the server closes connections that send no request for some time.
  const people = await gather(site.port, crowd);
  await upstream.order({ reset: true });
  const siteMs = await people.ask(path);
  people.leave();
  // Wait until background loads have ended, because their upstream requests must be counted.
  await sleep(500);
  const seen = Object.values(await upstream.order({}));
  const bare = await bench.bare([await record(site.origin, path, 'br')]);
  // Warm up the baseline, because the site is already warm.
  await timed(bare.port, crowd, path);
  const bareMs = await timed(bare.port, crowd, path);
  await bare.stop();
  return { seen, siteMs, bareMs, loadMs };
}

/** Measures 1,000 clients that send the same request at one moment, for a page that is uncached, purged or stale. */
export const herd: Scenario = {
  name: 'herd',
  budgets: states.flatMap(({ name }) => [`herd${name}Loads`, `herd${name}Time`]),
  runs: 3,
  async run(bench) {
    const upstream = await bench.upstream();
    const site = await bench.site();
    for (const state of states) {
      const found: Awaited<ReturnType<typeof once>>[] = [];
      // Measure the stale page only once, because each measurement must wait half a minute until the page is stale.
      const times = state.name === 'Stale' ? 1 : rounds;
      for (let round = 0; round < times; round++) found.push(await once(bench, site, upstream, state, round));
      bench.measured(`herd${state.name}Loads`, Math.max(...found.flatMap(({ seen }) => seen)));
      bench.measured(
        `herd${state.name}Time`,
        median(found.map(({ siteMs, loadMs, bareMs }) => Math.max(0, siteMs - loadMs) / bareMs)),
      );
      const ms = (of: (one: (typeof found)[number]) => number) => `${median(found.map(of)).toFixed(0)} ms`;
      bench.say(
        `Herd, ${state.name.toLowerCase()} key: all ${crowd} answered after ${ms(({ siteMs }) => siteMs)} ` +
          `(bare ${ms(({ bareMs }) => bareMs)}, the load alone ${ms(({ loadMs }) => loadMs)}), ` +
          `${median(found.map(({ seen }) => seen.length))} keys loaded`,
      );
    }
    await site.stop();
  },
};
