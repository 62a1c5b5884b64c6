import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { correctResult } from '../../../platform/draws/corrections/service.ts';
import { postNext } from '../../../platform/draws/poster.ts';
import type { CallResponse } from '../../../shared/contract/calls.ts';
import { codes } from '../../../shared/contract/codes.ts';
import { DrawEvent, ResultEvent } from '../../../shared/contract/events.ts';
import { rootFromProof } from '../../../shared/domain/merkle.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { type EventReader, openEvents } from '../../helpers/event-stream.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { type LargeDraw, startLargeDraw } from '../../helpers/large-draw.ts';

let draw: LargeDraw;
let player: FundedPlayer;
let receiptNumber = '';
let events: EventReader;

/**
 * One line for each number from 1 to 40. About a quarter of the lines win, because Golden Keno draws 20 of 80 numbers.
 */
const lines = Array.from({ length: 40 }, (_, index) => [index + 1]);
const order = (idempotencyKey: string) => ({ gameId: 'keno', drawId: draw.drawId, lines, idempotencyKey });

beforeAll(async () => {
  draw = await startLargeDraw(100);
  player = await fundedPlayer(draw.platform, { funds: { deposit: 10_000_00 } });
  const { body } = await player.call('tickets/buy', order('the-only-purchase'));
  if (!body.success) throw new Error(body.firstCode);
  ({ receiptNumber } = body.data);
  events = await openEvents(draw.platform.url, {}, ['closed', 'result', 'posted']);
});
afterAll(async () => {
  events?.close();
  await draw?.platform.stop();
});

async function proof(): Promise<CallResponse<'draws/ticketProof'>> {
  const { body } = await draw.platform.call('draws/ticketProof', { drawId: draw.drawId, receiptNumber });
  if (!body.success) throw new Error(body.firstCode);
  return body.data;
}

async function played() {
  const purchases = await player.call('transaction/purchaseSummary', {});
  const history = await player.call('transaction/gameHistorySummary', {});
  const statistics = await player.call('transaction/getPlayerStatistics', {});
  if (!purchases.body.success || !history.body.success || !statistics.body.success)
    throw new Error('rejected');
  return {
    purchase: purchases.body.data.purchases[0]?.state,
    draw: history.body.data.draws[0]?.state,
    open: statistics.body.data.open.purchases,
  };
}

async function nextOf<T>(kind: string, schema: { parse(value: unknown): T }): Promise<T> {
  for (;;) {
    const { event, data } = await events.next();
    const parsed: { drawId?: string; result?: { drawId: string } } = JSON.parse(data);
    // Skip the events of other draws, such as those of Golden Jaldi.
    if ((parsed.drawId ?? parsed.result?.drawId) !== draw.drawId) continue;
    expect(event).toBe(kind);
    return schema.parse(parsed);
  }
}

