import { and, desc, eq, gte, lt, lte, sql } from 'drizzle-orm';
import type { Transaction } from '../db/database.ts';
import { draws } from '../draws/tables.ts';
import type { CountedGame } from './count-draws.ts';
import { identityOf, type PlacedValue, placedValues } from './drawn-parts.ts';
import { drawnValues, drawStatistics } from './tables.ts';

const drawsPerRead = 500;

export const isNotVoid = sql`${draws.correction} ->> 'kind' is distinct from 'voided'`;

const whichValue = [drawnValues.gameId, drawnValues.part, drawnValues.place, drawnValues.value];

/** Adds `by` to the number of times that each value was drawn. */
async function addTimes(
  tx: Transaction,
  gameId: string,
  values: readonly PlacedValue[],
  by: number,
): Promise<void> {
  if (values.length === 0) return;
  await tx
    .insert(drawnValues)
    .values(values.map((value) => ({ ...value, gameId, times: by, lastNth: 0 })))
    .onConflictDoUpdate({ target: whichValue, set: { times: sql`${drawnValues.times} + ${by}` } });
}

/**
 * Finds, for each value, the newest draw with this value, because a correction can change which draw is the newest.
 * Reads the draws newest first until each value was found. Even for a game with rare values, the function reads only a
 * few hundred draws.
 */
async function findNewest(
  tx: Transaction,
  { gameId, kind }: CountedGame,
  counted: { draws: number; lastDrawNumber: number },
): Promise<void> {
  const known = await tx.select().from(drawnValues).where(eq(drawnValues.gameId, gameId));
  const wanted = new Map(known.map((row) => [identityOf(row), row]));
  const found: typeof known = [];
  let nth = counted.draws;
  for (let below = counted.lastDrawNumber + 1; wanted.size > 0; ) {
    const rows = await tx
      .select({ drawNumber: draws.drawNumber, drawn: draws.drawn })
      .from(draws)
      .where(
        and(eq(draws.gameId, gameId), eq(draws.status, 'published'), lt(draws.drawNumber, below), isNotVoid),
      )
      .orderBy(desc(draws.drawNumber))
      .limit(drawsPerRead);
    for (const { drawNumber, drawn } of rows) {
      for (const placed of placedValues(kind, drawn ?? [])) {
        const row = wanted.get(identityOf(placed));
        if (row) found.push({ ...row, lastNth: nth });
        wanted.delete(identityOf(placed));
      }
      nth -= 1;
      below = drawNumber;
    }
    if (rows.length < drawsPerRead) break;
  }
  if (found.length > 0)
    await tx
      .insert(drawnValues)
      .values(found)
      .onConflictDoUpdate({ target: whichValue, set: { lastNth: sql`excluded.last_nth` } });
}

/**
 * Changes the counts after a correction. Call this function after the draw is updated and the sums of its day are
 * corrected. Locks are then taken in the same order as in a publication.
 * @param after the corrected result; null if the draw was voided
 */
export async function correctCounts(
  tx: Transaction,
  game: CountedGame,
  { drawNumber, before, after }: { drawNumber: number; before: string[]; after: string[] | null },
): Promise<void> {
  const { gameId, kind } = game;
  if (before.join() === after?.join()) return;
  const [counted] = await tx
    .select()
    .from(drawStatistics)
    // A draw that is not counted yet will be counted with its corrected result.
    .where(and(eq(drawStatistics.gameId, gameId), gte(drawStatistics.lastDrawNumber, drawNumber)))
    .for('update');
  if (!counted) return;
  const held = after === null ? counted.draws - 1 : counted.draws;
  await addTimes(tx, gameId, placedValues(kind, before), -1);
  await addTimes(tx, gameId, placedValues(kind, after ?? []), 1);
  await tx.delete(drawnValues).where(and(eq(drawnValues.gameId, gameId), lte(drawnValues.times, 0)));
  await tx.update(drawStatistics).set({ draws: held }).where(eq(drawStatistics.gameId, gameId));
  await findNewest(tx, game, { draws: held, lastDrawNumber: counted.lastDrawNumber });
}
