import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawMethods } from '../../../../shared/domain/draw-methods.ts';
import { rootVectors, vectorTickets } from '../../../../shared/domain/draw-vectors.ts';
import { leafData, merkleRoot, ticketLeaf } from '../../../../shared/domain/merkle.ts';

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
  it.each(rootVectors)('returns the tree hash of RFC 9162 for $count tickets', ({ count, root }) => {
    for (const method of drawMethods) {
      const leaves = vectorTickets.slice(0, count).map((ticket) => ticketLeaf(method, ticket));
      expect(merkleRoot(leaves)).toBe(root[method]);
    }
  });

  it('returns a different root when a ticket is changed, removed or added', () => {
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

  it('returns a different root when two different tickets are swapped', () => {
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
    const leaves = vectorTickets.map((ticket) => ticketLeaf('golden-lotto/2', ticket));
    const before = leaves.map((leaf) => leaf.join());
    merkleRoot(leaves);
    expect(leaves.map((leaf) => leaf.join())).toEqual(before);
  });

  it('uses different leaves if a digit moves from the end of the receipt number to the start of the line', () => {
    for (const method of drawMethods) {
      const leaf = (receiptNumber: string, encodedLine: string) =>
        ticketLeaf(method, { receiptNumber, lineNo: 1, encodedLine });
      expect(leaf('GL-1', '23')).not.toEqual(leaf('GL-12', '3'));
      expect(() => leaf('GL-1\n2', '3')).toThrow(RangeError);
    }
  });

  it('distinguishes two equal lines of one receipt in golden-lotto/2, but not in golden-lotto/1', () => {
    const [first, second] = [1, 2].map((lineNo) => ({ receiptNumber: 'GL-1', lineNo, encodedLine: '4,11' }));
    if (!first || !second) throw new Error('two lines');
    expect(leafData('golden-lotto/2', second)).toBe('GL-1\n2\n4,11');
    expect(ticketLeaf('golden-lotto/2', first)).not.toEqual(ticketLeaf('golden-lotto/2', second));
    expect(leafData('golden-lotto/1', second)).toBe('GL-1\n4,11');
    expect(ticketLeaf('golden-lotto/1', first)).toEqual(ticketLeaf('golden-lotto/1', second));
  });
});
