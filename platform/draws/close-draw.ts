import { and, eq, inArray, lte } from 'drizzle-orm';
import { encodeLine } from '../../shared/domain/draw-kinds.ts';
import type { DrawMethod } from '../../shared/domain/draw-methods.ts';
import { merkleRoot, ticketLeaf } from '../../shared/domain/merkle.ts';
import type { Db } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { draws } from './tables.ts';
import { type StoredTicket, ticketsOf } from './ticket-store.ts';

/**
 * Merkle root of a draw's tickets (shared/domain/merkle.ts).
 * @param tickets ordered by the bytes of the receipt number, then by line number
 */
export function ticketsRootOf(
  game: GameDefinition,
  method: DrawMethod,
  tickets: readonly Pick<StoredTicket, 'receiptNumber' | 'lineNo' | 'line'>[],
): string {
  return merkleRoot(
    tickets.map(({ receiptNumber, lineNo, line }) =>
      ticketLeaf(method, { receiptNumber, lineNo, encodedLine: encodeLine(game.kind, line) }),
    ),
  );
}

/**
 * Ends the sales of one draw: counts its tickets and stores their root before any number is drawn.
 * @returns false if another process has closed the draw or is closing it
 */
export function closeDraw(db: Db, game: GameDefinition, drawId: string, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select({ method: draws.method })
      .from(draws)
      .where(
        and(
          eq(draws.drawId, drawId),
          inArray(draws.status, ['committed', 'open']),
          lte(draws.salesCloseAt, now),
        ),
      )
      .for('update', { skipLocked: true });
    if (!row) return false;
    const tickets = await ticketsOf(tx, drawId);
    await tx
      .update(draws)
      .set({
        status: 'closed',
        closedAt: now,
        ticketsRoot: ticketsRootOf(game, row.method, tickets),
        ticketsTotal: tickets.length,
        salesMinor: tickets.reduce((sum, ticket) => sum + ticket.stakeMinor, 0),
      })
      .where(eq(draws.drawId, drawId));
    return true;
  });
}
