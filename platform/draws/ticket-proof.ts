import { bytesToHex, hexToBytes } from '@noble/hashes/utils.js';
import type { TicketProofResponse } from '../../shared/contract/draw-proof.ts';
import { encodeLine } from '../../shared/domain/draw-kinds.ts';
import { inclusionProof, leafData, treeHash, treeLevels } from '../../shared/domain/merkle.ts';
import type { Queryable } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { beforeAll, type LineKey, storedChunks, usualSizes } from './chunk-store.ts';
import { leavesOf } from './close-draw.ts';
import type { DrawRow } from './repository.ts';
import { linesOfReceipt, type StoredTicket, ticketsAfter } from './ticket-store.ts';

/**
 * A chunk of consecutive ticket lines that form a subtree of the Merkle tree. `receiptNumber` and `lineNo` identify the
 * last line of the chunk.
 */
interface TreePart extends LineKey {
  lines: number;
  hash: string;
}

/**
 * Computes the chunks of a draw that an earlier release closed without storing chunks. Such a draw has few lines,
 * because that release closed each draw in one transaction.
 */
async function computedChunks(db: Queryable, game: GameDefinition, row: DrawRow): Promise<TreePart[]> {
  const parts: TreePart[] = [];
  for (let after: LineKey = beforeAll; ; ) {
    const tickets = await ticketsAfter(db, row.drawId, after, usualSizes.linesPerChunk);
    const last = tickets.at(-1);
    if (!last) return parts;
    const hash = bytesToHex(treeHash(leavesOf(game, row.method, tickets)));
    parts.push({ receiptNumber: last.receiptNumber, lineNo: last.lineNo, lines: tickets.length, hash });
    after = last;
  }
}

function isBefore(one: LineKey, other: LineKey): boolean {
  if (one.receiptNumber === other.receiptNumber) return one.lineNo < other.lineNo;
  return one.receiptNumber < other.receiptNumber;
}

type ProvedLine = TicketProofResponse['lines'][number];

/**
 * Proves that the lines of a receipt are leaves of the Merkle tree. Reads the hashes of all chunks and the tickets of
 * one chunk. If the receipt's lines are in two chunks, it reads the tickets of both chunks.
 * @returns null if the draw has no such receipt
 */
export async function proveTicket(
  db: Queryable,
  game: GameDefinition,
  row: DrawRow,
  receiptNumber: string,
): Promise<TicketProofResponse | null> {
  const { drawId, method, ticketsRoot, ticketsTotal } = row;
  const wanted = await linesOfReceipt(db, drawId, receiptNumber);
  if (wanted.length === 0) return null;
  const about = { drawId, receiptNumber, drawFunction: method, ticketsRoot, ticketsTotal };
  if (ticketsRoot === null) return { ...about, lines: [] };
  const parts = await (row.chunks > 0 ? storedChunks(db, drawId) : computedChunks(db, game, row));
  const partNoOf = (line: LineKey) => parts.findIndex((last) => !isBefore(last, line));
  const upper = treeLevels(parts.map(({ hash }) => hexToBytes(hash)));
  const lines: ProvedLine[] = [];
  for (const [partNo, ofPart] of Map.groupBy(wanted, partNoOf)) {
    const part = parts[partNo];
    if (!part) throw new Error(`${receiptNumber} was sold after the close of ${drawId}`);
    const tickets = await ticketsAfter(db, drawId, parts[partNo - 1] ?? beforeAll, part.lines);
    const lower = treeLevels(leavesOf(game, method, tickets));
    const firstIndex = parts.slice(0, partNo).reduce((sum, { lines: count }) => sum + count, 0);
    const proved = ofPart.map(({ lineNo, line }: StoredTicket): ProvedLine => {
      const index = tickets.findIndex(
        (ticket) => ticket.receiptNumber === receiptNumber && ticket.lineNo === lineNo,
      );
      const siblings = [...inclusionProof(lower, index), ...inclusionProof(upper, partNo)];
      return {
        lineNo,
        line,
        leafData: leafData(method, { receiptNumber, lineNo, encodedLine: encodeLine(game.kind, line) }),
        leafIndex: firstIndex + index,
        siblings: siblings.map(bytesToHex),
      };
    });
    lines.push(...proved);
  }
  return { ...about, lines };
}
