import { afterEach, describe, expect, it } from 'vitest';
import { leavesOf } from '../../../platform/draws/close-draw.ts';
import { holdDraw } from '../../../platform/draws/hold-draw.ts';
import { postNext } from '../../../platform/draws/poster.ts';
import { type DrawRow, findDraw } from '../../../platform/draws/repository.ts';
import { seededTickets } from '../../../platform/draws/seeded-sales.ts';
import { insertTickets, ticketsOf } from '../../../platform/draws/ticket-store.ts';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { merkleRoot } from '../../../shared/domain/merkle.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { brokenInvariants } from '../../helpers/draw-invariants.ts';
import { startPlatform, type TestPlatform } from '../../helpers/platform.ts';
import { gamesOf } from '../../helpers/platform-games.ts';

/** 17:32 in Kolkata. Golden Keno is drawn at 18:00, Golden Jaldi every five minutes. */
const START = new Date('2026-11-18T12:02:00Z');
const CLOSE = new Date('2026-11-18T12:29:40Z');
const DRAW = new Date('2026-11-18T12:30:00Z');
const LINES = 100;
/** Seven batches of two chunks with eight lines each. */
const drawSizes = { linesPerChunk: 8, chunksPerBatch: 2 };

let platform: TestPlatform;
afterEach(() => platform?.stop());

function rows<R extends Record<string, unknown>>(text: string) {
  return queryDatabase<R>(platform.databaseUrl, text);
}

/** Starts a platform with one draw of Golden Keno that seeded players bought tickets in. Returns its id. */
async function startWithDraw(lines = LINES): Promise<string> {
  platform = await startPlatform({
    now: START,
    catalogue: gamesOf('keno', 'jaldi'),
    overrides: { drawSizes },
  });
  const { engine, db, catalogue } = platform.deps;
  await engine.tick();
  const [row] = await rows<{ draw_id: string }>(
    "select draw_id from draws where game_id = 'keno' order by draw_at",
  );
  const game = catalogue.find(({ gameId }) => gameId === 'keno');
  if (!row || !game) throw new Error('no draw');
  await insertTickets(db, seededTickets(game, row.draw_id, 0, lines, START));
  return row.draw_id;
}

async function stored(drawId: string): Promise<DrawRow> {
  const row = await findDraw(platform.deps.db, drawId);
  if (!row) throw new Error(`no draw ${drawId}`);
  return row;
}

/** Ticks as often as the engine asks for before its clock would advance by a second. @returns the number of ticks */
async function tickAt(now: Date): Promise<number> {
  platform.clock.set(now);
  for (let ticks = 1; ; ticks++)
    if ((await platform.deps.engine.tick()) - now.getTime() >= 1000) return ticks;
}

async function postAll(): Promise<number> {
  for (let batches = 0; ; batches++) if ((await postNext(platform.deps)) === 'none') return batches;
}

describe('a draw of several batches', () => {
  it('is closed batch by batch, and has no root before the last batch', async () => {
    const drawId = await startWithDraw();
    platform.clock.set(CLOSE);
    await platform.deps.engine.tick();
    expect(await stored(drawId)).toMatchObject({ status: 'closed', ticketsRoot: null });
    expect(await tickAt(CLOSE)).toBeGreaterThan(3);
    const { status, ticketsRoot, ticketsTotal, chunks } = await stored(drawId);
    expect({ status, ticketsTotal, chunks }).toEqual({ status: 'closed', ticketsTotal: LINES, chunks: 13 });
    expect(ticketsRoot).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([0, 1, 8, 15, 16, 17, 32, 100])(
    'has with %i lines the same result as a settlement in memory',
    async (lines) => {
      const drawId = await startWithDraw(lines);
      await tickAt(CLOSE);
      await tickAt(DRAW);
      await postAll();
      const row = await stored(drawId);
      const tickets = await ticketsOf(platform.deps.db, drawId);
      const [game] = gamesOf('keno');
      if (!game || row.seed === null) throw new Error('not published');
      const ticketsRoot = merkleRoot(leavesOf(game, row.method, tickets));
      const salesMinor = lines * row.ticketPriceMinor;
      const held = holdDraw(game, { ...row, seedHex: row.seed, ticketsRoot, salesMinor }, tickets);
      const { wins, topWins, ...outcome } = held;
      expect(row).toMatchObject({ ...outcome, ticketsRoot, salesMinor, ticketsTotal: lines });
      expect(row.prizesPosted).toBe(wins.length);
      expect(row.postedAt).not.toBeNull();
      expect(
        await rows(`select receipt_number, line_no, prize_no, amount_minor::int from wins
        where draw_id = '${drawId}' and posted_at is not null order by receipt_number, line_no`),
      ).toEqual(
        wins.map(({ ticketIndex, prizeNo, amountMinor }) => ({
          receipt_number: tickets[ticketIndex]?.receiptNumber,
          line_no: tickets[ticketIndex]?.lineNo,
          prize_no: prizeNo,
          amount_minor: amountMinor,
        })),
      );
      expect(await rows("select top_wins from game_days where game_id = 'keno'")).toEqual([
        { top_wins: topWins },
      ]);
      expect(await brokenInvariants(platform.databaseUrl)).toEqual([]);
      expect((await checkLedger(platform.deps.database)).findings).toEqual([]);
      const [paid] = await rows(
        "select coalesce(sum(balance_minor), 0)::int as won from ledger_accounts where bucket = 'winnings'",
      );
      expect(paid).toEqual({ won: held.paidMinor });
    },
  );

  it('is published before its prizes are posted, and does not delay the draws of other games', async () => {
    const drawId = await startWithDraw();
    await tickAt(CLOSE);
    const [jaldi] = await rows<{ draw_id: string }>(
      `select draw_id from draws where game_id = 'jaldi' and draw_at = '${DRAW.toISOString()}'`,
    );
    await tickAt(DRAW);
    const published = await stored(drawId);
    expect(published).toMatchObject({ status: 'published', prizesPosted: 0, postedAt: null });
    expect(await stored(jaldi?.draw_id ?? '')).toMatchObject({ status: 'published', postedAt: DRAW });
    let { prizesPosted, winnersTotal } = published;
    // A batch of 16 lines may be without a winner.
    while (prizesPosted === 0) {
      expect(await postNext(platform.deps)).toBe('batch');
      ({ prizesPosted, winnersTotal } = await stored(drawId));
    }
    expect(prizesPosted).toBeLessThan(winnersTotal);
    expect(await rows('select count(*)::int as prizes from wins')).toEqual([{ prizes: prizesPosted }]);
  });

  it('is posted once by several concurrent processes', async () => {
    const drawId = await startWithDraw();
    await tickAt(CLOSE);
    await tickAt(DRAW);
    await Promise.all([postAll(), postAll(), postAll()]);
    await postAll();
    const { prizesPosted, winnersTotal } = await stored(drawId);
    expect(prizesPosted).toBe(winnersTotal);
    expect(await brokenInvariants(platform.databaseUrl)).toEqual([]);
    const [sums] = await rows(`select sum(balance_minor)::int as won,
      (select sum(amount_minor)::int from wins) as prizes from ledger_accounts where bucket = 'winnings'`);
    expect(sums?.['won']).toBe(sums?.['prizes']);
  });

  it('deletes the copies of its lines once their prizes are posted', async () => {
    await startWithDraw();
    await tickAt(CLOSE);
    const copies = 'select count(played)::int as copies from draw_chunks';
    expect(await rows(copies)).toEqual([{ copies: 13 }]);
    await tickAt(DRAW);
    await postAll();
    expect(await rows(copies)).toEqual([{ copies: 0 }]);
  });
});
