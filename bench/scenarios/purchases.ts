import { randomUUID } from 'node:crypto';
import { loadavg } from 'node:os';
import path from 'node:path';
import type { Bench, Scenario } from '../bench.ts';
import type { Shop } from '../fill/shop.ts';
import { assertAccepted, callRequest } from '../full-calls.ts';
import type { FullPlatform, Question } from '../full-platform.ts';
import type { Running } from '../processes.ts';
import { median, percentile } from '../statistics.ts';
import { type Connection, connectMany } from '../wire.ts';

const clients = 50;
const players = 1000;
const few = 10_000;
const many = 10_000_000;
const rounds = 6;
const secondsEach = 5;

interface Market {
  platform: Running<FullPlatform>;
  shop: Shop;
  /**
   * Number of purchases so far, which selects the next buyer. Buyers take turns, so that no buyer reaches the limit of
   * lines in one draw.
   */
  bought: number;
}

async function openMarket(bench: Bench, tickets: number): Promise<Market> {
  const platform = await bench.run<FullPlatform>('bench/full-platform.ts', [], {
    DATA_DIR: path.join(bench.work, `purchases-${tickets}`),
    SEED_PLAYERS: '0',
  });
  const startedAt = performance.now();
  const shop = await platform.ask<Shop>({ do: 'shop', players, tickets } satisfies Question);
  bench.say(
    `A draw with ${tickets.toLocaleString('en')} tickets was filled in ` +
      `${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  );
  const market = { platform, shop, bought: 0 };
  // A rejected purchase is answered with status 200 too, so send one purchase and check its body before the load
  // starts.
  await assertAccepted(platform.said, purchaseOf(market));
  return market;
}

function purchaseOf(market: Market) {
  const { gameId, drawId, tokens } = market.shop;
  const token = tokens[market.bought++ % tokens.length] ?? '';
  const lines = [[3, 17, 29, 41, 66]];
  return {
    name: 'tickets/buy',
    data: { gameId, drawId, lines, idempotencyKey: randomUUID() },
    token,
  } as const;
}

interface Round {
  perSecond: number;
  latenciesMs: number[];
}

async function round(market: Market): Promise<Round> {
  const { said } = market.platform;
  const connections = await connectMany(said.port, clients);
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + secondsEach * 1000;
  const buy = async (connection: Connection): Promise<void> => {
    while (performance.now() < endsAt) {
      const askedAt = performance.now();
      const { status } = await connection.ask(callRequest(said, purchaseOf(market)));
      if (status !== 200) throw new Error(`tickets/buy was answered with ${status}`);
      latenciesMs.push(performance.now() - askedAt);
    }
  };
  await Promise.all(connections.map(buy));
  const perSecond = latenciesMs.length / ((performance.now() - startedAt) / 1000);
  for (const connection of connections) connection.close();
  return { perSecond, latenciesMs };
}

/**
 * Buys tickets of one draw through the platform's HTTP API, on the embedded PostgreSQL with its production settings.
 * Rounds with a small and a large draw alternate, so that other load on the machine affects both draws equally.
 */
export const purchases: Scenario = {
  name: 'purchases',
  budgets: ['purchases', 'purchasesFlat'],
  async run(bench) {
    const large = await openMarket(bench, many);
    const small = await openMarket(bench, few);
    // Warm up, because the first purchases run unoptimised code.
    await round(small);
    await round(large);
    const measured: { small: Round; large: Round }[] = [];
    for (let at = 0; at < rounds; at++)
      measured.push({ small: await round(small), large: await round(large) });
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
