import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { DrawMethod } from './draw-methods.ts';

/**
 * The digest of a draw's tickets: the Merkle tree hash of RFC 9162 section 2.1.1 with SHA-256. A leaf is
 * hashed after a byte 0 and a node after a byte 1, so that neither can be mistaken for the other. It is published
 * when sales close, so no ticket can be added, changed or removed afterwards.
 */

const leafMark = 0;
const nodeMark = 1;

/** One line of a ticket, as its leaf contains it. */
export interface LeafTicket {
  receiptNumber: string;
  /** From 1, in the order of the lines on the ticket. */
  lineNo: number;
  /** The result of `encodeLine`. */
  encodedLine: string;
}

/**
 * The data of a ticket line's leaf: receipt number, line number (not in `golden-lotto/1`) and the line's text, joined
 * by line feeds.
 * @throws RangeError if the receipt number contains a line feed, because two tickets could then share a leaf
 */
export function leafData(method: DrawMethod, { receiptNumber, lineNo, encodedLine }: LeafTicket): string {
  if (receiptNumber.includes('\n')) throw new RangeError('a receipt number has no line feed');
  return method === 'golden-lotto/1'
    ? `${receiptNumber}\n${encodedLine}`
    : `${receiptNumber}\n${lineNo}\n${encodedLine}`;
}

/** The leaf of one ticket line: SHA-256 over a byte 0 and the leaf's data. */
export function ticketLeaf(method: DrawMethod, ticket: LeafTicket): Uint8Array {
  const text = utf8ToBytes(leafData(method, ticket));
  const marked = new Uint8Array(text.length + 1);
  marked[0] = leafMark;
  marked.set(text, 1);
  return sha256(marked);
}

/**
 * @param leaves ordered by the bytes of the receipt number, then by line number
 * @returns the root in hex; without tickets SHA-256 of the empty string
 */
export function merkleRoot(leaves: readonly Uint8Array[]): string {
  const node = new Uint8Array(65);
  node[0] = nodeMark;
  let level = leaves;
  while (level.length > 1) {
    const above: Uint8Array[] = [];
    let left: Uint8Array | null = null;
    for (const hash of level) {
      if (left) {
        node.set(left, 1);
        node.set(hash, 33);
        above.push(sha256(node));
      }
      left = left ? null : hash;
    }
    // A node without a partner moves up unchanged, which yields the same tree as splitting at powers of two.
    if (left) above.push(left);
    level = above;
  }
  const [root = sha256(new Uint8Array(0))] = level;
  return bytesToHex(root);
}
