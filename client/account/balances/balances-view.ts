import type { Wallet } from '../../../shared/contract/wallet.ts';
import { type WalletRow, walletRows } from '../../../shared/domain/wallet-rows.ts';
import type { AccountWording } from '../../../shared/pages/account.ts';
import { accountRoutes } from '../../../shared/pages/account-routes.ts';
import { formatBalance } from '../../ui/format-balance.ts';

export interface BalanceRow {
  name: string;
  label: string;
  text: string;
  items: BalanceRow[];
}

export interface BalanceCard extends BalanceRow {
  note: string;
  /** A page of the account area where the player can use this balance. */
  link: { label: string; path: string } | null;
}

export interface BalancesView {
  cards: BalanceCard[];
}

export function balancesView(
  wallet: Wallet,
  { t, moneyFormat, walletBalances }: AccountWording,
): BalancesView {
  const row = ({ name, total, currencyCode, items }: WalletRow): BalanceRow => ({
    name,
    label: t(`wallet.${name}`),
    text: formatBalance(total, currencyCode, moneyFormat),
    items: items.map(row),
  });
  return {
    cards: walletRows(wallet, walletBalances).map((each) =>
      Object.assign(row(each), {
        // The labels of the two bonus balances do not contain the word "bonus", so prepend the label of their group.
        label: each.name.endsWith('Bonus') ? `${t('wallet.bonus')} · ${row(each).label}` : row(each).label,
        note: t(`account.balance.${each.name}`),
        link:
          each.currencyCode === null
            ? { label: t('account.page.loyaltyShop'), path: accountRoutes.loyaltyShop.path }
            : null,
      }),
    ),
  };
}
