import type { walletCalls } from '../wallet.ts';
import type { ExamplesOf } from './example.ts';

const own: ExamplesOf<typeof walletCalls>['wallet'] = {
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
          {
            name: 'deposit',
            total: 40000,
            items: [],
          },
          {
            name: 'winnings',
            total: 0,
            items: [],
          },
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
              {
                name: 'casinoBonus',
                total: 0,
              },
              {
                name: 'liveCasinoBonus',
                total: 0,
              },
              {
                name: 'sportsBonus',
                total: 0,
              },
              {
                name: 'pokerBonus',
                total: 0,
              },
              {
                name: 'rummyBonus',
                total: 0,
              },
            ],
          },
          {
            name: 'lockedBonus',
            total: 0,
            items: [
              {
                name: 'casinoBonus',
                total: 0,
              },
              {
                name: 'liveCasinoBonus',
                total: 0,
              },
              {
                name: 'sportsBonus',
                total: 0,
              },
              {
                name: 'pokerBonus',
                total: 0,
              },
              {
                name: 'rummyBonus',
                total: 0,
              },
            ],
          },
        ],
      },
      {
        name: 'heldBalance',
        total: 0,
        currencyCode: 'INR',
        items: [],
      },
      {
        name: 'loyaltyBalance',
        total: 10,
        currencyCode: 'PTS',
        items: [],
      },
    ],
  },
};

export const walletExamples: ExamplesOf<typeof walletCalls> = {
  wallet: own,
  'cashier/getWalletDetails': own,
};
