import { constantFrom, dictionary, integer, nat, sample } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  playOrder,
  sumOf,
  takeFrom,
  totalBalanceOf,
  withdrawOrder,
} from '../../../../platform/wallet/service.ts';
import { playerBuckets } from '../../../../platform/wallet/transfer.ts';

describe('takeFrom', () => {
  const balances = new Map([
    ['casino-bonus', 300],
    ['deposit', 500],
    ['winnings', 1000],
  ]);

  it('empties each bucket before it takes from the next', () => {
    expect(takeFrom(balances, playOrder, 301)).toEqual([
      { bucket: 'casino-bonus', amountMinor: 300 },
      { bucket: 'deposit', amountMinor: 1 },
    ]);
    expect(takeFrom(balances, withdrawOrder, 1200)).toEqual([
      { bucket: 'winnings', amountMinor: 1000 },
      { bucket: 'deposit', amountMinor: 200 },
    ]);
  });

  it('rejects an amount that exceeds the balance', () => {
    expect(takeFrom(balances, playOrder, 1800)).toHaveLength(3);
    expect(takeFrom(balances, playOrder, 1801)).toBeNull();
    expect(takeFrom(balances, withdrawOrder, 1501)).toBeNull();
    expect(takeFrom(new Map(), playOrder, 1)).toBeNull();
  });

  it('never takes more from a bucket than it contains', () => {
    const wallets = sample(dictionary(constantFrom(...playerBuckets), nat(10_000)), 500);
    const amounts = sample(integer({ min: 1, max: 30_000 }), 500);
    for (const [index, held] of wallets.entries()) {
      const holds = new Map(Object.entries(held));
      const amountMinor = amounts[index] ?? 1;
      const taken = takeFrom(holds, playOrder, amountMinor);
      expect(taken === null).toBe(amountMinor > totalBalanceOf(holds));
      const parts = taken ?? [];
      expect(
        parts.filter((part) => part.amountMinor <= 0 || part.amountMinor > sumOf(holds, [part.bucket])),
      ).toEqual([]);
      expect(parts.reduce((sum, part) => sum + part.amountMinor, 0)).toBe(taken ? amountMinor : 0);
    }
  });
});
