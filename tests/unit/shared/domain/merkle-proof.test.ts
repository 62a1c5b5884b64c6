import { bytesToHex } from '@noble/hashes/utils.js';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type InclusionProof,
  inclusionProof,
  leafData,
  leafOf,
  merkleRoot,
  rootFromProof,
  treeHash,
  treeLevels,
} from '../../../../shared/domain/merkle.ts';

const dataOf = (index: number): string =>
  leafData('golden-lotto/2', {
    receiptNumber: `GL-${index}`,
    lineNo: 1 + (index % 3),
    encodedLine: '4,11,23,31,36',
  });
const leavesOf = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => leafOf(dataOf(index)));

function proofOf(leafIndex: number, treeSize: number): InclusionProof {
  const siblings = inclusionProof(treeLevels(leavesOf(treeSize)), leafIndex).map(bytesToHex);
  return { leafData: dataOf(leafIndex), leafIndex, treeSize, siblings };
}

/** Returns `count` leaves of a tree, split into parts of `size` leaves. The last part may be smaller. */
const partsOf = (count: number, size: number): Uint8Array[][] => {
  const leaves = leavesOf(count);
  return Array.from({ length: Math.ceil(count / size) }, (_, part) =>
    leaves.slice(part * size, (part + 1) * size),
  );
};

const place = fc
  .integer({ min: 1, max: 70 })
  .chain((size) => fc.tuple(fc.constant(size), fc.nat({ max: size - 1 })));

describe('inclusionProof', () => {
  // An independent Python program computed these proofs over 13 leaves with the recursive PATH of RFC 9162 section
  // 2.1.3.1.
  it.each([
    [
      5,
      [
        '89f7946917c590a836298c07216942c8bbf9d7bfc90ced8ee0ca4548d50a1eaf',
        '3f96110fe0b5e5ec10b327f498597d733d78fbedc2601daaa86dc2dec246edc0',
        'ef0458ecaa60c1fc4bdac58f63c490f844ffa267ab6c3bc0087039e55e38b6ea',
        '4a65b0438ca8b5c0b0e782e97a54dd30922d114dab2a2ad6cd741179821b0eeb',
      ],
    ],
    [
      12,
      [
        '12a7f9817c5ebc44603adb671b73e5bbb1ed8b800f27e86c4b8e326fd5d99d12',
        '7660c41af486b8133c02d25c5ba0565a4defe3d356873211271855ff4a404c08',
      ],
    ],
  ])('returns the inclusion path of RFC 9162 for leaf %i of 13', (index, siblings) => {
    expect(proofOf(index, 13).siblings).toEqual(siblings);
  });

  it('returns ten hashes for a tree of 977 or 1024 leaves', () => {
    const parts = Array.from({ length: 977 }, (_, index) => leafOf(String(index)));
    expect(inclusionProof(treeLevels(parts), 0)).toHaveLength(10);
    expect(inclusionProof(treeLevels(leavesOf(1024)), 1000)).toHaveLength(10);
  });
});

describe('rootFromProof', () => {
  it('returns the root of the tree for every leaf', () => {
    fc.assert(
      fc.property(place, ([size, index]) => {
        expect(rootFromProof(proofOf(index, size))).toBe(merkleRoot(leavesOf(size)));
      }),
    );
  });

  it('returns a different hash if any part of the proof is changed', () => {
    fc.assert(
      fc.property(place, fc.nat(), ([size, index], some) => {
        const proof = proofOf(index, size);
        const root = merkleRoot(leavesOf(size));
        const changes: Partial<InclusionProof>[] = [
          { leafData: `${proof.leafData}1` },
          { siblings: [...proof.siblings, '0'.repeat(64)] },
          { leafIndex: size },
          { leafIndex: -1 },
        ];
        if (size > 1) {
          changes.push({ siblings: proof.siblings.slice(1) });
          changes.push({ siblings: proof.siblings.with(some % proof.siblings.length, '0'.repeat(64)) });
          changes.push({ siblings: proof.siblings.with(some % proof.siblings.length, 'no hash') });
        }
        for (const change of changes) expect(rootFromProof({ ...proof, ...change })).not.toBe(root);
      }),
    );
  });
});

describe('a Merkle tree that is hashed in parts', () => {
  it('has the same root as the whole tree if the part size is a power of two', () => {
    for (const size of [1, 4, 16])
      for (let count = 1; count <= 70; count++)
        expect(bytesToHex(treeHash(partsOf(count, size).map(treeHash)))).toBe(merkleRoot(leavesOf(count)));
  });

  it('has inclusion proofs that consist of a proof within a part, followed by a proof of that part', () => {
    fc.assert(
      fc.property(place, ([count, index]) => {
        const parts = partsOf(count, 8);
        const part = Math.floor(index / 8);
        const siblings = [
          ...inclusionProof(treeLevels(parts[part] ?? []), index % 8),
          ...inclusionProof(treeLevels(parts.map(treeHash)), part),
        ];
        expect(siblings.map(bytesToHex)).toEqual(proofOf(index, count).siblings);
      }),
    );
  });
});
