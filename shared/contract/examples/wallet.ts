import type { walletCalls } from '../wallet.ts';
import type { ExamplesOf } from './example.ts';

export const walletExamples: ExamplesOf<typeof walletCalls> = {
  wallet: {
    request: {},
    response: {
      currencyCode: 'INR',
      totalBalance: 45000,
      depositBalance: 45000,
      winBalance: 0,
      totalCashBalance: 45000,
      loyaltyBalance: 0,
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
      withdrawableBalance: 45000,
      heldBalance: 0,
      groups: [
        {
          name: 'cash',
          total: 45000,
          currencyCode: 'INR',
          items: [
            {
              name: 'deposit',
              total: 45000,
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
              ],
            },
          ],
        },
      ],
    },
  },
  'cashier/getWalletDetails': {
    request: {},
    response: {
      currencyCode: 'INR',
      totalBalance: 0,
      depositBalance: 0,
      winBalance: 0,
      totalCashBalance: 0,
      loyaltyBalance: 0,
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
      withdrawableBalance: 0,
      heldBalance: 0,
      groups: [
        {
          name: 'cash',
          total: 0,
          currencyCode: 'INR',
          items: [
            {
              name: 'deposit',
              total: 0,
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
              ],
            },
          ],
        },
      ],
    },
  },
};
