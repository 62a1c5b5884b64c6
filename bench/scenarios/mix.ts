import type { Recorded } from '../bare-node.ts';
import type { Scenario } from '../bench.ts';
import { compare, ratio, spoken } from '../load.ts';
import { record } from '../record.ts';
import { shuffled } from '../statistics.ts';
import { getRequest } from '../wire.ts';

const plan = { connections: 50, warmUp: 40_000 };
const dayMs = 86_400_000;
const day = (ago: number) => new Date(Date.now() - ago * dayMs).toISOString().slice(0, 10);

/**
 * 50 ranges of up to eight days within the last 30 days, without today, so that the pages do not change during the
 * run.
 */
const ranges = Array.from({ length: 50 }, (_, index) => {
  const to = 2 + (index % 20);
  return `/results?from=${day(to + 1 + Math.floor(index / 20) * 3)}&to=${day(to)}`;
});
/** Unknown paths. Half of them have the form of a CMS page's path, and half match no route. */
const unknown = Array.from({ length: 100 }, (_, index) =>
  index % 2 === 0 ? `/no-such-page-${index}` : `/nothing/here/${index}.php`,
);

/** Seven of ten requests are for the home page, two for a range of results, one for an unknown path. */
const visits = shuffled(
  Array.from({ length: 1000 }, (_, index) => {
    if (index < 700) return '/';
    const pool = index < 900 ? ranges : unknown;
    return pool[index % pool.length] ?? '/';
  }),
);

/**
 * Measures the site's answers to a mix of URLs. The baseline is a bare server that sends the same bytes for each URL.
 */
export const mix: Scenario = {
  name: 'mix',
  budgets: ['mix'],
  async run(bench) {
    const site = await bench.site();
    const encoding = 'br';
    const answers: Recorded[] = [];
    for (const path of ['/', ...ranges, ...unknown]) {
      await record(site.origin, path, encoding);
      answers.push(await record(site.origin, path, encoding));
    }
    const bare = await bench.bare(answers);
    const requests = visits.map((path) => getRequest(path, { 'accept-encoding': encoding }));
    const expected = [404];
    const rounds = await compare(
      [
        { name: 'site', ...site, requests, expected },
        { name: 'bare', ...bare, requests, expected },
      ],
      plan,
    );
    await bare.stop();
    await site.stop();
    bench.measured('mix', ratio(rounds, 'site', 'bare'));
    bench.say(`70 % home, 20 % results by day, 10 % unknown: ${spoken(rounds)}`);
  },
};
