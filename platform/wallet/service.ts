import type { Wallet, WalletGroup } from '../../shared/contract/wallet.ts';
import type { Queryable } from '../db/database.ts';
import type { Ledger } from './ledger.ts';
import type { PlayerBucket } from './transfer.ts';

/** Balances of loyalty points have this text instead of a currency code. */
export const loyaltyPoints = 'PTS';

/** Bonus buckets that pay for tickets, in the order in which they are spent. */
export const bonusBuckets = [
  'casino-bonus',
  'live-casino-bonus',
  'sports-bonus',
  'poker-bonus',
  'rummy-bonus',
] as const satisfies readonly PlayerBucket[];
/**
 * Buckets that pay for tickets, in the order in which they are spent. Bonuses are spent first, because they cannot be
 * withdrawn.
 */
export const playOrder = [...bonusBuckets, 'deposit', 'winnings'] as const satisfies readonly PlayerBucket[];
/** Buckets that withdrawals take money from, in this order. */
export const withdrawOrder = ['winnings', 'deposit'] as const satisfies readonly PlayerBucket[];

/** Names of the bonuses in the contract, in the order of `bonusBuckets`. */
export const bonusProducts = ['casino', 'liveCasino', 'sports', 'poker', 'rummy'] as const;
export type BonusProduct = (typeof bonusProducts)[number];

/** Ledger balances by bucket, in minor units. */
export type Balances = ReadonlyMap<string, number>;

export function sumOf(balances: Balances, buckets: readonly PlayerBucket[]): number {
  return buckets.reduce((sum, bucket) => sum + (balances.get(bucket) ?? 0), 0);
}

/** Returns `totalBalance` of the contract: the amount that can buy tickets, in minor units. */
export function totalBalanceOf(balances: Balances): number {
  return sumOf(balances, playOrder);
}

/**
 * Splits the payment of a purchase into the parts that receipts and summaries show.
 * @param paidFrom by bucket, in minor units
 */
export function paidPartsOf(paidFrom: Readonly<Record<string, number>>) {
  const taken: Balances = new Map(Object.entries(paidFrom));
  return {
    bonus: sumOf(taken, bonusBuckets),
    deposit: sumOf(taken, ['deposit']),
    winnings: sumOf(taken, ['winnings']),
  };
}

/**
 * Takes an amount from the buckets in `order`, from each bucket as much as possible.
 * @returns the part taken from each bucket, or null if the buckets contain less than the amount
 */
export function takeFrom<B extends PlayerBucket>(
  balances: Balances,
  order: readonly B[],
  amountMinor: number,
): { bucket: B; amountMinor: number }[] | null {
  let left = amountMinor;
  const taken = order.flatMap((bucket) => {
    const part = Math.min(left, balances.get(bucket) ?? 0);
    left -= part;
    return part > 0 ? [{ bucket, amountMinor: part }] : [];
  });
  return left === 0 ? taken : null;
}

const products = [
  ['casino', 'casino-bonus', 'open-casino-bonus'],
  ['liveCasino', 'live-casino-bonus', 'open-live-casino-bonus'],
  ['sports', 'sports-bonus', 'open-sports-bonus'],
  ['poker', 'poker-bonus', 'open-poker-bonus'],
  ['rummy', 'rummy-bonus', 'open-rummy-bonus'],
] as const satisfies readonly (readonly [string, PlayerBucket, PlayerBucket])[];

/**
 * Computes a wallet from balances. The contract defines each sum.
 * @param money by bucket, in minor units of `currencyCode`
 * @param points by bucket, in loyalty points
 */
export function walletOf(currencyCode: string, money: Balances, points: Balances): Wallet {
  const held = (bucket: PlayerBucket) => money.get(bucket) ?? 0;
  const totalOf = (bucket: PlayerBucket, open: PlayerBucket) => held(bucket) + held(open);
  const loyaltyBalance = points.get('loyalty') ?? 0;
  const totalCashBalance = held('deposit') + held('winnings');
  const bonusTotal = sumOf(money, bonusBuckets);
  const openTotal = sumOf(
    money,
    products.map(([, , open]) => open),
  );
  const none: never[] = [];
  const groups: WalletGroup[] = [
    {
      name: 'cash',
      total: totalCashBalance,
      currencyCode,
      items: [
        { name: 'deposit', total: held('deposit'), items: none },
        { name: 'winnings', total: held('winnings'), items: none },
      ],
    },
    {
      name: 'bonus',
      total: bonusTotal + openTotal,
      currencyCode,
      items: [
        {
          name: 'activeBonus',
          total: bonusTotal,
          items: products.map(([name, bucket]) => ({ name: `${name}Bonus`, total: held(bucket) })),
        },
        {
          name: 'lockedBonus',
          total: openTotal,
          items: products.map(([name, , open]) => ({ name: `${name}Bonus`, total: held(open) })),
        },
      ],
    },
    { name: 'heldBalance', total: held('held'), currencyCode, items: none },
    { name: 'loyaltyBalance', total: loyaltyBalance, currencyCode: loyaltyPoints, items: none },
  ];
  return {
    currencyCode,
    totalBalance: totalBalanceOf(money),
    depositBalance: held('deposit'),
    winBalance: held('winnings'),
    totalCashBalance,
    loyaltyBalance,
    casinoBonusBalance: held('casino-bonus'),
    liveCasinoBonusBalance: held('live-casino-bonus'),
    sportsBonusBalance: held('sports-bonus'),
    pokerBonusBalance: held('poker-bonus'),
    rummyBonusBalance: held('rummy-bonus'),
    openSportsBookBonus: held('open-sports-bonus'),
    openPokerBonus: held('open-poker-bonus'),
    openRummyBonus: held('open-rummy-bonus'),
    totalCasinoBonus: totalOf('casino-bonus', 'open-casino-bonus'),
    totalLiveCasinoBonus: totalOf('live-casino-bonus', 'open-live-casino-bonus'),
    totalSportsBonus: totalOf('sports-bonus', 'open-sports-bonus'),
    totalPokerBonus: totalOf('poker-bonus', 'open-poker-bonus'),
    totalRummyBonus: totalOf('rummy-bonus', 'open-rummy-bonus'),
    totalBonusBalance: bonusTotal + openTotal,
    withdrawableBalance: sumOf(money, withdrawOrder),
    heldBalance: held('held'),
    groups,
  };
}

export interface WalletService {
  /**
   * Answers `wallet` and `cashier/getWalletDetails` (spec §3, §7).
   * @param currencyCode ISO 4217 code of the account's currency
   */
  wallet(accountId: string, currencyCode: string): Promise<Wallet>;
  /** Returns only `totalBalance`, in minor units. */
  totalBalance(accountId: string, currencyCode: string, on?: Queryable): Promise<number>;
}

export function createWalletService({ ledger }: { ledger: Ledger }): WalletService {
  return {
    async wallet(accountId, currencyCode) {
      const [money, points] = await Promise.all([
        ledger.balances(`player:${accountId}`, currencyCode),
        ledger.balances(`player:${accountId}`, loyaltyPoints),
      ]);
      return walletOf(currencyCode, money, points);
    },
    async totalBalance(accountId, currencyCode, on) {
      return totalBalanceOf(await ledger.balances(`player:${accountId}`, currencyCode, on));
    },
  };
}
