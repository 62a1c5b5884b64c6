import type { ticketCalls } from '../tickets.ts';
import type { ExamplesOf } from './example.ts';

export const ticketExamples: ExamplesOf<typeof ticketCalls> = {
  'tickets/buy': {
    request: {
      gameId: 'jackpot',
      drawId: 'jackpot-94',
      lines: [[1, 2, 3, 4, 5, 6]],
      idempotencyKey: 'ed579b3320bbf47a0542ee06',
    },
    response: {
      receiptNumber: 'JACKPOT-94-X0AWZ5YBXR',
      gameId: 'jackpot',
      drawId: 'jackpot-94',
      drawNumber: 94,
      drawStartDate: '2026-11-25T15:00:00.000Z',
      lines: 1,
      ticketPrice: 5000,
      totalPrice: 5000,
      currencyCode: 'INR',
      paidFrom: {
        bonus: 0,
        deposit: 5000,
        winnings: 0,
      },
      boughtAt: '2026-11-21T18:38:00.000Z',
      totalBalance: 45000,
    },
  },
};
