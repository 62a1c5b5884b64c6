import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { merkleRoot, ticketLeaf } from '../../../../shared/domain/merkle.ts';

const leavesOf = (count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, index) => ticketLeaf(`GL-${index}`, '4,11,23,31,36'));

const tickets = fc.array(
  fc.tuple(fc.stringMatching(/^[A-Z0-9-]{1,12}$/), fc.stringMatching(/^[0-9,]{1,12}$/)),
  {
    minLength: 1,
    maxLength: 20,
  },
);
type Tickets = [receipt: string, line: string][];
const rootOf = (list: Tickets): string =>
  merkleRoot(list.map(([receipt, line]) => ticketLeaf(receipt, line)));

describe('merkleRoot', () => {
  // Recursive tree hash of RFC 9162 section 2.1.1, computed in Python.
  it.each([
    [0, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
    [1, '95e71fe576e3b5d20b74c357ad67914ddd1c1b0d4fa150219596dcbc407f6b5e'],
    [2, '21d8147919dfc952bae74837a45f7a70dbfe44ef0bcc1fbbdb7fb0651b5c7aaa'],
    [3, 'b0bca8e3d6af8f80c58a46a6eff97f9681637f2219616894508f0bbc74555a21'],
    [5, '3d9a21a6e5b95ef2cac85ae24359aabb6e8d02cdfa4df8b9b90d497f0aed33cd'],
    [7, 'c79715b94d686b227bb9fbd881f8f1df3ebe78d6fbe6ec9d7d2364607b06c967'],
    [8, 'c1567dca0a59404c5b12d3ca5be848ad61d55fa93ba7846222d1f23cd410936f'],
    [13, '9d947e081036ba605a7e58055bb9e1d66d0700dcd2bb9c231d6e7deb80b50a17'],
  ])('is the tree hash of RFC 9162 for %i tickets', (count, root) => {
    expect(merkleRoot(leavesOf(count))).toBe(root);
  });

  it('changes when a ticket is changed, removed or added', () => {
    fc.assert(
      fc.property(tickets, fc.nat(), (list, some) => {
        const root = rootOf(list);
        const at = some % list.length;
        const [receipt, line] = list[at] ?? ['', ''];
        expect(rootOf(list.with(at, [receipt, `${line}1`]))).not.toBe(root);
        expect(rootOf(list.with(at, [`${receipt}1`, line]))).not.toBe(root);
        expect(rootOf(list.toSpliced(at, 1))).not.toBe(root);
        expect(rootOf(list.toSpliced(at, 0, ['NEW', '1']))).not.toBe(root);
      }),
    );
  });

  it('changes when two different tickets are swapped', () => {
    fc.assert(
      fc.property(tickets, fc.nat(), fc.nat(), (list, one, two) => {
        const [a, b] = [one % list.length, two % list.length];
        const [left, right] = [list[a], list[b]];
        fc.pre(left !== undefined && right !== undefined && left.join('\n') !== right.join('\n'));
        expect(rootOf(list.with(a, right).with(b, left))).not.toBe(rootOf(list));
      }),
    );
  });

  it('does not modify its argument', () => {
    const leaves = leavesOf(5);
    const before = leaves.map((leaf) => leaf.join());
    merkleRoot(leaves);
    expect(leaves.map((leaf) => leaf.join())).toEqual(before);
  });

  it('separates receipt number and line, so that no digit can move between them', () => {
    expect(ticketLeaf('GL-1', '23')).not.toEqual(ticketLeaf('GL-12', '3'));
    expect(() => ticketLeaf('GL-1\n2', '3')).toThrow(RangeError);
  });
});
