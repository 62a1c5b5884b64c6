import { describe, expect, it } from 'vitest';
import { changePrizes, mergeSides, type Owner } from '../../../../../platform/draws/corrections/money.ts';

const asha: Owner = 'player:asha';
const ravi: Owner = 'player:ravi';
const seeded: Owner = 'seeded:7';
const amounts = (...entries: [Owner, number][]) => new Map(entries);

describe('changePrizes', () => {
  it('pays or takes back only the difference between the old and the new prizes of each owner', () => {
    const changed = changePrizes(
      amounts([seeded, 100], [ravi, 50], [asha, 30]),
      amounts([asha, 80], [ravi, 50]),
      [],
      amounts([seeded, 1000], [ravi, 50]),
    );
    expect(changed).toEqual({
      changes: [
        { owner: asha, payMinor: 50, takeMinor: 0, lossMinor: 0 },
        { owner: seeded, payMinor: 0, takeMinor: 100, lossMinor: 0 },
      ],
      writtenOff: [],
    });
  });

  it('takes back the available winnings and writes off the shortfall', () => {
    const { changes, writtenOff } = changePrizes(amounts([asha, 100]), amounts(), [], amounts([asha, 30]));
    expect(changes).toEqual([{ owner: asha, payMinor: 0, takeMinor: 30, lossMinor: 70 }]);
    expect(writtenOff).toEqual([{ owner: asha, amountMinor: 70 }]);
  });

  it('deducts an earlier write-off from new prizes only, not from other winnings', () => {
    const lost = [
      { owner: asha, amountMinor: 70 },
      { owner: ravi, amountMinor: 5 },
    ];
    const again = changePrizes(amounts(), amounts([asha, 100]), lost, amounts([ravi, 1000]));
    expect(again).toEqual({
      changes: [{ owner: asha, payMinor: 30, takeMinor: 0, lossMinor: -70 }],
      writtenOff: [{ owner: ravi, amountMinor: 5 }],
    });
    const less = changePrizes(amounts(), amounts([asha, 40]), lost, amounts());
    expect(less.changes).toEqual([{ owner: asha, payMinor: 0, takeMinor: 0, lossMinor: -40 }]);
    expect(less.writtenOff).toContainEqual({ owner: asha, amountMinor: 30 });
  });
});

describe('mergeSides', () => {
  it('sums the amounts for each owner and bucket, and omits zero sums', () => {
    expect(
      mergeSides([
        { owner: asha, bucket: 'winnings', amountMinor: -77 },
        { owner: asha, bucket: 'winnings', amountMinor: 22 },
        { owner: asha, bucket: 'deposit', amountMinor: 33 },
        { owner: 'house', bucket: 'prizes', amountMinor: 22 },
        { owner: 'house', bucket: 'sales', amountMinor: -10 },
        { owner: 'house', bucket: 'sales', amountMinor: 10 },
      ]),
    ).toEqual([
      { owner: asha, bucket: 'winnings', amountMinor: -55 },
      { owner: asha, bucket: 'deposit', amountMinor: 33 },
      { owner: 'house', bucket: 'prizes', amountMinor: 22 },
    ]);
  });
});
