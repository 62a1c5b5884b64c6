import { setImmediate as immediate } from 'node:timers/promises';
import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import { and, eq, inArray, isNull, lte, sql } from 'drizzle-orm';
import { encodeLine } from '../../shared/domain/draw-kinds.ts';
import type { DrawMethod } from '../../shared/domain/draw-methods.ts';
import { merkleRoot, ticketLeaf, treeHashWith } from '../../shared/domain/merkle.ts';
import type { Db, Transaction } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import {
  beforeAll,
  type ChunkEnd,
  type DrawSizes,
  insertChunks,
  type NewChunk,
  newestChunkEnd,
  storedChunks,
} from './chunk-store.ts';
import { announceDraw } from './draw-events.ts';
import { fastSha256 } from './fast-sha256.ts';
import type { DrawRow } from './repository.ts';
import { draws } from './tables.ts';
import { type StoredTicket, ticketsAfter } from './ticket-store.ts';

/**
 * Returns the Merkle tree leaves of the ticket lines of a draw (shared/domain/merkle.ts).
 * @param tickets ordered by the bytes of the receipt number, then by line number
 */
export function leavesOf(
  game: GameDefinition,
  method: DrawMethod,
  tickets: readonly Pick<StoredTicket, 'receiptNumber' | 'lineNo' | 'line'>[],
): Uint8Array[] {
  return tickets.map(({ receiptNumber, lineNo, line }) =>
    ticketLeaf(method, { receiptNumber, lineNo, encodedLine: encodeLine(game.kind, line) }, fastSha256),
  );
}

/** @param tickets all lines of the chunk, at least one */
function chunkOf(
  game: GameDefinition,
  { drawId, method }: ClosedDraw,
  chunkNo: number,
  tickets: readonly StoredTicket[],
): NewChunk {
  const last = tickets.at(-1) ?? beforeAll;
  return {
    drawId,
    chunkNo,
    lines: tickets.length,
    lastReceipt: last.receiptNumber,
    lastLineNo: last.lineNo,
    hash: bytesToHex(treeHashWith(fastSha256, leavesOf(game, method, tickets))),
    stakeMinor: tickets.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0),
    cashMinor: tickets.reduce(
      (sum, { stakeMinor, playerNo }) => sum + (playerNo === null ? 0 : stakeMinor),
      0,
    ),
    played: tickets.map(({ line }) => line),
  };
}

type ClosedDraw = Pick<DrawRow, 'drawId' | 'gameId' | 'drawNumber' | 'method'>;

const columns = {
  drawId: draws.drawId,
  gameId: draws.gameId,
  drawNumber: draws.drawNumber,
  method: draws.method,
};

/** The columns of a draw's row that are set when all ticket lines of the closed draw are hashed. */
type Root = Pick<DrawRow, 'ticketsTotal' | 'salesMinor' | 'chunks'> & { ticketsRoot: string };

/**
 * Stores the next chunks of a draw.
 * @param newest the last line of the chunks stored so far; null if there are none
 * @returns the Merkle root and the sums of the whole draw, or null if the draw may have more lines
 */
async function growTree(
  tx: Transaction,
  game: GameDefinition,
  draw: ClosedDraw,
  { linesPerChunk, chunksPerBatch }: DrawSizes,
  newest: ChunkEnd | null,
): Promise<Root | null> {
  const { drawId } = draw;
  const wanted = linesPerChunk * chunksPerBatch;
  const tickets = await ticketsAfter(tx, drawId, newest ?? beforeAll, wanted);
  const firstNo = newest ? newest.chunkNo + 1 : 0;
  const chunks: NewChunk[] = [];
  for (let from = 0; from < tickets.length; from += linesPerChunk) {
    // Hashing a chunk takes some milliseconds. Let the event loop handle waiting requests before the next chunk.
    if (from > 0) await immediate();
    chunks.push(chunkOf(game, draw, firstNo + chunks.length, tickets.slice(from, from + linesPerChunk)));
  }
  await insertChunks(tx, chunks);
  if (tickets.length === wanted) return null;
  const all = newest ? await storedChunks(tx, drawId) : chunks;
  return {
    ticketsRoot: merkleRoot(all.map(({ hash }) => hexToBytes(hash))),
    ticketsTotal: all.reduce((sum, { lines }) => sum + lines, 0),
    salesMinor: all.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0),
    chunks: all.length,
  };
}

/**
 * Result of one step of closing a draw. 'busy': another process works on the draw. 'more': some tickets are not hashed
 * yet. 'done': the Merkle root of the tickets is stored.
 */
export type Closing = 'busy' | 'more' | 'done';

/**
 * Ends the sales of one draw, so that no more tickets can be added. For a small draw, the transaction that ends the
 * sales also stores the Merkle root of the tickets. For a large draw, call `continueClose` until it returns 'done'.
 */
export function closeDraw(
  db: Db,
  game: GameDefinition,
  sizes: DrawSizes,
  drawId: string,
  now: Date,
): Promise<Closing> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select(columns)
      .from(draws)
      .where(
        and(
          eq(draws.drawId, drawId),
          inArray(draws.status, ['committed', 'open']),
          lte(draws.salesCloseAt, now),
        ),
      )
      .for('update', { skipLocked: true });
    if (!row) return 'busy';
    const root = await growTree(tx, game, row, sizes, null);
    await tx
      .update(draws)
      .set({ status: 'closed', closedAt: now, ...root })
      .where(eq(draws.drawId, drawId));
    if (!root) return 'more';
    await announceDraw(tx, 'closed', { ...row, ...root }, now);
    return 'done';
  });
}

/**
 * Stores the next batch of chunks in one transaction. The batch begins after the last stored chunk, even if another
 * process stored that chunk.
 */
export function continueClose(
  db: Db,
  game: GameDefinition,
  sizes: DrawSizes,
  drawId: string,
  now: Date,
): Promise<Closing> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .select(columns)
      .from(draws)
      .where(and(eq(draws.drawId, drawId), eq(draws.status, 'closed'), isNull(draws.ticketsRoot)))
      .for('update', { skipLocked: true });
    if (!row) return 'busy';
    const root = await growTree(tx, game, row, sizes, await newestChunkEnd(tx, drawId));
    if (!root) {
      // This commit need not wait for the disk. If a crash loses the commit, the chunks are stored again. Only the
      // commit that stores the root waits for the disk.
      await tx.execute(sql`set local synchronous_commit = off`);
      return 'more';
    }
    await tx.update(draws).set(root).where(eq(draws.drawId, drawId));
    await announceDraw(tx, 'closed', { ...row, ...root }, now);
    return 'done';
  });
}

/**
 * Closes, in one statement, all draws whose whole sales period passed during a downtime. Such a draw has no tickets, so
 * its Merkle root is the root of an empty tree. No event announces this root. Returns whether it closed any draw.
 */
export async function closeUnopened(db: Db, now: Date): Promise<boolean> {
  const missed = db
    .select({ drawId: draws.drawId })
    .from(draws)
    .where(and(eq(draws.status, 'committed'), lte(draws.salesCloseAt, now)))
    .for('update', { skipLocked: true });
  const { rowCount } = await db
    .update(draws)
    .set({ status: 'closed', closedAt: now, ticketsRoot: merkleRoot([]) })
    .where(inArray(draws.drawId, missed));
  return rowCount !== 0;
}
