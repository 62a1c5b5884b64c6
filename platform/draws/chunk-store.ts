import { and, asc, desc, eq, gte, lt, sql } from 'drizzle-orm';
import type { Line } from '../../shared/domain/draw-kinds.ts';
import type { Queryable } from '../db/database.ts';
import { drawChunks, draws } from './tables.ts';

/** Sizes of the parts in which a large draw is processed. Tests use smaller sizes than the default sizes. */
export interface DrawSizes {
  /**
   * Number of ticket lines in a full chunk (a part of a draw). The number is a power of two, so that each chunk is a
   * subtree of the Merkle tree.
   */
  linesPerChunk: number;
  /**
   * Number of chunks that one transaction closes or posts to the ledger. A draw that fits into one batch is closed in
   * one transaction and posted in a second transaction.
   */
  chunksPerBatch: number;
}

/**
 * The default sizes. A batch takes about 40 ms of processor time. Each SQL statement of a batch handles at most a few
 * thousand rows.
 */
export const usualSizes: DrawSizes = { linesPerChunk: 1024, chunksPerBatch: 4 };

/** Identifies a ticket line. The lines of a draw are sorted by receipt number, then by line number. */
export interface LineKey {
  receiptNumber: string;
  lineNo: number;
}

/** A key that sorts before every ticket line. */
export const beforeAll: LineKey = { receiptNumber: '', lineNo: 0 };

export type NewChunk = typeof drawChunks.$inferInsert;

export interface ChunkEnd extends LineKey {
  chunkNo: number;
}

const end = {
  chunkNo: drawChunks.chunkNo,
  receiptNumber: drawChunks.lastReceipt,
  lineNo: drawChunks.lastLineNo,
};

/** Returns the last line of a draw's newest chunk, or null if the draw has no chunks. */
export async function newestChunkEnd(db: Queryable, drawId: string): Promise<ChunkEnd | null> {
  const [row] = await db
    .select(end)
    .from(drawChunks)
    .where(eq(drawChunks.drawId, drawId))
    .orderBy(desc(drawChunks.chunkNo))
    .limit(1);
  return row ?? null;
}

/** Returns the last line of the previous chunk, or `beforeAll` for the first chunk. */
export async function lineBefore(db: Queryable, drawId: string, chunkNo: number): Promise<LineKey> {
  if (chunkNo === 0) return beforeAll;
  const [row] = await db
    .select(end)
    .from(drawChunks)
    .where(and(eq(drawChunks.drawId, drawId), eq(drawChunks.chunkNo, chunkNo - 1)));
  if (!row) throw new Error(`${drawId} has no chunk ${chunkNo - 1}`);
  return row;
}

export async function insertChunks(db: Queryable, chunks: NewChunk[]): Promise<void> {
  if (chunks.length > 0) await db.insert(drawChunks).values(chunks);
}

/** Returns hash, size and last line of every chunk of a draw, in the order of the chunks. */
export function storedChunks(db: Queryable, drawId: string) {
  return db
    .select({ ...end, hash: drawChunks.hash, lines: drawChunks.lines, stakeMinor: drawChunks.stakeMinor })
    .from(drawChunks)
    .where(eq(drawChunks.drawId, drawId))
    .orderBy(asc(drawChunks.chunkNo));
}

export interface PlayedChunk {
  chunkNo: number;
  lines: number;
  played: Line[];
}

const withLines = { chunkNo: drawChunks.chunkNo, lines: drawChunks.lines, played: drawChunks.played };

function inRange(drawId: string, from: number, to: number) {
  return and(eq(drawChunks.drawId, drawId), gte(drawChunks.chunkNo, from), lt(drawChunks.chunkNo, to));
}

/** @throws if a chunk is missing or was already posted */
function complete(
  rows: readonly { chunkNo: number; lines: number; played: Line[] | null }[],
  drawId: string,
  from: number,
  to: number,
): PlayedChunk[] {
  if (rows.length !== to - from) throw new Error(`${drawId} has no chunks ${from} to ${to - 1}`);
  return rows.map(({ chunkNo, lines, played }) => {
    if (played?.length !== lines) throw new Error(`chunk ${chunkNo} of ${drawId} has lost its lines`);
    return { chunkNo, lines, played };
  });
}

/** The lines of consecutive chunks. */
export interface ChunkRange {
  lines: Line[];
  /** Key of the line before the first line in `lines`, or `beforeAll` if no line precedes it. */
  before: LineKey;
  last: LineKey;
}

/**
 * Returns the ticket lines of the chunks with the numbers `from` (inclusive) to `to` (exclusive).
 * @throws if a chunk is missing or was already posted
 */
export async function chunkRange(
  db: Queryable,
  drawId: string,
  from: number,
  to: number,
): Promise<ChunkRange> {
  const rows = await db
    .select({ ...end, ...withLines })
    .from(drawChunks)
    .where(inRange(drawId, from - 1, to))
    .orderBy(asc(drawChunks.chunkNo));
  const before = from === 0 ? beforeAll : rows.shift();
  const lines = complete(rows, drawId, from, to).flatMap(({ played }) => played);
  const last = rows.at(-1);
  if (!before || !last) throw new Error(`${drawId} has no chunks ${from} to ${to - 1}`);
  return { lines, before, last };
}

/**
 * Returns the lines of the chunks of an unpublished draw. Returns null if another process has published the draw,
 * because that process may have posted the chunks and deleted their lines. A single statement reads the draw's status
 * and the lines, so that the lines match the status.
 */
export async function unpublishedChunks(
  db: Queryable,
  drawId: string,
  from: number,
  to: number,
): Promise<PlayedChunk[] | null> {
  const rows = await db
    .select({ ...withLines, status: draws.status })
    .from(drawChunks)
    .innerJoin(draws, eq(draws.drawId, drawChunks.drawId))
    .where(inRange(drawId, from, to))
    .orderBy(asc(drawChunks.chunkNo));
  return rows.some(({ status }) => status === 'published') ? null : complete(rows, drawId, from, to);
}

/** Deletes the copies of the ticket lines in posted chunks. The tickets table still contains the lines. */
export async function dropPlayed(db: Queryable, drawId: string, from: number, to: number): Promise<void> {
  await db
    .update(drawChunks)
    .set({ played: null })
    .where(inRange(drawId, from, to));
}

/**
 * Returns the total stakes of seeded (simulated) players in a draw. They pay in cash, because they have no player
 * account.
 */
export async function cashOfChunks(db: Queryable, drawId: string): Promise<number> {
  const [row] = await db
    .select({ cash: sql`coalesce(sum(${drawChunks.cashMinor}), 0)`.mapWith(Number) })
    .from(drawChunks)
    .where(eq(drawChunks.drawId, drawId));
  return row?.cash ?? 0;
}
