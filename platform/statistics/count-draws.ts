import { setTimeout as wait } from 'node:timers/promises';
import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { Db, Transaction } from '../db/database.ts';
import { draws } from '../draws/tables.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { identityOf, type PlacedValue, placedValues } from './drawn-parts.ts';
import { drawnValues, drawStatistics } from './tables.ts';

export type CountedGame = Pick<GameDefinition, 'gameId' | 'kind'>;

/**
 * Number of draws that one transaction counts. A publication may wait for such a transaction, so the transaction must
 * stay short.
 */
export const drawsPerBatch = 1000;

/**
 * Pause after each batch of earlier draws, as a fraction of the time that the batch took. Other work runs during the
 * pause.
 */
const pausePerBatch = 1 / 4;

interface Tally extends PlacedValue {
  gameId: string;
  times: number;
  lastNth: number;
}

/**
 * Counts the next published draws of a game that are not counted yet: the draw that this transaction publishes, or
 * earlier draws. Locks the game's statistics until the transaction ends. A game's draws are published in the order of
 * their numbers. Therefore, every draw that is published later has a higher number than the counted draws.
 * @returns how many draws were read; fewer than `drawsPerBatch` if no draws are left
 */
export async function countNewDraws(tx: Transaction, { gameId, kind }: CountedGame): Promise<number> {
  const [counted] = await tx
    .insert(drawStatistics)
    .values({ gameId })
    .onConflictDoUpdate({ target: drawStatistics.gameId, set: { gameId } })
    .returning();
  if (!counted) throw new Error(`insert of the statistics of ${gameId} returned no row`);
  const rows = await tx
    .select({
      drawNumber: draws.drawNumber,
      drawAt: draws.drawAt,
      drawn: draws.drawn,
      correction: sql<string | null>`${draws.correction} ->> 'kind'`,
    })
    .from(draws)
    .where(
      and(
        eq(draws.gameId, gameId),
        eq(draws.status, 'published'),
        gt(draws.drawNumber, counted.lastDrawNumber),
      ),
    )
    .orderBy(asc(draws.drawNumber))
    .limit(drawsPerBatch);
  const last = rows.at(-1);
  if (!last) return 0;
  const valid = rows.filter(({ correction }) => correction !== 'voided');
  const tallies = new Map<string, Tally>();
  for (const [index, { drawn }] of valid.entries()) {
    const lastNth = counted.draws + index + 1;
    for (const placed of placedValues(kind, drawn ?? [])) {
      const identity = identityOf(placed);
      const { times } = tallies.get(identity) ?? { times: 0 };
      tallies.set(identity, { ...placed, gameId, times: times + 1, lastNth });
    }
  }
  if (tallies.size > 0)
    await tx
      .insert(drawnValues)
      .values([...tallies.values()])
      .onConflictDoUpdate({
        target: [drawnValues.gameId, drawnValues.part, drawnValues.place, drawnValues.value],
        set: { times: sql`${drawnValues.times} + excluded.times`, lastNth: sql`excluded.last_nth` },
      });
  await tx
    .update(drawStatistics)
    .set({
      draws: counted.draws + valid.length,
      lastDrawNumber: last.drawNumber,
      lastDrawAt: last.drawAt,
      firstDrawAt: counted.firstDrawAt ?? valid[0]?.drawAt ?? null,
    })
    .where(eq(drawStatistics.gameId, gameId));
  return rows.length;
}

/** Counts, in one transaction, all draws of a game that are not counted yet. */
export async function countAllDraws(tx: Transaction, game: CountedGame): Promise<void> {
  while ((await countNewDraws(tx, game)) === drawsPerBatch);
}

/**
 * Counts, in short transactions, the draws that were published before the statistics tables existed. Later draws are
 * counted when they are published.
 */
export async function countEarlierDraws(
  { db, catalogue }: { db: Db; catalogue: readonly CountedGame[] },
  signal: AbortSignal,
): Promise<void> {
  for (const game of catalogue) {
    for (let read = drawsPerBatch; read === drawsPerBatch && !signal.aborted; ) {
      const startedAt = performance.now();
      read = await db.transaction(async (tx) => {
        // This commit need not wait for the disk. If a crash loses the commit, the draws are counted again.
        await tx.execute(sql`set local synchronous_commit = off`);
        return countNewDraws(tx, game);
      });
      if (read === drawsPerBatch)
        await wait((performance.now() - startedAt) * pausePerBatch, undefined, { signal }).catch(
          () => undefined,
        );
    }
  }
}
