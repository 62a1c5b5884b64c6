import type { Scenario } from '../bench.ts';
import { compare, ratio, spoken } from '../load.ts';
import { getRequest } from '../wire.ts';

const plan = { connections: 10, warmUp: 1500 };

/**
 * Measures the home page when the site renders it for each request, from cached data. The baseline renders the same
 * elements with bare React.
 */
export const cold: Scenario = {
  name: 'cold',
  budgets: ['coldHome'],
  async run(bench) {
    const { env } = await bench.upstream();
    const site = await bench.site({ PAGE_CACHE: 'off' });
    const bare = await bench.run<{ port: number }>('bench/bare-react.ts', [], env);
    const requests = [getRequest('/', { 'accept-encoding': 'identity' })];
    const rounds = await compare(
      [
        { name: 'site', ...site, requests },
        { name: 'bare', port: bare.said.port, pid: bare.pid, requests },
      ],
      plan,
    );
    await bare.stop();
    await site.stop();
    bench.measured('coldHome', ratio(rounds, 'site', 'bare'));
    bench.say(`Cold home, identity: ${spoken(rounds)}`);
  },
};
