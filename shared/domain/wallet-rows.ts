import type { Wallet } from '../contract/wallet.ts';

/** One balance of a wallet. If the balance has items, they add up to its total. */
export interface WalletRow {
  /** Name of the balance. The label is `wallet.<name>` in the locale files. */
  name: string;
  /** Total in minor units of `currencyCode`, or in loyalty points. */
  total: number;
  /** Currency of the total. Null for loyalty points, which have no currency sign. */
  currencyCode: string | null;
  items: WalletRow[];
}

type Item = { name: string; total: number; items?: Item[] };

const pointsCode = 'PTS';

/**
 * Returns the rows of a wallet for the configured names `walletBalances`, in the order of these names. A name yields no
 * row if the platform has no such balance, for example `exchange`.
 */
export function walletRows(wallet: Wallet, walletBalances: readonly string[]): WalletRow[] {
  const { currencyCode, groups } = wallet;
  const money = (item: Item, omitsZero = false): WalletRow => ({
    name: item.name,
    total: item.total,
    currencyCode,
    items: (item.items ?? [])
      .filter(({ total }) => !omitsZero || total !== 0)
      .map((inner) => money(inner, omitsZero)),
  });
  const group = (name: string) => groups.find((each) => each.name === name);
  const bonus = (name: string) => group('bonus')?.items.find((each) => each.name === name);
  const sources: Readonly<Record<string, () => (WalletRow | undefined)[]>> = {
    total: () => [money({ name: 'totalBalance', total: wallet.totalBalance })],
    real: () => [group('cash')].map((cash) => cash && money(cash)),
    withdraw: () => [
      money({ name: 'withdrawableBalance', total: wallet.withdrawableBalance }),
      money({ name: 'heldBalance', total: wallet.heldBalance }),
    ],
    // Omit items of zero. A wallet has a bonus balance for each product of an operator, and most products are never
    // used.
    bonus: () => [bonus('activeBonus')].map((active) => active && money(active, true)),
    lockedBonus: () => [bonus('lockedBonus')].map((locked) => locked && money(locked, true)),
    loyalty: () => {
      const points = groups.find((each) => each.currencyCode === pointsCode);
      return [points && { name: points.name, total: points.total, currencyCode: null, items: [] }];
    },
  };
  return walletBalances.flatMap((name) => sources[name]?.() ?? []).filter((row) => row !== undefined);
}
