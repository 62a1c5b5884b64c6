import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { Bench } from './bench.ts';
import type { Shop } from './fill/shop.ts';
import { type AskedCall, assertAccepted, callRequest } from './full-calls.ts';
import type { FullPlatform, Question } from './full-platform.ts';
import type { Running } from './processes.ts';
import { type Connection, connectMany } from './wire.ts';

export const clients = 50;
const manyPlayers = 1000;
const secondsEach = 5;

/** An embedded platform with a draw on sale and players who can buy tickets. */
export interface Market {
  platform: Running<FullPlatform>;
  dataDir: string;
  shop: Shop;
  /**
   * Number of purchases so far. It selects the next buyer, so that the buyers take turns and none of them reaches the
   * limit of lines in one draw.
   */
  bought: number;
}

export type Purchase = AskedCall & { token: string };

interface MarketOptions {
  players?: number;
  /** Environment variables of the platform. */
  env?: Record<string, string>;
}

/** @param name name of the platform's data folder */
export async function openMarket(
  bench: Bench,
  name: string,
  tickets: number,
  { players = manyPlayers, env = {} }: MarketOptions = {},
): Promise<Market> {
  const dataDir = path.join(bench.work, name);
  const platform = await bench.run<FullPlatform>('bench/full-platform.ts', [], {
    DATA_DIR: dataDir,
    SEED_PLAYERS: '0',
    ...env,
  });
  const startedAt = performance.now();
  const shop = await platform.ask<Shop>({ do: 'shop', players, tickets } satisfies Question);
  bench.say(
    `A draw with ${tickets.toLocaleString('en')} tickets was filled in ` +
      `${((performance.now() - startedAt) / 1000).toFixed(0)} s`,
  );
  const market = { platform, dataDir, shop, bought: 0 };
  // Rejected purchases also have status 200, so check the body of one purchase before the load starts.
  await assertAccepted(platform.said, nextPurchase(market));
  return market;
}

export function nextPurchase(market: Market): Purchase {
  const { gameId, drawId, tokens } = market.shop;
  const token = tokens[market.bought++ % tokens.length] ?? '';
  const lines = [[3, 17, 29, 41, 66]];
  return { name: 'tickets/buy', data: { gameId, drawId, lines, idempotencyKey: randomUUID() }, token };
}

export interface Round {
  perSecond: number;
  latenciesMs: number[];
}

/**
 * Sends purchases on all connections. Each connection sends its next purchase as soon as its previous purchase is
 * answered. The default port is that of the platform.
 */
export async function buyRound(
  market: Market,
  port = market.platform.said.port,
  requestOf: (purchase: Purchase) => string = (purchase) => callRequest(market.platform.said, purchase),
): Promise<Round> {
  const connections = await connectMany(port, clients);
  const latenciesMs: number[] = [];
  const startedAt = performance.now();
  const endsAt = startedAt + secondsEach * 1000;
  const buy = async (connection: Connection): Promise<void> => {
    while (performance.now() < endsAt) {
      const askedAt = performance.now();
      const { status } = await connection.ask(requestOf(nextPurchase(market)));
      if (status !== 200) throw new Error(`tickets/buy was answered with ${status}`);
      latenciesMs.push(performance.now() - askedAt);
    }
  };
  await Promise.all(connections.map(buy));
  const perSecond = latenciesMs.length / ((performance.now() - startedAt) / 1000);
  for (const connection of connections) connection.close();
  return { perSecond, latenciesMs };
}
