import type { Wallet, WalletGroup } from '../../shared/contract/wallet.ts';
import { problemUnless, type Scenario, type Scenarios } from './scenario.ts';

type Group = Pick<WalletGroup, 'name' | 'total'> & { items?: Group[] };
const groupProblems = ({ name, total, items = [] }: Group): string[] => {
  const sum = items.reduce((all, item) => all + item.total, 0);
  return [
    ...problemUnless(
      items.length === 0 || sum === total,
      `the items of group ${name} sum to ${sum}, not ${total}`,
    ),
    ...items.flatMap(groupProblems),
  ];
};

/** Checks the sums that the contract defines in shared/contract/wallet.ts. */
function walletProblems(wallet: Wallet): string[] {
  const {
    casinoBonusBalance,
    liveCasinoBonusBalance,
    sportsBonusBalance,
    pokerBonusBalance,
    rummyBonusBalance,
  } = wallet;
  const bonuses =
    casinoBonusBalance + liveCasinoBonusBalance + sportsBonusBalance + pokerBonusBalance + rummyBonusBalance;
  const wanted = {
    totalCashBalance: wallet.depositBalance + wallet.winBalance,
    totalCasinoBonus: casinoBonusBalance,
    totalLiveCasinoBonus: liveCasinoBonusBalance,
    totalSportsBonus: sportsBonusBalance + wallet.openSportsBookBonus,
    totalPokerBonus: pokerBonusBalance + wallet.openPokerBonus,
    totalRummyBonus: rummyBonusBalance + wallet.openRummyBonus,
    totalBonusBalance:
      wallet.totalCasinoBonus +
      wallet.totalLiveCasinoBonus +
      wallet.totalSportsBonus +
      wallet.totalPokerBonus +
      wallet.totalRummyBonus,
    totalBalance: wallet.totalCashBalance + bonuses,
  } satisfies Partial<Wallet>;
  const actual: Record<keyof typeof wanted, number> = wallet;
  const sums = Object.entries(wanted).flatMap(([name, sum]) => {
    const value = Object.entries(actual).find(([field]) => field === name)?.[1];
    return problemUnless(value === sum, `${name} is ${value}, its parts sum to ${sum}`);
  });
  return [
    ...sums,
    ...problemUnless(
      wallet.withdrawableBalance <= wallet.totalCashBalance,
      'withdrawableBalance exceeds totalCashBalance',
    ),
    ...wallet.groups.flatMap(groupProblems),
  ];
}

const wallet: Scenario<'wallet' | 'cashier/getWalletDetails'> = {
  request: () => ({}),
  async problems(answer, { run, token }) {
    const other = await run.need('cashier/getWalletDetails', {}, token);
    return [
      ...walletProblems(answer),
      ...problemUnless(
        other.totalBalance === answer.totalBalance,
        'wallet and cashier/getWalletDetails differ',
      ),
    ];
  },
};

export const walletScenarios: Scenarios = { wallet, 'cashier/getWalletDetails': wallet };
