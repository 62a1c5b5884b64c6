import type { campaignCalls } from '../campaigns.ts';
import type { ExamplesOf } from './example.ts';

export const campaignExamples: ExamplesOf<typeof campaignCalls> = {
  'campaign/getSignupBonusCalculations': {
    request: {
      promoCode: 'K7MQ2XWR',
      currency: 'INR',
    },
    response: {
      kind: 'referral',
      promoCode: 'K7MQ2XWR',
      product: 'casino',
      currencyCode: 'INR',
      amount: 5000,
      bringer: {
        amount: 5000,
        currencyCode: 'INR',
      },
    },
  },
  'campaign/getBonuses': {
    request: {},
    response: {
      bonuses: [],
      stakePerPoint: 1000,
    },
  },
  'transaction/rafUserSummary': {
    request: {},
    response: {
      referralCode: 'K7MQ2XWR',
      referralLink: '/signup?campaigncode=K7MQ2XWR',
      rewards: {
        bringer: {
          amount: 5000,
          currencyCode: 'INR',
        },
        friend: {
          amount: 5000,
          currencyCode: 'INR',
        },
      },
      invited: 0,
      invitationsLeft: 20,
      joined: 0,
      rewarded: 0,
      earned: 0,
      currencyCode: 'INR',
      friends: [],
      cursor: null,
    },
  },
  'transaction/referAFriend': {
    request: {
      email_addresses: ['asha42@mail.example'],
      userLanguge: 'en',
    },
    response: {
      invited: 1,
      invitationsLeft: 19,
    },
  },
  'transaction/stopInvitations': {
    request: {
      token: '1FqKv5-dUZ6lrBMxmwoFkgLVj4-YLr6X-JtILpa89ac',
    },
    response: {},
  },
};
