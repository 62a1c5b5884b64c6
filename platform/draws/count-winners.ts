import { and, eq, isNotNull, lte } from 'drizzle-orm';
import { draw } from '../../shared/domain/draw-function.ts';
import { createPrizeOf, type PrizeOf } from '../../shared/domain/settlement.ts';
import type { Db } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { type DrawSizes, type PlayedChunk, unpublishedChunks } from './chunk-store.ts';
import { topWinsKept } from './hold-draw.ts';
import type { SeedVault } from './seed-vault.ts';
import { draws } from './tables.ts';

/** Position of a ticket line in its draw: the number of the chunk and the index within the chunk. */
export interface LinePlace {
  chunkNo: number;
  index: number;
}

/** The counted winners of one draw. The memory that a tally needs does not depend on the number of tickets. */
export interface Tally {
  seedHex: string;
  ticketsRoot: string;
  /** The drawn numbers or symbols, in draw order. */
  drawn: string[];
  /** Number of winners by prize number. */
  winners: ReadonlyMap<number, number>;
  /** Positions of the first 20 winning lines for each prize number, in the order of the tickets. */
  firstWinners: ReadonlyMap<number, readonly LinePlace[]>;
}

interface Counting extends Tally {
  winners: Map<number, number>;
  firstWinners: Map<number, LinePlace[]>;
  prizeOf: PrizeOf;
  chunks: number;
  nextChunk: number;
}

export interface WinnerCounts {
  /**
   * Counts the winners among the next lines of a draw. The draw must be due, and the Merkle root of its tickets must be
   * stored.
   * @returns 'more' until all lines are counted; null if the draw is not due, not closed or already published
   */
  advance(game: GameDefinition, drawId: string, now: Date): Promise<Tally | 'more' | null>;
  /** Deletes the counts of all draws that `drawIds` does not contain. */
  keepOnly(drawIds: ReadonlySet<string>): void;
}

/**
 * Number of batches that are counted in one turn. They contain about 65,000 ticket lines. After the turn, the draws of
 * other games get their turn.
 */
const batchesPerTurn = 16;

function addChunk(counting: Counting, { chunkNo, played }: PlayedChunk): void {
  const { winners, firstWinners, prizeOf } = counting;
  for (const [index, line] of played.entries()) {
    const prizeNo = prizeOf(line);
    if (prizeNo === null) continue;
    const count = winners.get(prizeNo) ?? 0;
    winners.set(prizeNo, count + 1);
    if (count >= topWinsKept) continue;
    const first = firstWinners.get(prizeNo) ?? [];
    first.push({ chunkNo, index });
    firstWinners.set(prizeNo, first);
  }
}

/**
 * Draws the numbers and counts the winners. Counts are kept only in memory, so that no part of a result is stored
 * before the publication. If a count is interrupted, it starts from the beginning.
 */
export function createWinnerCounts({
  db,
  vault,
  drawSizes,
}: {
  db: Db;
  vault: SeedVault;
  drawSizes: DrawSizes;
}): WinnerCounts {
  const known = new Map<string, Counting>();

  const begin = async (game: GameDefinition, drawId: string, now: Date): Promise<Counting | null> => {
    const [row] = await db
      .select({
        method: draws.method,
        sealedSeed: draws.sealedSeed,
        ticketsRoot: draws.ticketsRoot,
        chunks: draws.chunks,
      })
      .from(draws)
      .where(
        and(
          eq(draws.drawId, drawId),
          eq(draws.status, 'closed'),
          isNotNull(draws.ticketsRoot),
          lte(draws.drawAt, now),
        ),
      );
    if (!row || row.ticketsRoot === null) return null;
    const { method, ticketsRoot, chunks } = row;
    const seedHex = vault.open(row.sealedSeed, drawId);
    const drawn = draw(game.kind, { method, seedHex, drawId, ticketsRoot });
    return {
      seedHex,
      ticketsRoot,
      drawn,
      winners: new Map(),
      firstWinners: new Map(),
      prizeOf: createPrizeOf(game, drawn),
      chunks,
      nextChunk: 0,
    };
  };

  return {
    async advance(game, drawId, now) {
      const counting = known.get(drawId) ?? (await begin(game, drawId, now));
      if (!counting) return null;
      // Remove the draw's counts from the map until the batches are counted. If counting fails, the next attempt then
      // starts from the beginning.
      known.delete(drawId);
      for (let batch = 0; batch < batchesPerTurn && counting.nextChunk < counting.chunks; batch++) {
        const to = Math.min(counting.chunks, counting.nextChunk + drawSizes.chunksPerBatch);
        const chunks = await unpublishedChunks(db, drawId, counting.nextChunk, to);
        if (!chunks) return null;
        for (const chunk of chunks) addChunk(counting, chunk);
        counting.nextChunk = to;
      }
      known.set(drawId, counting);
      return counting.nextChunk < counting.chunks ? 'more' : counting;
    },
    keepOnly(drawIds) {
      for (const drawId of known.keys()) if (!drawIds.has(drawId)) known.delete(drawId);
    },
  };
}
