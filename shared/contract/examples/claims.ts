import type { claimCalls } from '../claims.ts';
import type { ExamplesOf } from './example.ts';

export const claimExamples: ExamplesOf<typeof claimCalls> = {
  'claims/sendOtp': {
    request: {
      receiptNumber: 'JACKPOT-94-GP67YF2GBW',
      country_code: '+91',
      mobile_no: '9876543210',
    },
    response: {
      resendAfterSeconds: 0,
      expiresInSeconds: 600,
    },
  },
  'claims/status': {
    request: {
      receiptNumber: 'JACKPOT-94-GP67YF2GBW',
      country_code: '+91',
      mobile_no: '9876543210',
      otp: '482913',
    },
    response: {
      receiptNumber: 'JACKPOT-94-GP67YF2GBW',
      gameId: 'jackpot',
      gameName: 'Golden Jackpot 6/49',
      drawId: 'jackpot-94',
      drawNumber: 94,
      drawStartDate: '2026-11-25T15:00:00.000Z',
      lines: 1,
      totalPrice: 5000,
      currencyCode: 'INR',
      boughtAt: '2026-11-21T18:38:00.000Z',
      status: 'pending',
      correction: null,
      wonAmount: 0,
      paidAt: null,
      prizes: [],
    },
  },
};
