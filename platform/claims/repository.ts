import { and, asc, count, eq, ne, sql, sum } from 'drizzle-orm';
import { accounts } from '../accounts/tables.ts';
import type { Queryable } from '../db/database.ts';
import { hasAllWins } from '../draws/repository.ts';
import { draws, wins } from '../draws/tables.ts';
import { inDraw } from '../tickets/repository.ts';
import { tickets } from '../tickets/tables.ts';

/**
 * Returns the account that bought a ticket. Null if the ticket does not exist or the account has a different mobile.
 */
export async function findHolder(
  db: Queryable,
  { drawId, receiptNumber, mobile }: { drawId: string; receiptNumber: string; mobile: string },
): Promise<{ accountId: string; username: string; language: string } | null> {
  const [found] = await db
    .select({ accountId: accounts.accountId, username: accounts.username, language: accounts.language })
    .from(tickets)
    .innerJoin(accounts, eq(accounts.accountId, tickets.accountId))
    .where(
      and(
        inDraw(drawId),
        eq(tickets.receiptNumber, receiptNumber),
        eq(accounts.mobile, mobile),
        ne(accounts.status, 'deleted'),
      ),
    )
    .limit(1);
  return found ?? null;
}

/** Returns the number of lines and the total stake of a receipt, and its draw. */
export async function readReceipt(db: Queryable, drawId: string, receiptNumber: string) {
  const [receipt] = await db
    .select({
      gameId: draws.gameId,
      drawNumber: draws.drawNumber,
      drawAt: draws.drawAt,
      status: draws.status,
      correction: draws.correction,
      hasAllWins,
      lines: count(),
      stakeMinor: sum(tickets.stakeMinor).mapWith(Number),
      boughtAt: sql`min(${tickets.boughtAt})`.mapWith(tickets.boughtAt),
    })
    .from(tickets)
    .innerJoin(draws, eq(draws.drawId, tickets.drawId))
    .where(and(inDraw(drawId), eq(tickets.receiptNumber, receiptNumber)))
    .groupBy(draws.drawId);
  return receipt ?? null;
}

export function readWins(db: Queryable, drawId: string, receiptNumber: string) {
  return db
    .select({
      lineNo: wins.lineNo,
      prizeNo: wins.prizeNo,
      amountMinor: wins.amountMinor,
      postedAt: wins.postedAt,
    })
    .from(wins)
    .where(and(eq(wins.drawId, drawId), eq(wins.receiptNumber, receiptNumber)))
    .orderBy(asc(wins.lineNo), asc(wins.prizeNo));
}