// The tests depend on their order, because they follow one draw from its sales to its last prize.
describe('player in a large draw', () => {
  it('gets no ticket proof before the close of sales', async () => {
    expect(await proof()).toMatchObject({ ticketsRoot: null, lines: [] });
  });

  it('cannot buy while the Merkle root of the tickets is being computed', async () => {
    draw.platform.clock.set(draw.closeAt);
    await draw.platform.deps.engine.tick();
    expect(await draw.row()).toMatchObject({ status: 'closed', ticketsRoot: null });
    expect((await player.call('tickets/buy', order('a-late-purchase'))).body.firstCode).toBe(
      codes.salesClosed,
    );
  });

  it('receives the Merkle root in an event after the close', async () => {
    await draw.tickAt(draw.closeAt);
    const { ticketsRoot, ticketsTotal } = await draw.row();
    expect(await nextOf('closed', DrawEvent)).toEqual({
      tags: ['proofs:keno'],
      drawId: draw.drawId,
      gameId: 'keno',
      drawNumber: (await draw.row()).drawNumber,
      ticketsRoot,
      ticketsTotal,
      at: draw.closeAt.toISOString(),
    });
    const { body } = await draw.platform.call('draws/verify', { drawId: draw.drawId });
    expect(body.success && body.data).toMatchObject({ ticketsRoot, seed: null, prizesPosted: 0 });
  });

  it('can prove every line of the ticket', async () => {
    const { ticketsRoot, ticketsTotal, lines: proved } = await proof();
    expect(ticketsTotal).toBe(140);
    expect(proved.map(({ line }) => line)).toEqual(lines);
    for (const { leafData, leafIndex, siblings } of proved) {
      expect(siblings.length).toBeLessThanOrEqual(8);
      expect(rootFromProof({ leafData, leafIndex, treeSize: ticketsTotal, siblings })).toBe(ticketsRoot);
    }
    expect(new Set(proved.map(({ leafIndex }) => leafIndex)).size).toBe(lines.length);
  });

  it('gets no proof for a receipt of another draw', async () => {
    const other = { drawId: draw.drawId, receiptNumber: 'KENO-1-0000000000' };
    expect((await draw.platform.call('draws/ticketProof', other)).body.firstCode).toBe(codes.notFound);
    const unknown = { drawId: 'keno-1', receiptNumber };
    expect((await draw.platform.call('draws/ticketProof', unknown)).body.firstCode).toBe(codes.drawNotFound);
  });

  it('sees the purchase as pending until all prizes are posted', async () => {
    await draw.tickAt(draw.drawAt);
    const { result } = await nextOf('result', ResultEvent);
    expect(result).toMatchObject({ prizesPosted: 0, winnersTotal: (await draw.row()).winnersTotal });
    expect(await played()).toEqual({ purchase: 'pending', draw: 'pending', open: 1 });
    expect(await postNext(draw.platform.deps)).toBe('batch');
    expect(await played()).toEqual({ purchase: 'pending', draw: 'pending', open: 1 });
    const { body } = await draw.platform.call('draws/verify', { drawId: draw.drawId });
    const { prizesPosted, winnersTotal } = await draw.row();
    expect(body.success && body.data).toMatchObject({ prizesPosted, winnersTotal, verified: true });
  });

  it('sees no correction, because the platform rejects corrections until all prizes are posted', async () => {
    const { db, catalogue, ledger, clock, config } = draw.platform.deps;
    const deps = { catalogue, ledger, clock, timeZone: config.timeZone };
    const outcome = await db.transaction((tx) =>
      correctResult(deps, tx, {
        drawId: draw.drawId,
        reason: 'A number was read wrongly.',
        by: 'test',
        amounts: [{ prizeNo: 1, amountMinor: 1 }],
      }),
    );
    expect(outcome).toEqual({ kind: 'refused', why: expect.stringContaining('prizes') });
  });

  it('is paid the exact sum of all prizes, and is notified of this sum', async () => {
    await draw.postAll();
    const { ticketsRoot, winnersTotal } = await draw.row();
    expect(await nextOf('posted', DrawEvent)).toMatchObject({
      tags: ['results:keno', 'draws:keno'],
      ticketsRoot,
    });
    expect(await played()).toEqual({ purchase: 'drawn', draw: 'drawn', open: 0 });
    const { body } = await draw.platform.call('draws/verify', { drawId: draw.drawId });
    expect(body.success && body.data).toMatchObject({ prizesPosted: winnersTotal, winnersTotal });
    const [sums] = await queryDatabase<{ won: number; notified: number }>(
      draw.platform.databaseUrl,
      `select (select coalesce(sum(amount_minor), 0)::int from wins where receipt_number = $1) as won,
        (select coalesce(sum((data ->> 'amountMinor')::int), 0)::int from notifications where kind = 'win') as notified`,
      [receiptNumber],
    );
    expect(sums?.won).toBeGreaterThan(0);
    expect(sums?.notified).toBe(sums?.won);
    expect(await player.holds('winnings')).toBe(sums?.won);
  });

  it('gets one message and one transfer for all lines of a receipt', async () => {
    const [counts] = await queryDatabase(
      draw.platform.databaseUrl,
      `select (select count(*)::int from notifications where kind = 'win' and account_id::text = $1) as messages,
        (select count(*)::int from player_transfers where kind = 'prize' and owner = 'player:' || $1) as transfers,
        (select count(distinct place / 16) > 1 from (
          select row_number() over (order by receipt_number, line_no) - 1 as place, account_id from tickets
          where draw_id = $2) line where account_id::text = $1) as "isInSeveralBatches"`,
      [player.accountId, draw.drawId],
    );
    expect(counts).toEqual({ messages: 1, transfers: 1, isInSeveralBatches: true });
  });
});
