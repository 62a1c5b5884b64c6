import { afterEach, describe, expect, it } from 'vitest';
import { leavesOf } from '../../../platform/draws/close-draw.ts';
import { createWinnerCounts } from '../../../platform/draws/count-winners.ts';
import { holdDraw } from '../../../platform/draws/hold-draw.ts';
import { postNext } from '../../../platform/draws/poster.ts';
import { findDraw } from '../../../platform/draws/repository.ts';
import { ticketsOf } from '../../../platform/draws/ticket-store.ts';
import { checkLedger } from '../../../platform/wallet/check.ts';
import { merkleRoot } from '../../../shared/domain/merkle.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { brokenInvariants } from '../../helpers/draw-invariants.ts';
import { type LargeDraw, startLargeDraw } from '../../helpers/large-draw.ts';
import { gamesOf } from '../../helpers/platform-games.ts';

/**
 * The number of lines in most draws of this file. They fill seven batches, because a batch has two chunks of eight
 * lines.
 */
const LINES = 100;

let draw: LargeDraw;
afterEach(() => draw?.platform.stop());

function rows<R extends Record<string, unknown>>(text: string) {
  return queryDatabase<R>(draw.platform.databaseUrl, text);
}

describe('draw with several batches of tickets', () => {
  it('is closed batch by batch, and has no Merkle root before the last batch', async () => {
    draw = await startLargeDraw(4 * LINES);
    const { platform } = draw;
    platform.clock.set(draw.closeAt);
    await platform.deps.engine.tick();
    expect(await draw.row()).toMatchObject({ status: 'closed', ticketsRoot: null });
    expect(await draw.tickAt(draw.closeAt)).toBeGreaterThan(1);
    const { status, ticketsRoot, ticketsTotal, chunks } = await draw.row();
    expect({ status, ticketsTotal, chunks }).toEqual({
      status: 'closed',
      ticketsTotal: 4 * LINES,
      chunks: 50,
    });
    expect(ticketsRoot).toMatch(/^[0-9a-f]{64}$/);
  });

  it('is skipped by an engine that is still counting winners when another engine publishes the draw', async () => {
    draw = await startLargeDraw(4 * LINES);
    const { drawId, drawAt, platform } = draw;
    const [game] = gamesOf('keno');
    if (!game) throw new Error('no game');
    await draw.tickAt(draw.closeAt);
    const other = createWinnerCounts(platform.deps);
    expect(await other.advance(game, drawId, drawAt)).toBe('more');
    await draw.tickAt(drawAt);
    await draw.postAll();
    expect(await draw.row()).toMatchObject({ status: 'published', postedAt: drawAt });
    expect(await other.advance(game, drawId, drawAt)).toBeNull();
  });

  it.each([0, 1, 8, 15, 16, 17, 32, 100])(
    'has the same result as an in-memory settlement: %i lines',
    async (lines) => {
      draw = await startLargeDraw(lines);
      const { drawId, platform } = draw;
      await draw.tickAt(draw.closeAt);
      await draw.tickAt(draw.drawAt);
      await draw.postAll();
      const row = await draw.row();
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

  it('does not delay the draws of other games', async () => {
    draw = await startLargeDraw(LINES);
    const { platform } = draw;
    await draw.tickAt(draw.closeAt);
    const [jaldi] = await rows<{ draw_id: string }>(
      `select draw_id from draws where game_id = 'jaldi' and draw_at = '${draw.drawAt.toISOString()}'`,
    );
    await draw.tickAt(draw.drawAt);
    const published = await draw.row();
    expect(published).toMatchObject({ status: 'published', prizesPosted: 0, postedAt: null });
    expect(await findDraw(platform.deps.db, jaldi?.draw_id ?? '')).toMatchObject({
      status: 'published',
      postedAt: draw.drawAt,
    });
    let { prizesPosted, winnersTotal } = published;
    // Post batches until one batch contains a winner, because a batch of 16 lines may contain no winner.
    while (prizesPosted === 0) {
      expect(await postNext(platform.deps)).toBe('batch');
      ({ prizesPosted, winnersTotal } = await draw.row());
    }
    expect(prizesPosted).toBeLessThan(winnersTotal);
    expect(await rows('select count(*)::int as prizes from wins')).toEqual([{ prizes: prizesPosted }]);
  });

  it('pays its prizes only once, even if several processes post the prizes', async () => {
    draw = await startLargeDraw(LINES);
    const { platform } = draw;
    await draw.tickAt(draw.closeAt);
    await draw.tickAt(draw.drawAt);
    await Promise.all([draw.postAll(), draw.postAll(), draw.postAll()]);
    await draw.postAll();
    const { prizesPosted, winnersTotal } = await draw.row();
    expect(prizesPosted).toBe(winnersTotal);
    expect(await brokenInvariants(platform.databaseUrl)).toEqual([]);
    const [sums] = await rows(`select sum(balance_minor)::int as won,
      (select sum(amount_minor)::int from wins) as prizes from ledger_accounts where bucket = 'winnings'`);
    expect(sums?.['won']).toBe(sums?.['prizes']);
  });

  it('keeps copies of its ticket lines only until all prizes are posted', async () => {
    draw = await startLargeDraw(LINES);
    await draw.tickAt(draw.closeAt);
    const copies = 'select count(played)::int as copies from draw_chunks';
    expect(await rows(copies)).toEqual([{ copies: 13 }]);
    await draw.tickAt(draw.drawAt);
    await draw.postAll();
    expect(await rows(copies)).toEqual([{ copies: 0 }]);
  });
});
