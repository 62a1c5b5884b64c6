import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, expect, it } from 'vitest';
import { seededTickets } from '../../../platform/draws/seeded-sales.ts';
import { insertTickets } from '../../../platform/draws/ticket-store.ts';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { brokenInvariants } from '../../helpers/draw-invariants.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { operatorEnv, type PlatformProcess, startPlatformProcess } from '../../helpers/platform-process.ts';

const HOUR_MS = 3_600_000;
/** Number of ticket lines. The platform stores them in 24 chunks, and posts their prizes in six batches. */
const LINES = 24_000;
const LINES_PER_INSERT = 6000;

const processes: PlatformProcess[] = [];
let first: TestPlatform;
/** Reads the progress on one connection. With a new connection for each read, the test could miss a short stage. */
let observer: Client;
afterAll(async () => {
  for (const running of processes) await running.signal('SIGKILL');
  await observer?.end();
  await first?.stop();
});

/** Time between two reads of the progress. Each stage of the draw takes much longer. */
const pollMs = 5;

interface Progress extends Record<string, unknown> {
  chunks: number;
  has_root: boolean;
  winners_total: number;
  prizes_posted: number;
  is_posted: boolean;
}

async function progress(drawId: string): Promise<Progress> {
  const { rows } = await observer.query<Progress>(
    `select (select count(*)::int from draw_chunks where draw_id = $1) as chunks, tickets_root is not null as has_root,
       winners_total, prizes_posted, posted_at is not null as is_posted
     from draws where draw_id = $1`,
    [drawId],
  );
  const [row] = rows;
  if (!row) throw new Error(`no draw ${drawId}`);
  return row;
}

async function startAndWait(drawId: string, isReached: (now: Progress) => boolean): Promise<PlatformProcess> {
  const running = await startPlatformProcess(operatorEnv(first.databaseUrl));
  processes.push(running);
  while (!isReached(await progress(drawId))) await wait(pollMs);
  return running;
}

/** Creates a player who wants mails about wins, and who has 20 receipts in the draw. */
async function playerWithReceipts(drawId: string): Promise<FundedPlayer> {
  const asked = first.clock.now();
  const email = 'winner@mail.example';
  const player = await fundedPlayer(first, {
    funds: { deposit: 10_000_00 },
    account: { email, emailKey: email, emailVerifiedAt: asked, winMailsSince: asked },
  });
  for (let receipt = 0; receipt < 20; receipt++) {
    const lines = Array.from({ length: 5 }, (_, index) => [1 + ((5 * receipt + index) % 80)]);
    const order = { gameId: 'keno', drawId, lines, idempotencyKey: randomUUID() };
    const { body } = await player.call('tickets/buy', order);
    if (!body.success) throw new Error(`the purchase was refused: ${body.firstCode}`);
  }
  return player;
}

/**
 * Returns how many mails and notifications about wins the player got, whether several transfers paid the prizes, and
 * whether the notified amounts sum to the prizes.
 */
async function winsTold({ accountId }: FundedPlayer) {
  const { rows } = await observer.query<Record<string, unknown>>(
    `select (select count(*)::int from messages where template = 'win') as mails,
       (select count(*)::int from win_mails) as waiting,
       (select count(*)::int from notifications where kind = 'win' and account_id = $1) as notifications,
       (select count(*) > 1 from player_transfers where kind = 'prize' and owner = 'player:' || $1) as "inSeveralBatches",
       (select sum((data ->> 'amountMinor')::bigint) from notifications where kind = 'win' and account_id = $1)
         = (select sum(amount_minor) from wins join tickets using (draw_id, receipt_number, line_no)
            where account_id = $1) as "amountAgrees"`,
    [accountId],
  );
  return rows[0];
}

it('a large draw pays and reports each prize exactly once, even if the platform is killed at every stage', async () => {
  // The clock of this platform is three hours slow. Therefore the open draw of this platform is overdue for the next
  // platform, which closes and runs the draw.
  first = await startPlatform({ now: new Date(Date.now() - 3 * HOUR_MS) });
  observer = new Client({ connectionString: first.databaseUrl });
  await observer.connect();
  const { engine, db, catalogue } = first.deps;
  await engine.tick();
  const [open] = await queryDatabase<{ draw_id: string }>(
    first.databaseUrl,
    "select draw_id from draws where game_id = 'keno' and status = 'open' order by draw_at limit 1",
  );
  const game = catalogue.find(({ gameId }) => gameId === 'keno');
  if (!open || !game) throw new Error('no draw');
  const drawId = open.draw_id;
  for (let sold = 0; sold < LINES; sold += LINES_PER_INSERT)
    await insertTickets(db, seededTickets(game, drawId, sold, LINES_PER_INSERT, first.clock.now()));

  const player = await playerWithReceipts(drawId);

  const stages: ((now: Progress) => boolean)[] = [
    ({ chunks }) => chunks > 0,
    ({ has_root: hasRoot }) => hasRoot,
    ({ prizes_posted: posted }) => posted > 0,
    ({ prizes_posted: posted, winners_total: winners }) => posted > winners / 2,
  ];
  const killedAt: Progress[] = [];
  for (const stage of stages) {
    const running = await startAndWait(drawId, stage);
    await running.signal('SIGKILL');
    killedAt.push(await progress(drawId));
  }
  // The states after the kills show that the kills interrupted the close, the count of the winners and the posting of
  // the prizes.
  expect(killedAt[0]?.has_root).toBe(false);
  expect(killedAt[1]).toMatchObject({ chunks: 24, is_posted: false });
  expect(killedAt.at(-1)?.is_posted).toBe(false);

  const last = await startAndWait(drawId, (now) => now.is_posted);
  const { winners_total: winners, prizes_posted: posted } = await progress(drawId);
  expect(posted).toBe(winners);
  await expect.poll(() => winsTold(player)).toMatchObject({ mails: 1, waiting: 0 });
  expect(await winsTold(player)).toEqual({
    mails: 1,
    waiting: 0,
    notifications: 1,
    inSeveralBatches: true,
    amountAgrees: true,
  });
  expect(await last.signal('SIGTERM')).toEqual({ code: 0, signal: null });
  expect(await brokenInvariants(first.databaseUrl)).toEqual([]);
  const [sums] = await queryDatabase(
    first.databaseUrl,
    `select (select sum(balance_minor)::text from ledger_accounts where bucket = 'winnings') as paid,
       (select sum(amount_minor)::text from wins) as won,
       (select count(*)::int from wins where posted_at is null) as unpaid,
       (select count(distinct (receipt_number, line_no))::int from wins where draw_id = $1) as lines`,
    [drawId],
  );
  expect(sums).toEqual({ paid: sums?.['won'], won: sums?.['won'], unpaid: 0, lines: winners });
  expect((await checkLedger(first.deps.database)).findings).toEqual([]);
}, 180_000);
