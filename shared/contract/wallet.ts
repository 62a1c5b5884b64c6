import { z } from 'zod';
import { declareCall } from './call.ts';
import { CurrencyCode } from './fields.ts';
import { AmountMinor } from './values.ts';

const Item = z.object({
  /** Key of its label: `wallet.<name>` in the locale files. */
  name: z.string().regex(/^[A-Za-z]{1,40}$/),
  total: AmountMinor,
});
const SubGroup = Item.extend({ items: z.array(Item).max(20) });
/** What a wallet shows in one row, with what it consists of; items sum to the total wherever there are any. */
export const WalletGroup = Item.extend({
  /** PTS for loyalty points, which are no money. */
  currencyCode: CurrencyCode,
  items: z.array(SubGroup).max(20),
});
export type WalletGroup = z.infer<typeof WalletGroup>;

/**
 * What a player has (spec §3, wallet response fields). Every amount is in minor units of `currencyCode`, but for the
 * loyalty points. The sums, and nothing else decides what they are:
 *
 * - totalCashBalance = depositBalance + winBalance
 * - total…Bonus of a product = its balance + what of it is still open
 * - totalBonusBalance = totalCasinoBonus + totalLiveCasinoBonus + totalSportsBonus + totalPokerBonus + totalRummyBonus
 * - totalBalance = totalCashBalance + the five bonus balances: what tickets can be bought with at this moment. Open
 *   bonuses, loyalty points and money held for a withdrawal are no part of it.
 */
export const Wallet = z.object({
  currencyCode: CurrencyCode,
  totalBalance: AmountMinor,
  /** Paid in, and not played yet. */
  depositBalance: AmountMinor,
  winBalance: AmountMinor,
  totalCashBalance: AmountMinor,
  /** Points. */
  loyaltyBalance: AmountMinor,
  /** Bonuses that can be played, and not paid out. */
  casinoBonusBalance: AmountMinor,
  liveCasinoBonusBalance: AmountMinor,
  sportsBonusBalance: AmountMinor,
  pokerBonusBalance: AmountMinor,
  rummyBonusBalance: AmountMinor,
  /** Bonuses that were granted, and cannot be played before their condition is met. */
  openSportsBookBonus: AmountMinor,
  openPokerBonus: AmountMinor,
  openRummyBonus: AmountMinor,
  totalCasinoBonus: AmountMinor,
  totalLiveCasinoBonus: AmountMinor,
  totalSportsBonus: AmountMinor,
  totalPokerBonus: AmountMinor,
  totalRummyBonus: AmountMinor,
  totalBonusBalance: AmountMinor,
  /** Ours: what a withdrawal can be asked of, which is the cash; and what withdrawals under way hold. */
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

/** The same answer under two names: the popup's, and the one that follows a signup (spec §4, §7). */
export const walletCalls = {
  wallet: declareCall({
    summary: 'What the player has, in all its parts.',
    ...own,
    example: {
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
    },
  }),
  'cashier/getWalletDetails': declareCall({
    summary: 'The same as wallet.',
    ...own,
    example: {
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
    },
  }),
};
