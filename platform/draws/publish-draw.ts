import { and, eq, lte, sql } from 'drizzle-orm';
import { settleTiers } from '../../shared/domain/settlement.ts';
import { isoDayIn } from '../../shared/domain/site-time.ts';
import type { Db, Transaction } from '../db/database.ts';
import { storeEvent } from '../events/repository.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { countNewDraws } from '../statistics/count-draws.ts';
import type { Ledger } from '../wallet/ledger.ts';
import { type DrawSizes, lineBefore } from './chunk-store.ts';
import type { LinePlace, Tally } from './count-winners.ts';
import { tagsOf } from './draw-events.ts';
import { largestFirst, largestOf, type SettledDraw, settledOf, topWinsKept } from './hold-draw.ts';
import { postBatch } from './post-draw.ts';
import { resultOf } from './result-view.ts';
import { agreedAccounts, shownPlayer } from './shown-winners.ts';
import { draws, gameDays, type TopWin } from './tables.ts';
import { holdersAfter, type LineHolder } from './ticket-store.ts';

/**
 * Returns whether the commitment was stored before the sales opened. Only such a commitment proves that the seed was
 * fixed before the first ticket was sold.
 */
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
  { winnersTotal, paidMinor }: SettledDraw,
  topWinsOfDraw: readonly TopWin[],
): Promise<void> {
  const drawsCommitted = committed ? 1 : 0;
  const which = and(eq(gameDays.gameId, gameId), eq(gameDays.day, day));
  const [known] = await tx.select({ topWins: gameDays.topWins }).from(gameDays).where(which).for('update');
  const topWins = [...(known?.topWins ?? []), ...topWinsOfDraw].sort(largestFirst).slice(0, topWinsKept);
  await tx
    .insert(gameDays)
    .values({ gameId, day, drawsHeld: 1, drawsCommitted, winningTickets: winnersTotal, paidMinor, topWins })
    .onConflictDoUpdate({
      target: [gameDays.gameId, gameDays.day],
      set: {
        drawsHeld: sql`${gameDays.drawsHeld} + 1`,
        drawsCommitted: sql`${gameDays.drawsCommitted} + ${drawsCommitted}`,
        winningTickets: sql`${gameDays.winningTickets} + ${winnersTotal}`,
        paidMinor: sql`${gameDays.paidMinor} + ${paidMinor}`,
        topWins,
      },
    });
}

/**
 * Returns the pot of a draw: the amount carried over from the previous draw, or the start amount for the game's first
 * draw. Returns 'not yet' if the previous draw is not published.
 */
async function potOf(tx: Transaction, game: GameDefinition, drawNumber: number): Promise<number | 'not yet'> {
  const [previous] = await tx
    .select({ status: draws.status, carryMinor: draws.carryMinor })
    .from(draws)
    .where(and(eq(draws.gameId, game.gameId), eq(draws.drawNumber, drawNumber - 1)));
  if (!previous) return game.jackpot?.startMinor ?? 0;
  return previous.status === 'published' ? previous.carryMinor : 'not yet';
}

/** Returns the holders of the ticket lines at the given positions, by position. */
async function holdersOf(tx: Transaction, drawId: string, places: readonly LinePlace[]) {
  const holders = new Map<LinePlace, LineHolder>();
  for (const [chunkNo, inChunk] of Map.groupBy(places, (place) => place.chunkNo)) {
    const before = await lineBefore(tx, drawId, chunkNo);
    const found = await holdersAfter(
      tx,
      drawId,
      before,
      inChunk.map(({ index }) => index),
    );
    for (const place of inChunk) {
      const holder = found.find((one) => one.place === place.index);
      if (holder) holders.set(place, holder);
    }
  }
  return holders;
}

/**
 * Returns the largest wins for the lists of winners, largest first. Includes only wins of seeded (simulated) players
 * and of players who agreed to appear in these lists.
 */
async function topWinsOf(
  tx: Transaction,
  { drawId, drawNumber, drawAt }: { drawId: string; drawNumber: number; drawAt: Date },
  { prizes }: SettledDraw,
  { firstWinners }: Tally,
): Promise<TopWin[]> {
  const first = prizes
    .flatMap(({ prizeNo, amountMinor }) =>
      (firstWinners.get(prizeNo) ?? []).map((place) => ({ prizeNo, amountMinor, place })),
    )
    .sort((a, b) => a.place.chunkNo - b.place.chunkNo || a.place.index - b.place.index);
  const largest = largestOf(first);
  const holders = await holdersOf(
    tx,
    drawId,
    largest.map(({ place }) => place),
  );
  const agreed = await agreedAccounts(tx, [...holders.values()]);
  return largest.flatMap(({ prizeNo, amountMinor, place }): TopWin[] => {
    const holder = holders.get(place);
    const player = holder ? shownPlayer(holder, (accountId) => agreed.has(accountId)) : null;
    return player ? [{ ...player, drawNumber, drawAtMs: drawAt.getTime(), prizeNo, amountMinor }] : [];
  });
}

export interface PublishDeps {
  db: Db;
  timeZone: string;
  ledger: Ledger;
  drawSizes: DrawSizes;
}

/**
 * Publishes one draw whose winners are counted. One transaction stores numbers, amounts, sums, counts, seed and event.
 * The same transaction posts the prizes of a small draw. The prizes of a large draw are posted later, in batches
 * (`postNext`).
 * @returns false if the draw is not due, the previous draw is not published, or another process publishes this draw
 */
export function publishDraw(
  { db, timeZone, ledger, drawSizes }: PublishDeps,
  game: GameDefinition,
  drawId: string,
  tally: Tally,
  now: Date,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select()
      .from(draws)
      .where(and(eq(draws.drawId, drawId), eq(draws.status, 'closed'), lte(draws.drawAt, now)))
      .for('update', { skipLocked: true });
    if (!row) return false;
    if (row.ticketsRoot !== tally.ticketsRoot) throw new Error(`${drawId} has another root than counted`);
    const potMinor = await potOf(tx, game, row.drawNumber);
    if (potMinor === 'not yet') return false;
    const settled = settledOf(game, settleTiers(game, tally.winners, potMinor), row.salesMinor);
    const topWins = await topWinsOf(tx, row, settled, tally);
    const { drawn } = tally;
    const outcome = { drawn, potMinor, publishedAt: now, ...settled };
    await tx
      .update(draws)
      .set({
        ...outcome,
        status: 'published',
        seed: tally.seedHex,
        topWin: topWins[0] ?? null,
      })
      .where(eq(draws.drawId, drawId));
    const isSmall = row.chunks <= drawSizes.chunksPerBatch;
    if (isSmall) await postBatch(tx, { ledger, game, now, drawSizes }, { ...row, ...outcome });
    const day = isoDayIn(timeZone, row.drawAt);
    await addToDay(
      tx,
      { gameId: game.gameId, day, committed: isCommittedBeforeSales(row) },
      settled,
      topWins,
    );
    await countNewDraws(tx, game);
    const result = resultOf(game, { ...row, ...outcome, postedAt: isSmall ? now : null }, timeZone);
    const payload = { tags: tagsOf(game.gameId), result, publishedAt: now.toISOString() };
    await storeEvent(tx, { drawId, kind: 'result', payload, createdAt: now });
    return true;
  });
}
