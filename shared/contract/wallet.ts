import { z } from 'zod';
import { declareCall } from './call.ts';
import { CurrencyCode } from './fields.ts';
import { AmountMinor } from './values.ts';

const Item = z.object({
  /** Name of the item. Its label is `wallet.<name>` in the locale files. */
  name: z.string().regex(/^[A-Za-z]{1,40}$/),
  total: AmountMinor,
});
const SubGroup = Item.extend({ items: z.array(Item).max(20) });
/** One row of a wallet. The row's items, if it has any, add up to the row's total. */
export const WalletGroup = Item.extend({
  /** Currency code; PTS for loyalty points. */
  currencyCode: CurrencyCode,
  items: z.array(SubGroup).max(20),
});
export type WalletGroup = z.infer<typeof WalletGroup>;

/**
 * The wallet of a player (spec §3, wallet response fields). All amounts except loyalty points are in minor units of
 * `currencyCode`. The sums are defined as follows:
 *
 * - totalCashBalance = depositBalance + winBalance
 * - total…Bonus of a product = its bonus balance + its open bonus
 * - totalBonusBalance = totalCasinoBonus + totalLiveCasinoBonus + totalSportsBonus + totalPokerBonus + totalRummyBonus
 * - totalBalance = totalCashBalance + the five bonus balances: the amount that can buy tickets now. It excludes open
 *   bonuses, loyalty points and money held for withdrawals.
 */
export const Wallet = z.object({
  currencyCode: CurrencyCode,
  totalBalance: AmountMinor,
  /** Deposited money that has not been played yet. */
  depositBalance: AmountMinor,
  winBalance: AmountMinor,
  totalCashBalance: AmountMinor,
  /** Balance in loyalty points. */
  loyaltyBalance: AmountMinor,
  /** Bonuses that can be played but not withdrawn. */
  casinoBonusBalance: AmountMinor,
  liveCasinoBonusBalance: AmountMinor,
  sportsBonusBalance: AmountMinor,
  pokerBonusBalance: AmountMinor,
  rummyBonusBalance: AmountMinor,
  /** Granted bonuses that cannot be played until their condition is met. */
  openSportsBookBonus: AmountMinor,
  openPokerBonus: AmountMinor,
  openRummyBonus: AmountMinor,
  totalCasinoBonus: AmountMinor,
  totalLiveCasinoBonus: AmountMinor,
  totalSportsBonus: AmountMinor,
  totalPokerBonus: AmountMinor,
  totalRummyBonus: AmountMinor,
  totalBonusBalance: AmountMinor,
  /** Extensions of the spec: the amount that can be withdrawn, and the amount held for pending withdrawals. */
  withdrawableBalance: AmountMinor,
  heldBalance: AmountMinor,
  groups: z.array(WalletGroup).max(20),
});
export type Wallet = z.infer<typeof Wallet>;

const own = {
  who: 'player',
  read: false,
  rate: 'account',
  codes: [],
  request: z.strictObject({}),
  response: Wallet,
} as const;

const example = {
  request: {},
  response: {
    currencyCode: 'INR',
    totalBalance: 40000,
    depositBalance: 40000,
    winBalance: 0,
    totalCashBalance: 40000,
    loyaltyBalance: 10,
    casinoBonusBalance: 0,
    liveCasinoBonusBalance: 0,
    sportsBonusBalance: 0,
    pokerBonusBalance: 0,
    rummyBonusBalance: 0,
    openSportsBookBonus: 0,
    openPokerBonus: 0,
    openRummyBonus: 0,
    totalCasinoBonus: 0,
    totalLiveCasinoBonus: 0,
    totalSportsBonus: 0,
    totalPokerBonus: 0,
    totalRummyBonus: 0,
    totalBonusBalance: 0,
    withdrawableBalance: 40000,
    heldBalance: 0,
    groups: [
      {
        name: 'cash',
        total: 40000,
        currencyCode: 'INR',
        items: [
          { name: 'deposit', total: 40000, items: [] },
          { name: 'winnings', total: 0, items: [] },
        ],
      },
      {
        name: 'bonus',
        total: 0,
        currencyCode: 'INR',
        items: [
          {
            name: 'activeBonus',
            total: 0,
            items: [
              { name: 'casinoBonus', total: 0 },
              { name: 'liveCasinoBonus', total: 0 },
              { name: 'sportsBonus', total: 0 },
              { name: 'pokerBonus', total: 0 },
              { name: 'rummyBonus', total: 0 },
            ],
          },
          {
            name: 'lockedBonus',
            total: 0,
            items: [
              { name: 'casinoBonus', total: 0 },
              { name: 'liveCasinoBonus', total: 0 },
              { name: 'sportsBonus', total: 0 },
              { name: 'pokerBonus', total: 0 },
              { name: 'rummyBonus', total: 0 },
            ],
          },
        ],
      },
      { name: 'heldBalance', total: 0, currencyCode: 'INR', items: [] },
      { name: 'loyaltyBalance', total: 10, currencyCode: 'PTS', items: [] },
    ],
  },
};

/**
 * Two calls with the same answer. The spec names one for the wallet popup and the other for the signup (spec §4, §7).
 */
export const walletCalls = {
  wallet: declareCall({
    summary: 'The player’s wallet with all its balances.',
    ...own,
    example,
  }),
  'cashier/getWalletDetails': declareCall({
    summary: 'The same as wallet.',
    ...own,
    example,
  }),
};
