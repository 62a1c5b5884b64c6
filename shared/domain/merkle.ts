import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import type { DrawMethod } from './draw-methods.ts';

/**
 * The digest of a draw's tickets: the Merkle tree hash of RFC 9162 section 2.1.1 with SHA-256. The hash input of a leaf
 * starts with byte 0, and the hash input of an inner node starts with byte 1. A leaf can therefore never be mistaken
 * for an inner node. The digest is published when sales close. Adding, changing or removing a ticket afterwards would
 * change the digest.
 */

const leafMark = '\0';
const nodeMark = 1;

/** Returns the SHA-256 hash of bytes, or of a text in UTF-8. */
export type Sha256 = (data: string | Uint8Array) => Uint8Array;

/**
 * The default implementation of SHA-256, which runs in browsers and on servers. A server can pass a faster
 * implementation.
 */
const portableSha256: Sha256 = (data) => sha256(typeof data === 'string' ? utf8ToBytes(data) : data);

/** The data of one ticket line from which its leaf is computed. */
export interface LeafTicket {
  receiptNumber: string;
  /** Number of the line on its ticket, from 1. */
  lineNo: number;
  /** The result of `encodeLine`. */
  encodedLine: string;
}

/**
 * Returns the data of a ticket line's leaf: receipt number, line number (not in `golden-lotto/1`) and the line's text,
 * joined by line feeds.
 * @throws RangeError if the receipt number contains a line feed, because two tickets could then share a leaf
 */
export function leafData(method: DrawMethod, { receiptNumber, lineNo, encodedLine }: LeafTicket): string {
  if (receiptNumber.includes('\n')) throw new RangeError('a receipt number has no line feed');
  return method === 'golden-lotto/1'
    ? `${receiptNumber}\n${encodedLine}`
    : `${receiptNumber}\n${lineNo}\n${encodedLine}`;
}

/** Returns the leaf for the result of `leafData`: the SHA-256 hash of a zero byte followed by the data. */
export function leafOf(data: string, hash = portableSha256): Uint8Array {
  return hash(leafMark + data);
}

export function ticketLeaf(method: DrawMethod, ticket: LeafTicket, hash?: Sha256): Uint8Array {
  return leafOf(leafData(method, ticket), hash);
}

const node = new Uint8Array(65);
node[0] = nodeMark;

function nodeOf(left: Uint8Array, right: Uint8Array, hash = portableSha256): Uint8Array {
  node.set(left, 1);
  node.set(right, 33);
  return hash(node);
}

/**
 * Returns the level above a level of nodes. If the number of nodes is odd, the last node moves up unchanged. The result
 * is the same tree as in RFC 9162, which splits the leaves at powers of two.
 */
function levelAbove(level: readonly Uint8Array[], hash = portableSha256): Uint8Array[] {
  const above: Uint8Array[] = [];
  let left: Uint8Array | null = null;
  for (const one of level) {
    if (left) above.push(nodeOf(left, one, hash));
    left = left ? null : one;
  }
  if (left) above.push(left);
  return above;
}

/** Like `treeHash`, with the given implementation of SHA-256. */
export function treeHashWith(hash: Sha256, leaves: readonly Uint8Array[]): Uint8Array {
  let level = leaves;
  while (level.length > 1) level = levelAbove(level, hash);
  return level[0] ?? hash(new Uint8Array(0));
}

/**
 * Returns the tree hash of leaves. The leaves can be replaced by the tree hashes of consecutive parts of the tree. All
 * parts except the last must have the same number of leaves, which is a power of two. The last part may have fewer.
 * @param leaves ordered by the bytes of the receipt number, then by line number
 * @returns the tree hash; without leaves, SHA-256 of the empty string
 */
export function treeHash(leaves: readonly Uint8Array[]): Uint8Array {
  return treeHashWith(portableSha256, leaves);
}

/** Returns the tree hash of leaves in hex. */
export function merkleRoot(leaves: readonly Uint8Array[]): string {
  return bytesToHex(treeHash(leaves));
}

/**
 * Returns all levels of a tree, from the leaves to the root. `inclusionProof` can then create proofs without hashing
 * the tree again. As in `treeHash`, the leaves may be tree hashes of parts.
 */
export function treeLevels(leaves: readonly Uint8Array[]): (readonly Uint8Array[])[] {
  const levels = [leaves];
  for (let level = leaves; level.length > 1; ) {
    level = levelAbove(level);
    levels.push(level);
  }
  return levels;
}

/**
 * Returns the inclusion proof of one leaf (RFC 9162 section 2.1.3): the siblings of all nodes on the path from the leaf
 * to the root. If the leaves are tree hashes of parts, the proof starts at the tree hash of one part.
 * @param levels the result of `treeLevels`
 */
export function inclusionProof(levels: readonly (readonly Uint8Array[])[], index: number): Uint8Array[] {
  return levels.flatMap((level, height) => {
    const at = Math.floor(index / 2 ** height);
    const sibling = level[at % 2 === 0 ? at + 1 : at - 1];
    return sibling ? [sibling] : [];
  });
}

export interface InclusionProof {
  /** The result of `leafData`. */
  leafData: string;
  /** Position of the leaf in the tree, from 0. */
  leafIndex: number;
  treeSize: number;
  /** Sibling hashes in hex, from the leaf to the root. */
  siblings: readonly string[];
}

/**
 * Computes the root from one leaf and its proof (RFC 9162 section 2.1.3.2).
 * @returns the root in hex, or null if the number of siblings does not fit the position in the tree
 */
export function rootFromProof({
  leafData: data,
  leafIndex,
  treeSize,
  siblings,
}: InclusionProof): string | null {
  if (!Number.isSafeInteger(leafIndex) || leafIndex < 0 || leafIndex >= treeSize) return null;
  let hash = leafOf(data);
  let at = leafIndex;
  let last = treeSize - 1;
  for (const hex of siblings) {
    if (last === 0 || !/^[0-9a-f]{64}$/.test(hex)) return null;
    const sibling = hexToBytes(hex);
    if (at % 2 === 1 || at === last) {
      hash = nodeOf(sibling, hash);
      // Skip the levels on which the last node has moved up unchanged.
      for (; at % 2 === 0 && at > 0; at /= 2) last = Math.floor(last / 2);
    } else {
      hash = nodeOf(hash, sibling);
    }
    at = Math.floor(at / 2);
    last = Math.floor(last / 2);
  }
  return last === 0 ? bytesToHex(hash) : null;
}
