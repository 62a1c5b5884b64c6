import { loadavg } from 'node:os';
import type { Scenario } from '../bench.ts';
import { buyRound, clients, openMarket, type Round } from '../market.ts';
import { median, percentile } from '../statistics.ts';

const few = 10_000;
const many = 10_000_000;
const rounds = 6;

/**
 * Buys tickets of one draw through the platform's HTTP API, on the embedded PostgreSQL with its production settings.
 * Rounds with a small and a large draw alternate, so that other load on the machine affects both draws equally.
 */
export const purchases: Scenario = {
  name: 'purchases',
  budgets: ['purchases', 'purchasesFlat'],
  async run(bench) {
    const large = await openMarket(bench, 'purchases-many', many);
    const small = await openMarket(bench, 'purchases-few', few);
    // Warm up, because the first purchases run unoptimised code.
    await buyRound(small);
    await buyRound(large);
    const measured: { small: Round; large: Round }[] = [];
    for (let at = 0; at < rounds; at++) {
      measured.push({ small: await buyRound(small), large: await buyRound(large) });
      bench.sampleSpeed();
    }
    const rates = measured.map((one) => one.small.perSecond);
    bench.measured('purchases', median(rates));
    bench.measured('purchasesFlat', median(measured.map((one) => one.large.perSecond / one.small.perSecond)));
    for (const [name, of] of [
      ['few', 'small'],
      ['many', 'large'],
    ] as const) {
      const latenciesMs = measured.flatMap((one) => one[of].latenciesMs);
      bench.say(
        `Purchases from ${clients} clients at ${(name === 'few' ? few : many).toLocaleString('en')} tickets: ` +
          `${median(measured.map((one) => one[of].perSecond)).toFixed(0)} a second, ${median(latenciesMs).toFixed(1)} ms ` +
          `(half), ${percentile(latenciesMs, 0.99).toFixed(1)} ms (p99); load of the machine ${loadavg()[0]?.toFixed(1)}`,
      );
    }
    await large.platform.stop();
    await small.platform.stop();
  },
};
