import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { createDatabase } from '../../platform/db/database.ts';
import { createEmbeddedCluster } from '../../platform/db/embedded.ts';
import { bindable, findPostmaster } from '../../platform/db/postmaster.ts';
import { checkLedger, type LedgerReport } from '../../platform/wallet/check.ts';
import { queryDatabase } from './database.ts';
import { fundedPlayer } from './funded-player.ts';
import { startPlatform, testKeys } from './platform.ts';
import { type PlatformProcess, startPlatformProcess } from './platform-process.ts';
import { dataOf } from './player-actions.ts';
import { type Attempt, type Buyers, halfFunds, startBuyers, ticketMinor } from './retrying-buyers.ts';

export type Victim = 'platform' | 'postgres';

export interface Sold {
  /** Number of purchases for which a player received an answer. */
  acknowledged: number;
  /** Number of attempts without an answer. The player retried each such attempt with the same idempotency key. */
  unanswered: number;
}

export interface InterruptedPurchases {
  /** All attempts so far, in the order in which they ended, with or without an answer. */
  attempts: readonly Attempt[];
  /**
   * Waits until the platform has acknowledged `count` more purchases.
   * @throws if a purchase is rejected
   */
  sell(count: number): Promise<void>;
  /** Kills the platform or PostgreSQL with SIGKILL while players buy, and starts the killed program again. */
  kill(victim: Victim): Promise<void>;
  /**
   * Restarts PostgreSQL as an operator does, while the platform runs and players buy.
   * @returns the time span in which the platform's health check may fail
   */
  restartPostgres(): Promise<{ fromMs: number; toMs: number }>;
  /**
   * Stops all purchases. Then checks that each acknowledged purchase is stored, paid and counted towards the player's
   * spending limit exactly once, and checks the whole ledger.
   */
  settle(): Promise<Sold & { report: LedgerReport }>;
  close(): Promise<void>;
}

const patience = { timeout: 120_000, interval: 10 };

/** Creates players with money in the platform's database, and finds a draw on sale. */
const fundPlayers = async (databaseUrl: string, count: number) => {
  const first = await startPlatform({
    beside: { databaseUrl },
    now: new Date(),
    seedPlayers: false,
  });
  await first.deps.engine.tick();
  // The Jackpot has two draws a week, each on sale for seven days, so a draw is always on sale.
  const [draw] = await queryDatabase<{ draw_id: string }>(
    databaseUrl,
    `select draw_id from draws where game_id = 'jackpot' and status = 'open'
     order by sales_close_at desc limit 1`,
  );
  const players = await Promise.all(
    Array.from({ length: count }, () => fundedPlayer(first, { funds: halfFunds })),
  );
  // Set a spending limit for each player. Each purchase then changes the counters of the limit in its transaction.
  for (const player of players)
    await dataOf(player, 'limits/set', { kind: 'spend', period: 'month', amount: halfFunds.deposit * 2 });
  await first.stop();
  return { drawId: draw?.draw_id ?? '', players };
};

/** Expects that the database contains exactly the acknowledged purchases. */
const expectStored = async (databaseUrl: string, { acknowledged, fundsMinor }: Buyers): Promise<void> => {
  const bought = await queryDatabase<{ idempotency_key: string; receipt_number: string }>(
    databaseUrl,
    'select idempotency_key, receipt_number from purchases',
  );
  expect(new Map(bought.map((row) => [row.idempotency_key, row.receipt_number]))).toEqual(acknowledged);
  const [books] = await queryDatabase(
    databaseUrl,
    `select (select count(*)::int from tickets) as tickets,
       (select count(*)::int from transfers where kind = 'ticket') as transfers,
       (select sum(balance_minor)::bigint::text from ledger_accounts
         where owner <> 'house' and currency_code = 'INR') as left_over`,
  );
  expect(books).toEqual({
    tickets: acknowledged.size,
    transfers: acknowledged.size,
    left_over: String(fundsMinor - acknowledged.size * ticketMinor),
  });
};

