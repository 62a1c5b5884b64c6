import autocannon from 'autocannon';
import type { Scenario } from '../bench.ts';
import { compare, ratio, spoken } from '../load.ts';
import { residentMb } from '../processes.ts';
import { record } from '../record.ts';
import { getRequest } from '../wire.ts';

const plan = { connections: 50, warmUp: 40_000 };
/** Options of autocannon. Each connection has ten pipelined requests. */
const crowd = { connections: 100, pipelining: 10, duration: 3 };
const subjects = [
  { budget: 'cachedHomeBrotli', path: '/', encoding: 'br' },
  { budget: 'cachedHomeIdentity', path: '/', encoding: 'identity' },
  { budget: 'cachedResultsJson', path: '/results/latest.json', encoding: 'br' },
] as const;

/** Compares cached answers with a bare node:http server that sends the same bytes and headers. */
export const cached: Scenario = {
  name: 'cached',
  budgets: [...subjects.map(({ budget }) => budget), 'homeBrotli', 'loadTesterServed', 'memoryAfterLoad'],
  runs: 3,
  async run(bench) {
    const site = await bench.site();
    for (const { budget, path, encoding } of subjects) {
      // The first request may render the page. The second answer is recorded, because it comes from the cache.
      await record(site.origin, path, encoding);
      const answer = await record(site.origin, path, encoding);
      if (budget === 'cachedHomeBrotli')
        bench.measured('homeBrotli', Buffer.from(answer.body, 'base64').length / 1000);
      const bare = await bench.bare([answer]);
      const requests = [getRequest(path, { 'accept-encoding': encoding })];
      const rounds = await compare(
        [
          { name: 'site', ...site, requests },
          { name: 'bare', ...bare, requests },
        ],
        plan,
      );
      await bare.stop();
      bench.measured(budget, ratio(rounds, 'site', 'bare'));
      bench.say(`Cached ${path}, ${encoding}: ${spoken(rounds)}`);
    }
    const tested = await autocannon({
      url: `${site.origin}/`,
      headers: { 'accept-encoding': 'br' },
      ...crowd,
    });
    const failed = tested.errors + tested.timeouts + tested.non2xx;
    bench.measured('loadTesterServed', tested['2xx'] / (tested['2xx'] + failed));
    bench.say(
      `autocannon, 100 connections, 10 at once on each: ${Math.round(tested.requests.average)} a second`,
    );
    bench.measured('memoryAfterLoad', residentMb(site.pid));
    await site.stop();
  },
};
