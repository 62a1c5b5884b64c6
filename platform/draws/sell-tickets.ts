import { and, eq, gt, lte, sql } from 'drizzle-orm';
import { encodeLine } from '../../shared/domain/draw-kinds.ts';
import type { Db } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { createRandom, populationLines } from './population.ts';
import { receiptNumbers } from './receipt-numbers.ts';
import { draws } from './tables.ts';
import { insertTickets, type NewTicket, ticketsOf } from './ticket-store.ts';

/** So many seeded players there are. */
const players = 2400;
/** The last seeded ticket is bought this much before sales close. */
const lastSaleBeforeCloseMs = 3000;

/** Opens the sales of every draw whose time has come; its commitment is stored already. */
export async function openDraws(db: Db, now: Date): Promise<void> {
  await db
    .update(draws)
    .set({ status: 'open', openedAt: now })
    .where(and(eq(draws.status, 'committed'), lte(draws.salesOpenAt, now), gt(draws.salesCloseAt, now)));
}

/** What seeded players buy next, and under which numbers; `sold` is how many they hold already. */
export function populationTickets(
  game: GameDefinition,
  drawId: string,
  sold: number,
  count: number,
  boughtAt: Date,
  soldLines?: ReadonlySet<string>,
): NewTicket[] {
  const random = createRandom(`${drawId} ${sold}`);
  const numbers = receiptNumbers(drawId, count);
  return populationLines(game.kind, random, count, soldLines).map((line, index) => ({
    drawId,
    receiptNumber: numbers[index] ?? '',
    line,
    stakeMinor: game.ticketPriceMinor,
    playerNo: Math.floor(random() * players),
    boughtAt,
  }));
}

export interface OnSale {
  populationTarget: number;
  populationSold: number;
  salesOpenAt: Date;
  salesCloseAt: Date;
}

/** When seeded players buy their last ticket of a draw, as milliseconds since 1970. */
export function lastTicketMs(draw: OnSale): number {
  return draw.salesCloseAt.getTime() - lastSaleBeforeCloseMs;
}

function salesSpanMs(draw: OnSale): number {
  return Math.max(1, lastTicketMs(draw) - draw.salesOpenAt.getTime());
}

/** How many tickets the seeded players lack at a moment: they buy evenly over the time of the sales. */
export function ticketsWanted(draw: OnSale, now: Date): number {
  const part = (now.getTime() - draw.salesOpenAt.getTime()) / salesSpanMs(draw);
  return Math.floor(draw.populationTarget * Math.min(1, Math.max(0, part))) - draw.populationSold;
}

/** When seeded players want their next ticket, as milliseconds since 1970; Infinity once all are bought. */
export function nextTicketMs(draw: OnSale): number {
  if (draw.populationSold >= draw.populationTarget) return Number.POSITIVE_INFINITY;
  const part = (draw.populationSold + 1) / draw.populationTarget;
  return draw.salesOpenAt.getTime() + Math.ceil(salesSpanMs(draw) * part);
}

/**
 * Seeded players buy what they lack of one draw. The draw's row is locked meanwhile, so no ticket can slip in behind
 * the closing, and no two processes buy the same tickets; who finds it locked leaves it to the other.
 */
export async function sellToPopulation(
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
    const wanted = ticketsWanted(row, now);
    if (wanted <= 0) return;
    const soldLines =
      game.kind.kind === 'raffle'
        ? new Set((await ticketsOf(tx, drawId)).map((ticket) => encodeLine(game.kind, ticket.line)))
        : undefined;
    await insertTickets(tx, populationTickets(game, drawId, row.populationSold, wanted, now, soldLines));
    await tx
      .update(draws)
      // Counted as wanted, also where a raffle is sold out: nobody asks again.
      .set({ populationSold: sql`${draws.populationSold} + ${wanted}` })
      .where(eq(draws.drawId, drawId));
  });
}