/** Expects that the counter of each player's spending limit equals the player's stakes in the ledger. */
const expectCounted = async (databaseUrl: string, players: number): Promise<void> => {
  const counters = await queryDatabase<{ counted: string[]; staked: string[] }>(
    databaseUrl,
    `select array[day_minor, week_minor, month_minor]::text[] as counted, array[
         coalesce(sum(-amount_minor) filter (where posted_at >= day_from), 0),
         coalesce(sum(-amount_minor) filter (where posted_at >= week_from), 0),
         coalesce(sum(-amount_minor) filter (where posted_at >= month_from), 0)
       ]::text[] as staked
     from limit_counters counter
     left join (
       select owner, amount_minor, posted_at from transfers
       join ledger_entries using (transfer_id) join ledger_accounts using (account_id) where kind = 'ticket'
     ) entry on owner = 'player:' || counter.account_id
     where counter.kind = 'spend' group by counter.account_id, counter.kind`,
  );
  expect(counters).toHaveLength(players);
  expect(counters.map(({ counted }) => counted)).toEqual(counters.map(({ staked }) => staked));
};

/**
 * Starts the platform, an embedded PostgreSQL and players who buy continuously. Platform and PostgreSQL are separate
 * processes.
 * @param options.players number of players, which must be a multiple of 4. Each player can buy 180 tickets.
 */
export const startInterruptedPurchases = async (options: {
  players: number;
}): Promise<InterruptedPurchases> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'golden-lotto-ledger-'));
  await chmod(dataDir, 0o755);
  const cluster = createEmbeddedCluster(dataDir);
  await cluster.ensureRunning();
  const port = String(await bindable(0));
  /** Returns the current URL of the database. PostgreSQL can listen on another port after a restart. */
  const urlNow = (): string => {
    const { host, port: at, user, password, database } = cluster.connection();
    return `postgres://${user}:${encodeURIComponent(password)}@${host}:${at}/${database}`;
  };

  const { drawId, players } = await fundPlayers(urlNow(), options.players);
  const start = () =>
    startPlatformProcess({
      DATA_DIR: dataDir,
      PLATFORM_PORT: port,
      PLATFORM_API_KEY: testKeys.apiKey,
      PLATFORM_HASH: testKeys.hash,
      DRAW_SEAL_KEY: testKeys.drawSealKey,
      SEED_PLAYERS: '0',
    });
  let platform: PlatformProcess = await start();

  const buyers = startBuyers({ port, drawId, players });
  const { acknowledged } = buyers;

  const readiness = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;

  return {
    attempts: buyers.attempts,
    sell: async (count) => {
      const enough = acknowledged.size + count;
      const enoughAreSold = async () => {
        await expect.poll(() => acknowledged.size, patience).toBeGreaterThanOrEqual(enough);
      };
      // If a purchase is rejected, `buyers.ended` rejects and the test fails without waiting.
      await Promise.race([buyers.ended, enoughAreSold()]);
    },
    kill: async (victim) => {
      if (victim === 'platform') {
        await platform.signal('SIGKILL');
        platform = await start();
        return;
      }
      const postmaster = await findPostmaster(join(dataDir, 'postgres'));
      if (!postmaster) throw new Error('no server runs');
      process.kill(postmaster.pid, 'SIGKILL');
      await cluster.ensureRunning();
    },
    restartPostgres: async () => {
      const fromMs = performance.now();
      await cluster.stop();
      await cluster.ensureRunning();
      await expect.poll(readiness, patience).toBe(200);
      return { fromMs, toMs: performance.now() };
    },
    settle: async () => {
      await buyers.stop();
      await expectStored(urlNow(), buyers);
      await expectCounted(urlNow(), options.players);
      await platform.signal('SIGKILL');
      await cluster.ensureRunning();
      const database = createDatabase(
        () => cluster.connection(),
        () => undefined,
      );
      const report = await checkLedger(database);
      await database.close();
      expect(report.findings).toEqual([]);
      return { acknowledged: acknowledged.size, unanswered: buyers.unanswered(), report };
    },
    close: async () => {
      buyers.giveUp();
      await platform.signal('SIGKILL');
      await buyers.ended.catch(() => undefined);
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
