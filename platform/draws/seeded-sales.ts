import { and, eq, gt, sql } from 'drizzle-orm';
import { encodeLine } from '../../shared/domain/draw-kinds.ts';
import type { Db } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { createPseudoRandom } from './pseudo-random.ts';
import { receiptNumbers } from './receipt-numbers.ts';
import { seededLines } from './seeded-lines.ts';
import { draws } from './tables.ts';
import { insertTickets, type NewTicket, ticketsOf } from './ticket-store.ts';

const seededPlayerCount = 2400;
/** The last seeded ticket is sold this long before sales close. */
const lastSaleBeforeCloseMs = 3000;
/**
 * Seeded (simulated) players buy tickets only during this last part of the sales period. Sales open much earlier. If
 * seeded players bought from the beginning, the platform would have to sell thousands of tickets at its first start.
 */
export const seededSalesMs = 2 * 86_400_000;

/**
 * Returns the next tickets of seeded (simulated) players in a draw.
 * @param sold number of tickets of this draw that seeded players already have
 */
export function seededTickets(
  game: GameDefinition,
  drawId: string,
  sold: number,
  count: number,
  boughtAt: Date,
  soldLines?: ReadonlySet<string>,
): NewTicket[] {
  const random = createPseudoRandom(`${drawId} ${sold}`);
  const numbers = receiptNumbers(drawId, count);
  return seededLines(game.kind, random, count, soldLines).map((line, index) => ({
    drawId,
    receiptNumber: numbers[index] ?? '',
    line,
    stakeMinor: game.ticketPriceMinor,
    playerNo: Math.floor(random() * seededPlayerCount),
    boughtAt,
  }));
}

export interface SeededSales {
  populationTarget: number;
  populationSold: number;
  salesOpenAt: Date;
  salesCloseAt: Date;
}

/** Returns the time of a draw's last sale to seeded (simulated) players, as milliseconds since 1970. */
export function lastSeededSaleMs(draw: SeededSales): number {
  return draw.salesCloseAt.getTime() - lastSaleBeforeCloseMs;
}

function firstSeededSaleMs(draw: SeededSales): number {
  return Math.max(draw.salesOpenAt.getTime(), draw.salesCloseAt.getTime() - seededSalesMs);
}

function seededSpanMs(draw: SeededSales): number {
  return Math.max(1, lastSeededSaleMs(draw) - firstSeededSaleMs(draw));
}

/**
 * Returns how many tickets to sell to seeded (simulated) players now. These sales are spread evenly over their period.
 */
export function seededTicketsDue(draw: SeededSales, now: Date): number {
  const part = (now.getTime() - firstSeededSaleMs(draw)) / seededSpanMs(draw);
  return Math.floor(draw.populationTarget * Math.min(1, Math.max(0, part))) - draw.populationSold;
}

/**
 * Returns the time of the next sale to seeded (simulated) players, as milliseconds since 1970. Returns Infinity after
 * the last sale.
 */
export function nextSeededSaleMs(draw: SeededSales): number {
  if (draw.populationSold >= draw.populationTarget) return Number.POSITIVE_INFINITY;
  const part = (draw.populationSold + 1) / draw.populationTarget;
  return firstSeededSaleMs(draw) + Math.ceil(seededSpanMs(draw) * part);
}

/**
 * Sells the due tickets of one draw to seeded (simulated) players. The row lock of the draw prevents sales after the
 * close, and prevents two processes from selling the same tickets. If another process has locked the draw, the function
 * does nothing.
 */
export async function sellToSeededPlayers(
  db: Db,
  game: GameDefinition,
  drawId: string,
  now: Date,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(draws)
      .where(and(eq(draws.drawId, drawId), eq(draws.status, 'open'), gt(draws.salesCloseAt, now)))
      .for('update', { skipLocked: true });
    if (!row) return;
    const wanted = seededTicketsDue(row, now);
    if (wanted <= 0) return;
    const soldLines =
      game.kind.kind === 'raffle'
        ? new Set((await ticketsOf(tx, drawId)).map((ticket) => encodeLine(game.kind, ticket.line)))
        : undefined;
    await insertTickets(tx, seededTickets(game, drawId, row.populationSold, wanted, now, soldLines));
    await tx
      .update(draws)
      // Count all tickets that were due, even if the raffle was sold out, so that the same tickets are not due again.
      .set({ populationSold: sql`${draws.populationSold} + ${wanted}` })
      .where(eq(draws.drawId, drawId));
  });
}
