import { describe, expect, it } from 'vitest';
import { walletCalls } from '../../../../shared/contract/wallet.ts';
import { walletRows } from '../../../../shared/domain/wallet-rows.ts';

const wallet = walletCalls.wallet.response.parse(walletCalls.wallet.example.response);
const namesFor = (walletBalances: string[]) => walletRows(wallet, walletBalances).map(({ name }) => name);

describe('walletRows', () => {
  it('returns the configured balances in the configured order, and no row for `exchange`', () => {
    expect(namesFor(['loyalty', 'exchange', 'total', 'real'])).toEqual([
      'loyaltyBalance',
      'totalBalance',
      'cash',
    ]);
    expect(namesFor(['withdraw', 'bonus', 'lockedBonus'])).toEqual([
      'withdrawableBalance',
      'heldBalance',
      'activeBonus',
      'lockedBonus',
    ]);
  });

  it('returns loyalty points without a currency', () => {
    expect(walletRows(wallet, ['loyalty'])).toEqual([
      { name: 'loyaltyBalance', total: 10, currencyCode: null, items: [] },
    ]);
  });

  it('returns both parts of the cash balance, and only the non-zero product bonuses', () => {
    const groups = wallet.groups.map((group) => ({
      ...group,
      items: group.items.map((item) =>
        item.name === 'activeBonus'
          ? {
              ...item,
              total: 700,
              items: item.items.map((each) => (each.name === 'sportsBonus' ? { ...each, total: 700 } : each)),
            }
          : item,
      ),
    }));
    const rows = walletRows({ ...wallet, groups }, ['real', 'bonus']);
    const items = rows.map((row) => row.items.map(({ name, total }) => [name, total]));
    expect(items).toEqual([
      [
        ['deposit', 40000],
        ['winnings', 0],
      ],
      [['sportsBonus', 700]],
    ]);
  });
});
