import type { transactionCalls } from '../transactions.ts';
import type { ExamplesOf } from './example.ts';

export const transactionExamples: ExamplesOf<
  Pick<
    typeof transactionCalls,
    | 'transaction/purchaseSummary'
    | 'transaction/gameHistorySummary'
    | 'transaction/withdrawSummary'
    | 'transaction/depositSummary'
  >
> = {
  'transaction/purchaseSummary': {
    request: {},
    response: {
      from: '2026-10-23',
      to: '2026-11-22',
      cursor: null,
      purchases: [
        {
          receiptNumber: 'JACKPOT-94-X0AWZ5YBXR',
          gameId: 'jackpot',
          gameName: 'Golden Jackpot 6/49',
          drawId: 'jackpot-94',
          drawNumber: 94,
          drawStartDate: '2026-11-25T15:00:00.000Z',
          boughtAt: '2026-11-21T18:38:00.000Z',
          lines: [[1, 2]],
          ticketPrice: 5000,
          totalPrice: 5000,
          currencyCode: 'INR',
          paidFrom: {
            bonus: 0,
            deposit: 5000,
            winnings: 0,
          },
          state: 'open',
          wonAmount: 0,
        },
        {
          receiptNumber: 'JACKPOT-94-GP67YF2GBW',
          gameId: 'jackpot',
          gameName: 'Golden Jackpot 6/49',
          drawId: 'jackpot-94',
          drawNumber: 94,
          drawStartDate: '2026-11-25T15:00:00.000Z',
          boughtAt: '2026-11-21T18:38:00.000Z',
          lines: [[1, 2]],
          ticketPrice: 5000,
          totalPrice: 5000,
          currencyCode: 'INR',
          paidFrom: {
            bonus: 0,
            deposit: 5000,
            winnings: 0,
          },
          state: 'open',
          wonAmount: 0,
        },
      ],
    },
  },
  'transaction/gameHistorySummary': {
    request: {},
    response: {
      from: '2026-10-23',
      to: '2026-11-22',
      cursor: null,
      draws: [
        {
          gameId: 'jaldi',
          gameName: 'Golden Jaldi',
          drawId: 'jaldi-93600',
          drawNumber: 93600,
          drawStartDate: '2026-11-21T18:25:00.000Z',
          state: 'drawn',
          tNumbers: [
            {
              tNumber: '5',
              isImage: false,
              resultUrl: '',
              role: 'main',
              colorKey: 'violet',
            },
          ],
          lines: [
            {
              receiptNumber: 'JALDI-93600-7QK2M9XA4T',
              lineNo: 1,
              line: {
                number: 5,
              },
              matched: ['5'],
              prizeName: 'Number',
              wonAmount: 7700,
            },
          ],
          totalPrice: 1100,
          wonAmount: 7700,
          currencyCode: 'INR',
        },
      ],
    },
  },
  'transaction/withdrawSummary': {
    request: {},
    response: {
      from: '2026-10-23',
      to: '2026-11-22',
      cursor: null,
      currencyCode: 'INR',
      withdrawals: [],
      totals: {
        requested: {
          count: 0,
          amount: 0,
        },
        approved: {
          count: 0,
          amount: 0,
        },
        refused: {
          count: 0,
          amount: 0,
        },
      },
    },
  },
  'transaction/depositSummary': {
    request: {
      status: 'approved',
    },
    response: {
      from: '2026-10-23',
      to: '2026-11-22',
      cursor: null,
      currencyCode: 'INR',
      deposits: [
        {
          paymentId: '31bdaac2-afe3-47a0-b34b-a63d9883cfca',
          providerId: 'sandbox',
          amount: 50000,
          currencyCode: 'INR',
          status: 'approved',
          createdAt: '2026-11-21T18:38:00.000Z',
          settledAt: '2026-11-21T18:38:00.000Z',
        },
      ],
      totals: {
        created: {
          count: 0,
          amount: 0,
        },
        approved: {
          count: 1,
          amount: 50000,
        },
        declined: {
          count: 0,
          amount: 0,
        },
        cancelled: {
          count: 0,
          amount: 0,
        },
      },
    },
  },
};
