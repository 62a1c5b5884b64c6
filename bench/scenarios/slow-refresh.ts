import { setTimeout as sleep } from 'node:timers/promises';
import type { Bench, Scenario, Site, Upstream } from '../bench.ts';
import { type Paced, paced } from '../paced.ts';
import { median, percentile } from '../statistics.ts';
import { connect, getRequest, headerOf } from '../wire.ts';

const rounds = 3;
const attempts = 2 * rounds;
const slowMs = 5000;
const seconds = 4.5;
const path = '/';
const headers = { 'accept-encoding': 'br' };
const pace = { request: getRequest(path, headers), perSecond: 1500, seconds, connections: 50 };
const p99 = ({ latenciesMs }: Paced): number => percentile(latenciesMs, 0.99);

/** Returns the remaining freshness of the page in seconds, from s-maxage. */
async function freshSeconds(site: Site): Promise<number> {
  const connection = await connect(site.port);
  const answer = await connection.ask(pace.request);
  connection.close();
  return Number(/s-maxage=(\d+)/.exec(headerOf(answer, 'cache-control'))?.[1]);
}

/**
 * @returns p99 of cache hits in ms, once while the page is fresh and once while its data is being refreshed; undefined
 *   if the data was refreshed before the upstream became slow
 */
async function once(bench: Bench, site: Site, upstream: Upstream): Promise<[number, number] | undefined> {
  let left = await freshSeconds(site);
  for (; left < seconds + 2; left = await freshSeconds(site)) await sleep(1000);
  const before = await paced({ port: site.port, ...pace });
  await sleep((left - seconds) * 1000 + 1000);
  await upstream.order({ slowMs, reset: true });
  const during = await paced({ port: site.port, ...pace });
  const asked = Object.keys(await upstream.order({ slowMs: 0 })).length;
  // Wait for the slow requests, so that all data of the page is refreshed.
  await sleep(slowMs);
  if (asked === 0) return undefined;
  const answered = Object.entries(during.cacheStates).map(([state, count]) => `${count} ${state}`);
  bench.say(
    `Hits on a fresh page: p99 ${p99(before).toFixed(2)} ms; while ${asked} reads take ${slowMs / 1000} s: ` +
      `p99 ${p99(during).toFixed(2)} ms (${answered.join(', ')})`,
  );
  return [p99(before), p99(during)];
}

/**
 * Measures cache hits at a steady rate, first while the page is fresh. Then a slow upstream delays the refresh of the
 * page, and the cache hits are measured again.
 */
export const slowRefresh: Scenario = {
  name: 'slowRefresh',
  budgets: ['slowRefresh'],
  async run(bench) {
    const upstream = await bench.upstream();
    const site = await bench.site();
    const found: [number, number][] = [];
    for (let attempt = 0; attempt < attempts && found.length < rounds; attempt++) {
      // Avoid draws for 80 s, because a draw would refresh the page. Waiting for a fresh page takes up to 8 s, and this
      // page then becomes stale within 60 s.
      await bench.awayFromDraws(80);
      const pair = await once(bench, site, upstream);
      if (pair) found.push(pair);
    }
    if (found.length < rounds) throw new Error('the page was refreshed while the upstream was fast');
    bench.measured('slowRefresh', median(found.map(([before, during]) => during / before)));
    await site.stop();
  },
};
