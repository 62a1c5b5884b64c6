import { and, eq, lte, sql } from 'drizzle-orm';
import { isoDayIn } from '../../shared/domain/site-time.ts';
import type { Db, Transaction } from '../db/database.ts';
import { storeEvent } from '../events/repository.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Ledger } from '../wallet/ledger.ts';
import { type HeldDraw, holdDraw, largestFirst, topWinsKept } from './hold-draw.ts';
import { postDraw } from './post-draw.ts';
import { resultOf } from './result-view.ts';
import type { SeedVault } from './seed-vault.ts';
import { draws, gameDays, type TopWin } from './tables.ts';
import { insertWins, ticketsOf } from './ticket-store.ts';

/** Cache tags of a published draw: one for each list, none for the draw itself. */
export function tagsOf(gameId: string): string[] {
  return ['results', `results:${gameId}`, 'upcoming', `upcoming:${gameId}`, 'winners'];
}

/** The commitment proves that the seed was fixed before the first ticket only if it is older than the sales. */
function isCommittedBeforeSales({
  committedAt,
  openedAt,
}: {
  committedAt: Date;
  openedAt: Date | null;
}): boolean {
  return openedAt !== null && committedAt < openedAt;
}

/** Adds a draw to the sums of its day. */
async function addToDay(
  tx: Transaction,
  { gameId, day, committed }: { gameId: string; day: string; committed: boolean },
  held: HeldDraw,
): Promise<void> {
  const drawsCommitted = committed ? 1 : 0;
  const which = and(eq(gameDays.gameId, gameId), eq(gameDays.day, day));
  const [known] = await tx.select({ topWins: gameDays.topWins }).from(gameDays).where(which).for('update');
  const topWins: TopWin[] = [...(known?.topWins ?? []), ...held.topWins]
    .sort(largestFirst)
    .slice(0, topWinsKept);
  await tx
    .insert(gameDays)
    .values({
      gameId,
      day,
      drawsHeld: 1,
      drawsCommitted,
      winningTickets: held.winnersTotal,
      paidMinor: held.paidMinor,
      topWins,
    })
    .onConflictDoUpdate({
      target: [gameDays.gameId, gameDays.day],
      set: {
        drawsHeld: sql`${gameDays.drawsHeld} + 1`,
        drawsCommitted: sql`${gameDays.drawsCommitted} + ${drawsCommitted}`,
        winningTickets: sql`${gameDays.winningTickets} + ${held.winnersTotal}`,
        paidMinor: sql`${gameDays.paidMinor} + ${held.paidMinor}`,
        topWins,
      },
    });
}

/** Pot of a draw: carried over from its predecessor, or the start amount for the first draw. */
async function potOf(tx: Transaction, game: GameDefinition, drawNumber: number): Promise<number | 'not yet'> {
  const [previous] = await tx
    .select({ status: draws.status, carryMinor: draws.carryMinor })
    .from(draws)
    .where(and(eq(draws.gameId, game.gameId), eq(draws.drawNumber, drawNumber - 1)));
  if (!previous) return game.jackpot?.startMinor ?? 0;
  return previous.status === 'published' ? previous.carryMinor : 'not yet';
}

/**
 * Holds and publishes one draw: numbers, settlement, ledger, sums, seed and event in one transaction.
 * @returns false if the draw is not due, its predecessor is unpublished, or another process publishes it
 */
export function publishDraw(
  db: Db,
  {
    game,
    vault,
    timeZone,
    ledger,
  }: { game: GameDefinition; vault: SeedVault; timeZone: string; ledger: Ledger },
  drawId: string,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(draws)
      .where(and(eq(draws.drawId, drawId), eq(draws.status, 'closed'), lte(draws.drawAt, now)))
      .for('update', { skipLocked: true });
    if (!row || row.ticketsRoot === null) return false;
    const potMinor = await potOf(tx, game, row.drawNumber);
    if (potMinor === 'not yet') return false;
    const seedHex = vault.open(row.sealedSeed, drawId);
    const tickets = await ticketsOf(tx, drawId);
    const held = holdDraw(game, { ...row, seedHex, ticketsRoot: row.ticketsRoot, potMinor }, tickets);
    await insertWins(
      tx,
      held.wins.map(({ ticketIndex, prizeNo, amountMinor }) => ({
        drawId,
        receiptNumber: tickets[ticketIndex]?.receiptNumber ?? '',
        lineNo: tickets[ticketIndex]?.lineNo ?? 1,
        prizeNo,
        amountMinor,
      })),
    );
    const { drawn, prizes, carryMinor, winnersTotal, paidMinor, rollsOver } = held;
    const outcome = { drawn, prizes, potMinor, carryMinor, winnersTotal, paidMinor, rollsOver };
    await tx
      .update(draws)
      .set({
        ...outcome,
        status: 'published',
        publishedAt: now,
        seed: seedHex,
        topWin: held.topWins[0] ?? null,
      })
      .where(eq(draws.drawId, drawId));
    await postDraw(tx, { ledger, game, now }, { ...row, potMinor, carryMinor });
    const day = isoDayIn(timeZone, row.drawAt);
    await addToDay(tx, { gameId: game.gameId, day, committed: isCommittedBeforeSales(row) }, held);
    const result = resultOf(game, { ...row, ...outcome }, timeZone);
    const payload = { tags: tagsOf(game.gameId), result, publishedAt: now.toISOString() };
    await storeEvent(tx, { drawId, payload, createdAt: now });
    return true;
  });
}
