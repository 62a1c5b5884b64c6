import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type DrawMethod, drawMethods } from '../../../../shared/domain/draw-methods.ts';
import { leafData, merkleRoot, ticketLeaf } from '../../../../shared/domain/merkle.ts';

const leavesOf = (method: DrawMethod, count: number): Uint8Array[] =>
  Array.from({ length: count }, (_, index) =>
    ticketLeaf(method, {
      receiptNumber: `GL-${index}`,
      lineNo: 1 + (index % 3),
      encodedLine: '4,11,23,31,36',
    }),
  );

const tickets = fc.array(
  fc.tuple(fc.stringMatching(/^[A-Z0-9-]{1,12}$/), fc.stringMatching(/^[0-9,]{1,12}$/)),
  {
    minLength: 1,
    maxLength: 20,
  },
);
type Tickets = [receipt: string, line: string][];
const rootOf = (list: Tickets): string =>
  merkleRoot(
    list.map(([receiptNumber, encodedLine]) =>
      ticketLeaf('golden-lotto/2', { receiptNumber, lineNo: 1, encodedLine }),
    ),
  );

describe('merkleRoot', () => {
  // Recursive tree hash of RFC 9162 section 2.1.1, computed in Python.
  it.each([
    [
      0,
      {
        'golden-lotto/1': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
        'golden-lotto/2': 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
      },
    ],
    [
      1,
      {
        'golden-lotto/1': '95e71fe576e3b5d20b74c357ad67914ddd1c1b0d4fa150219596dcbc407f6b5e',
        'golden-lotto/2': '96e5cbd2d2b2b7d7a5ebf6d395d4c4ac72ae1bec342b3752b7514e1644105795',
      },
    ],
    [
      2,
      {
        'golden-lotto/1': '21d8147919dfc952bae74837a45f7a70dbfe44ef0bcc1fbbdb7fb0651b5c7aaa',
        'golden-lotto/2': '9bf0c1e0e6131b3a2090d4fa84e63fd435cd81859957b94b3b24a1635bdb2d67',
      },
    ],
    [
      3,
      {
        'golden-lotto/1': 'b0bca8e3d6af8f80c58a46a6eff97f9681637f2219616894508f0bbc74555a21',
        'golden-lotto/2': 'ab6e2e755cba11a914e656e979d914b1c374ada774ab8be9ac7036dfc300f430',
      },
    ],
    [
      5,
      {
        'golden-lotto/1': '3d9a21a6e5b95ef2cac85ae24359aabb6e8d02cdfa4df8b9b90d497f0aed33cd',
        'golden-lotto/2': '19e94569d3c2949ec3a4648c1d6088946358678586f185796b3b4e8e1885e9a1',
      },
    ],
    [
      7,
      {
        'golden-lotto/1': 'c79715b94d686b227bb9fbd881f8f1df3ebe78d6fbe6ec9d7d2364607b06c967',
        'golden-lotto/2': '0fcc2351597cd16f09196989b5efb7fafa68e09136b327b6b8c24a332b18d2d0',
      },
    ],
    [
      8,
      {
        'golden-lotto/1': 'c1567dca0a59404c5b12d3ca5be848ad61d55fa93ba7846222d1f23cd410936f',
        'golden-lotto/2': '7660c41af486b8133c02d25c5ba0565a4defe3d356873211271855ff4a404c08',
      },
    ],
    [
      13,
      {
        'golden-lotto/1': '9d947e081036ba605a7e58055bb9e1d66d0700dcd2bb9c231d6e7deb80b50a17',
        'golden-lotto/2': '0e926860fef0b8932486890658945cf3d6d0b00caad7cce09ccf6023c98bf64d',
      },
    ],
  ])('is the tree hash of RFC 9162 for %i tickets', (count, roots) => {
    for (const method of drawMethods) expect(merkleRoot(leavesOf(method, count))).toBe(roots[method]);
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
    const leaves = leavesOf('golden-lotto/2', 5);
    const before = leaves.map((leaf) => leaf.join());
    merkleRoot(leaves);
    expect(leaves.map((leaf) => leaf.join())).toEqual(before);
  });

  it('separates receipt number and line, so that no digit can move between them', () => {
    for (const method of drawMethods) {
      const leaf = (receiptNumber: string, encodedLine: string) =>
        ticketLeaf(method, { receiptNumber, lineNo: 1, encodedLine });
      expect(leaf('GL-1', '23')).not.toEqual(leaf('GL-12', '3'));
      expect(() => leaf('GL-1\n2', '3')).toThrow(RangeError);
    }
  });

  it('contains the line number in golden-lotto/2, so that two equal lines of a receipt differ', () => {
    const [first, second] = [1, 2].map((lineNo) => ({ receiptNumber: 'GL-1', lineNo, encodedLine: '4,11' }));
    if (!first || !second) throw new Error('two lines');
    expect(leafData('golden-lotto/2', second)).toBe('GL-1\n2\n4,11');
    expect(ticketLeaf('golden-lotto/2', first)).not.toEqual(ticketLeaf('golden-lotto/2', second));
    expect(leafData('golden-lotto/1', second)).toBe('GL-1\n4,11');
    expect(ticketLeaf('golden-lotto/1', first)).toEqual(ticketLeaf('golden-lotto/1', second));
  });
});
