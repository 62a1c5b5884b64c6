import { drizzle } from 'drizzle-orm/node-postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Transaction } from '../../../platform/db/database.ts';
import type { CorrectionOutcome, CorrectResult } from '../../../platform/draws/corrections/order.ts';
import { correctResult, voidResult } from '../../../platform/draws/corrections/service.ts';
import { settleDraw } from '../../../platform/draws/hold-draw.ts';
import { ticketsOf } from '../../../platform/draws/ticket-store.ts';
import { queryDatabase } from '../../helpers/database.ts';
import { type FundedPlayer, fundedPlayer } from '../../helpers/funded-player.ts';
import { type LargeDraw, startLargeDraw } from '../../helpers/large-draw.ts';
import { gamesOf } from '../../helpers/platform-games.ts';
import { expectClean } from './plays.ts';

const LINES = 400;
/** A batch has two chunks of eight lines. */
const LINES_PER_BATCH = 16;

let draw: LargeDraw;
let player: FundedPlayer;

beforeAll(async () => {
  draw = await startLargeDraw(LINES);
  player = await fundedPlayer(draw.platform, { funds: { deposit: 10_000_00 } });
  const lines = Array.from({ length: 40 }, (_, index) => [index + 1]);
  const order = { gameId: 'keno', drawId: draw.drawId, lines, idempotencyKey: 'the-only-purchase' };
  const { body } = await player.call('tickets/buy', order);
  if (!body.success) throw new Error(body.firstCode);
  await draw.tickAt(draw.closeAt);
  await draw.tickAt(draw.drawAt);
  await draw.postAll();
});
afterAll(() => draw?.platform.stop());

/**
 * Runs a correction as an operator does, on a connection outside the pool.
 * @returns the outcome of the correction, and the largest number of ticket lines that one SQL statement returned
 */
async function observed(work: (tx: Transaction) => Promise<CorrectionOutcome>) {
  const client = await draw.platform.deps.database.connect();
  const query: (...args: unknown[]) => Promise<unknown> = client.query.bind(client);
  let mostLines = 0;
  const observer = async (...args: unknown[]) => {
    const result = await query(...args);
    mostLines = Math.max(mostLines, JSON.stringify(result).match(/KENO-\d+-/g)?.length ?? 0);
    return result;
  };
  Object.assign(client, { query: observer });
  try {
    return { outcome: await drizzle({ client }).transaction(work), mostLines };
  } finally {
    await client.end();
  }
}

function deps() {
  return { ...draw.platform.deps, timeZone: draw.platform.deps.config.timeZone };
}

function correct(change: Pick<CorrectResult, 'drawn'>) {
  const order = { drawId: draw.drawId, reason: 'A number was read wrongly.', by: 'test', ...change };
  return observed((tx) => correctResult(deps(), tx, order));
}

function storedWins() {
  return queryDatabase(
    draw.platform.databaseUrl,
    `select receipt_number, line_no, prize_no, amount_minor::int from wins
     where draw_id = $1 and posted_at is not null order by receipt_number, line_no`,
    [draw.drawId],
  );
}

async function winningsTotal(): Promise<number> {
  const [row] = await queryDatabase<{ total: number }>(
    draw.platform.databaseUrl,
    "select sum(balance_minor)::int as total from ledger_accounts where bucket = 'winnings'",
  );
  return row?.total ?? 0;
}

const otherNumbers = Array.from({ length: 20 }, (_, index) => String(index + 1));

// The tests depend on their order, because they change the result of the same draw.
describe('correction of a large draw', () => {
  it('reads tickets in batches and gives the same result as an in-memory settlement', async () => {
    const { outcome, mostLines } = await correct({ drawn: otherNumbers });
    expect(outcome.kind).toBe('done');
    expect(mostLines).toBeGreaterThan(0);
    expect(mostLines).toBeLessThanOrEqual(LINES_PER_BATCH);
    const [game] = gamesOf('keno');
    if (!game) throw new Error('no game');
    const row = await draw.row();
    const tickets = await ticketsOf(draw.platform.deps.db, draw.drawId);
    const toSettle = tickets.map(({ line, playerNo }) => ({
      line,
      shownAs: playerNo === null ? null : { playerNo },
    }));
    const { wins, topWins, ...held } = settleDraw(game, row, otherNumbers, toSettle);
    expect(row).toMatchObject({ ...held, topWin: topWins[0] });
    expect(await storedWins()).toEqual(
      wins.map(({ ticketIndex, prizeNo, amountMinor }) => ({
        receipt_number: tickets[ticketIndex]?.receiptNumber,
        line_no: tickets[ticketIndex]?.lineNo,
        prize_no: prizeNo,
        amount_minor: amountMinor,
      })),
    );
    expect(await winningsTotal()).toBe(held.paidMinor);
    await expectClean(draw.platform);
  });

  it('restores the original wins if it restores the original numbers', async () => {
    const { outcome } = await correct({ drawn: 'seed' });
    if (outcome.kind === 'refused') throw new Error(outcome.why);
    expect(await storedWins()).toHaveLength(outcome.summary.after.winnersTotal);
    expect(await winningsTotal()).toBe(outcome.summary.after.paidMinor);
    await expectClean(draw.platform);
  });

  it('reads no ticket lines if it voids the draw', async () => {
    const order = { drawId: draw.drawId, reason: 'The machine was faulty.', by: 'test' };
    const { outcome, mostLines } = await observed((tx) => voidResult(deps(), tx, order));
    const { ticketPriceMinor } = await draw.row();
    expect(outcome).toMatchObject({
      kind: 'done',
      summary: { refunded: { accounts: 1, seeded: LINES, amountMinor: (LINES + 40) * ticketPriceMinor } },
    });
    expect(mostLines).toBe(0);
    expect(await storedWins()).toEqual([]);
    expect(await winningsTotal()).toBe(0);
    expect(await player.holds('deposit')).toBe(10_000_00);
    await expectClean(draw.platform);
  });
});
