import type { Scenario } from '../bench.ts';
import { assertAccepted, latenciesOf } from '../full-calls.ts';
import { buyRound, clients, type Market, nextPurchase, openMarket } from '../market.ts';
import { median } from '../statistics.ts';

const tickets = 10_000;
const players = 600;
const rounds = 8;
/**
 * Amount of each spending limit. It is so large that the players never reach it, because rejected purchases would be
 * faster than accepted ones and would distort the figures.
 */
const amount = 100_000_000;

/**
 * Compares the purchase rates of two groups of players: with three spending limits, and without limits. Both groups buy
 * tickets for one draw, and their rounds alternate.
 */
export const limitedPurchases: Scenario = {
  name: 'limitedPurchases',
  budgets: ['limitedPurchases'],
  async run(bench) {
    const market = await openMarket(bench, 'limited-purchases', tickets, { players });
    const { platform, shop } = market;
    const half = shop.tokens.length / 2;
    const part = (from: number): Market => ({
      ...market,
      shop: { ...shop, tokens: shop.tokens.slice(from, from + half) },
    });
    const free = part(0);
    const limited = part(half);
    await latenciesOf(
      platform.said,
      limited.shop.tokens.flatMap((token) =>
        ['day', 'week', 'month'].map(
          (period) => ({ name: 'limits/set', data: { kind: 'spend', period, amount }, token }) as const,
        ),
      ),
    );
    // Warm up, because the first purchases run unoptimised code.
    await buyRound(free);
    await buyRound(limited);
    const measured: { free: number; limited: number }[] = [];
    for (let at = 0; at < rounds; at++) {
      // Alternate the group that buys first, so that a slowdown of the machine affects both groups equally.
      const [first, second] = at % 2 === 0 ? [free, limited] : [limited, free];
      const rates = new Map([[first, (await buyRound(first)).perSecond]]);
      rates.set(second, (await buyRound(second)).perSecond);
      measured.push({ free: rates.get(free) ?? 0, limited: rates.get(limited) ?? 0 });
    }
    // Check that the limits were not reached.
    await assertAccepted(platform.said, nextPurchase(limited));
    bench.measured('limitedPurchases', median(measured.map((one) => one.limited / one.free)));
    bench.say(
      `Purchases from ${clients} clients: ${median(measured.map((one) => one.free)).toFixed(0)} a second without ` +
        `limits, ${median(measured.map((one) => one.limited)).toFixed(0)} with three limits`,
    );
    await platform.stop();
  },
};
