import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import { createDatabase } from '../../platform/db/database.ts';
import { createEmbeddedCluster } from '../../platform/db/embedded.ts';
import { bindable, findPostmaster } from '../../platform/db/postmaster.ts';
import { checkLedger, type LedgerReport } from '../../platform/wallet/check.ts';
import { queryDatabase } from './database.ts';
import { type FundedPlayer, fundedPlayer } from './funded-player.ts';
import { authHeaders, startPlatform, testKeys } from './platform.ts';
import { type PlatformProcess, startPlatformProcess } from './platform-process.ts';

export type Victim = 'platform' | 'postgres';

export interface Sold {
  /** Purchases that a player received an answer for. */
  acknowledged: number;
  /** Attempts without an answer; the player retried with the same key. */
  unanswered: number;
}

/** One attempt to buy a ticket. */
export interface Attempt {
  startedMs: number;
  answeredMs: number;
  /** Null: the attempt got no answer. */
  code: string | null;
}

export interface InterruptedPurchases {
  /** Every attempt so far, in the order of the answers. */
  attempts: readonly Attempt[];
  /** Lets players buy until `count` more purchases are acknowledged. @throws where a purchase is refused */
  sell(count: number): Promise<void>;
  /** Ends the victim with SIGKILL while players buy, and starts it again. */
  kill(victim: Victim): Promise<void>;
  /**
   * Stops and starts PostgreSQL as an operator does, while the platform runs on and players buy.
   * @returns the time span in which the platform's health check may fail
   */
  restartPostgres(): Promise<{ fromMs: number; toMs: number }>;
  /**
   * Stops buying and compares the acknowledged purchases with the database: each is stored once and paid once, and
   * there are no others. Then checks the whole ledger.
   */
  settle(): Promise<Sold & { report: LedgerReport }>;
  close(): Promise<void>;
}

const pairs = 4;
/** Two buyers share a player and buy this many tickets each: a player may hold 200 lines of a draw. */
const ticketsEach = 90;
const ticketMinor = 50_00;
const patience = { timeout: 120_000, interval: 10 };
/** How soon a buyer retries an attempt that got no answer. */
const againMs = 50;

/**
 * Starts the platform and an embedded PostgreSQL as processes of their own, and players who buy all the time.
 * @param options.players each can buy 180 tickets; a multiple of 4
 */
export const startInterruptedPurchases = async (options: {
  players: number;
}): Promise<InterruptedPurchases> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'golden-lotto-ledger-'));
  await chmod(dataDir, 0o755);
  const cluster = createEmbeddedCluster(dataDir);
  await cluster.ensureRunning();
  const port = String(await bindable(0));
  /** A server that was killed may come back on another port. */
  const urlNow = (): string => {
    const { host, port: at, user, password, database } = cluster.connection();
    return `postgres://${user}:${encodeURIComponent(password)}@${host}:${at}/${database}`;
  };

  const first = await startPlatform({
    beside: { databaseUrl: urlNow() },
    now: new Date(),
    seedPlayers: false,
  });
  await first.deps.engine.tick();
  // Jackpot has two draws a week, each on sale for seven days, so one is always on sale.
  const [draw] = await queryDatabase<{ draw_id: string }>(
    urlNow(),
    `select draw_id from draws where game_id = 'jackpot' and status = 'open'
     order by sales_close_at desc limit 1`,
  );
  const drawId = draw?.draw_id ?? '';
  /** Half of the money for two buyers' tickets: each bucket gets one half. */
  const half = ticketsEach * ticketMinor;
  const players = await Promise.all(
    Array.from({ length: options.players }, () =>
      fundedPlayer(first, { funds: { deposit: half, winnings: half } }),
    ),
  );
  await first.stop();

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

  /** Receipts that players were given, by idempotency key. */
  const acknowledged = new Map<string, string>();
  const attempts: Attempt[] = [];
  let unanswered = 0;
  let isClosed = false;
  const over = new AbortController();
  /** @returns the receipt's number, or null where no answer came */
  const attempt = async (token: string, idempotencyKey: string): Promise<string | null> => {
    const startedMs = performance.now();
    const data = { gameId: 'jackpot', drawId, lines: [[4, 8, 15, 16, 23, 42]], idempotencyKey };
    const response = await fetch(`http://127.0.0.1:${port}/api/v1/tickets/buy`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...authHeaders, authorization: `Bearer ${token}` },
      body: JSON.stringify({
        ucid: testKeys.ucid,
        channel: 2,
        device_type: 'DESKTOP',
        app_type: 'WEB',
        data,
      }),
    }).catch(() => null);
    const body = await response?.json().catch(() => null);
    attempts.push({ startedMs, answeredMs: performance.now(), code: body?.firstCode ?? null });
    if (body && !body.success && body.firstCode !== '15500')
      throw new Error(`refused with ${body.firstCode}`);
    return body?.data?.receiptNumber ?? null;
  };
  /** Buys one ticket after another; retries an attempt without an answer with the same key. */
  const buyer = async (own: readonly FundedPlayer[]): Promise<void> => {
    for (let bought = 0; !over.signal.aborted; bought++) {
      const { token } = own[Math.floor(bought / ticketsEach)] ?? { token: null };
      if (token === null) throw new Error('more was bought than there are players for');
      const key = randomUUID();
      let receipt = await attempt(token, key);
      while (receipt === null) {
        if (isClosed) return;
        unanswered++;
        await wait(againMs);
        receipt = await attempt(token, key);
      }
      acknowledged.set(key, receipt);
    }
  };
  const buying = Promise.all(
    Array.from({ length: 2 * pairs }, (_, index) =>
      buyer(players.filter((_player, at) => at % pairs === index % pairs)),
    ),
  );
  // `sell` or `settle` reports the rejection.
  buying.catch(() => undefined);

  const readiness = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).status;

  return {
    attempts,
    sell: async (count) => {
      const enough = acknowledged.size + count;
      const enoughAreSold = async () => {
        await expect.poll(() => acknowledged.size, patience).toBeGreaterThanOrEqual(enough);
      };
      // A refused purchase ends the test at once.
      await Promise.race([buying, enoughAreSold()]);
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
      over.abort();
      await buying;
      const bought = await queryDatabase<{ idempotency_key: string; receipt_number: string }>(
        urlNow(),
        'select idempotency_key, receipt_number from purchases',
      );
      expect(new Map(bought.map((row) => [row.idempotency_key, row.receipt_number]))).toEqual(acknowledged);
      const [books] = await queryDatabase(
        urlNow(),
        `select (select count(*)::int from tickets) as tickets,
           (select count(*)::int from transfers where kind = 'ticket') as transfers,
           (select sum(balance_minor)::bigint::text from ledger_accounts
             where owner <> 'house' and currency_code = 'INR') as left_over`,
      );
      expect(books).toEqual({
        tickets: acknowledged.size,
        transfers: acknowledged.size,
        left_over: String((2 * players.length * ticketsEach - acknowledged.size) * ticketMinor),
      });
      await platform.signal('SIGKILL');
      await cluster.ensureRunning();
      const database = createDatabase(
        () => cluster.connection(),
        () => undefined,
      );
      const report = await checkLedger(database);
      await database.close();
      expect(report.findings).toEqual([]);
      return { acknowledged: acknowledged.size, unanswered, report };
    },
    close: async () => {
      over.abort();
      isClosed = true;
      await platform.signal('SIGKILL');
      await buying.catch(() => undefined);
      await cluster.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
};
