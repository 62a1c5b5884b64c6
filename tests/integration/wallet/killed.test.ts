import { randomUUID } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDatabase } from '../../../platform/db/database.ts';
import { createEmbeddedCluster, type EmbeddedCluster } from '../../../platform/db/embedded.ts';
import { bindable, findPostmaster } from '../../../platform/db/postmaster.ts';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { authHeaders, startPlatform, testKeys } from '../../helpers/platform.ts';
import { type PlatformProcess, startPlatformProcess } from '../../helpers/platform-process.ts';

const funds = 100_000_00;
const buyersEach = 2;
let dataDir: string;
let cluster: EmbeddedCluster;
let port: string;
let drawId: string;
let players: FundedPlayer[];
let running: PlatformProcess | undefined;

/** A server that was killed may come back on another port. */
const urlNow = (): string => {
  const { host, port: at, user, password, database } = cluster.connection();
  return `postgres://${user}:${encodeURIComponent(password)}@${host}:${at}/${database}`;
};

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'golden-lotto-ledger-'));
  await chmod(dataDir, 0o755);
  cluster = createEmbeddedCluster(dataDir);
  await cluster.ensureRunning();
  port = String(await bindable(0));
  const first = await startPlatform({
    beside: { databaseUrl: urlNow() },
    now: new Date(),
    seedPlayers: false,
  });
  await first.deps.engine.tick();
  // Two a week, on sale for seven days: one of them is, at any hour.
  const [draw] = await queryDatabase<{ draw_id: string }>(
    urlNow(),
    `select draw_id from draws where game_id = 'jackpot' and status = 'open'
     order by sales_close_at desc limit 1`,
  );
  drawId = draw?.draw_id ?? '';
  players = await Promise.all(
    Array.from({ length: 4 }, () =>
      fundedPlayer(first, { funds: { deposit: funds / 2, winnings: funds / 2 } }),
    ),
  );
  await first.stop();
});
afterAll(async () => {
  await running?.signal('SIGKILL');
  await cluster?.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const startAgain = async (): Promise<PlatformProcess> => {
  running = await startPlatformProcess({
    DATA_DIR: dataDir,
    PLATFORM_PORT: port,
    PLATFORM_API_KEY: testKeys.apiKey,
    PLATFORM_HASH: testKeys.hash,
    DRAW_SEAL_KEY: testKeys.drawSealKey,
    SEED_PLAYERS: '0',
  });
  return running;
};
const killPostgres = async (): Promise<void> => {
  const postmaster = await findPostmaster(join(dataDir, 'postgres'));
  if (!postmaster) throw new Error('no server runs');
  process.kill(postmaster.pid, 'SIGKILL');
};

/** What players were told that they have, by key, and how often they heard nothing. */
const acknowledged = new Map<string, string>();
let unheard = 0;
const over = new AbortController();

/** One ticket after another; whoever hears nothing asks again under the same key. */
const buyer = async ({ token }: FundedPlayer): Promise<void> => {
  while (!over.signal.aborted) {
    const idempotencyKey = randomUUID();
    const data = { gameId: 'jackpot', drawId, lines: [[4, 8, 15, 16, 23, 42]], idempotencyKey };
    while (!acknowledged.has(idempotencyKey)) {
      try {
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
          signal: AbortSignal.timeout(8000),
        });
        const body: { firstCode: string; data?: { receiptNumber: string } } = await response.json();
        if (body.data?.receiptNumber) acknowledged.set(idempotencyKey, body.data.receiptNumber);
        else if (body.firstCode !== '15500')
          throw new Error(`refused with ${body.firstCode}`, { cause: 'refused' });
      } catch (error) {
        if (error instanceof Error && error.cause === 'refused') throw error;
      }
      if (!acknowledged.has(idempotencyKey)) {
        unheard++;
        await wait(200);
      }
    }
  }
};
const sold = (count: number) =>
  expect.poll(() => acknowledged.size, { timeout: 60_000, interval: 10 }).toBeGreaterThanOrEqual(count);

it('no purchase that was acknowledged is lost, and none is doubled, when platform and PostgreSQL are killed in the middle of transfers', async () => {
  let platform = await startAgain();
  const buyers = players.flatMap((player) => Array.from({ length: buyersEach }, () => buyer(player)));
  const all = Promise.all(buyers);
  // Whoever is refused ends the test here and now, not where it is waited for.
  const until = (count: number) => Promise.race([all, sold(count)]);
  for (let kills = 0; kills < 3; kills++) {
    await until(acknowledged.size + 40);
    await platform.signal('SIGKILL');
    platform = await startAgain();
    await until(acknowledged.size + 40);
    await killPostgres();
    await cluster.ensureRunning();
  }
  await until(acknowledged.size + 40);
  over.abort();
  await all;
  // Something was under way at each kill.
  expect(unheard).toBeGreaterThanOrEqual(6);

  const bought = await queryDatabase<{ idempotency_key: string; receipt_number: string }>(
    urlNow(),
    'select idempotency_key, receipt_number from purchases',
  );
  expect(new Map(bought.map((row) => [row.idempotency_key, row.receipt_number]))).toEqual(acknowledged);
  const [books] = await queryDatabase(
    urlNow(),
    `select (select count(*)::int from tickets) as tickets,
       (select count(*)::int from transfers where kind = 'ticket') as transfers,
       (select sum(balance_minor)::bigint::text from ledger_accounts where owner <> 'house') as left_over`,
  );
  expect(books).toEqual({
    tickets: acknowledged.size,
    transfers: acknowledged.size,
    left_over: String(players.length * funds - acknowledged.size * 50_00),
  });
  await platform.signal('SIGKILL');

  await cluster.ensureRunning();
  const database = createDatabase(
    () => cluster.connection(),
    () => undefined,
  );
  expect((await checkLedger(database)).findings).toEqual([]);
  await database.close();
}, 240_000);
