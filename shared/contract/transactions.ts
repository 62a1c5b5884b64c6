import { z } from 'zod';
import { declareCall } from './call.ts';
import { CurrencyCode } from './fields.ts';
import { page, range, summaryPage } from './summary-range.ts';
import { AmountMinor, GameId, Instant } from './values.ts';

/** The reason for a transaction. The text of each kind is `transaction.<kind>` in the locale files. */
export const TransactionKind = z.enum(
  [
    'deposit',
    'withdrawal-hold',
    'withdrawal-paid',
    'withdrawal-refused',
    'withdrawal-declined',
    'ticket',
    'prize',
    'jackpot',
    'bonus',
    'bonus-released',
    'bonus-expired',
    'loyalty',
    'referral',
    'correction',
    // An older release of the platform shows 'other' for kinds that a newer release has stored.
    'other',
  ],
  'field.wrong',
);
export type TransactionKind = z.infer<typeof TransactionKind>;

/** A change in minor units or loyalty points; negative for a debit. */
const Change = z.int();

/** One transaction of a player. All balances are those after the transaction. */
export const Transaction = z.object({
  transactionId: z.string().regex(/^\d{1,19}$/),
  kind: TransactionKind,
  at: Instant,
  /** PTS for loyalty points. In this case, `amount` and `totalBalance` are points, and all other amounts are 0. */
  currencyCode: CurrencyCode,
  /** The change of `totalBalance` (wallet.ts) since the previous transaction. */
  amount: Change,
  totalBalance: AmountMinor,
  cashAmount: Change,
  totalCashBalance: AmountMinor,
  /** The change of the money that is held for pending withdrawals. `totalBalance` does not include this money. */
  heldAmount: Change,
  heldBalance: AmountMinor,
  /** The change of the bonuses that cannot be played yet. `totalBalance` does not include these bonuses. */
  lockedBonusAmount: Change,
  lockedBonusBalance: AmountMinor,
  /** The following fields identify the cause of the transaction. A field that does not apply is null. */
  gameId: GameId.nullable(),
  gameName: z.string().max(80).nullable(),
  drawId: z.string().max(64).nullable(),
  drawNumber: z.int().positive().nullable(),
  receiptNumber: z.string().max(64).nullable(),
  providerId: z.string().max(64).nullable(),
  paymentId: z.string().max(64).nullable(),
  withdrawalId: z.string().max(64).nullable(),
  promoCode: z.string().max(64).nullable(),
});
export type Transaction = z.infer<typeof Transaction>;

export const TransactionSummaryRequest = z.strictObject({
  ...range,
  kind: TransactionKind.exclude(['other'], 'field.wrong').optional(),
});
export const TransactionSummary = z.object({
  ...page,
  currencyCode: CurrencyCode,
  /** Transactions of the page, newest first. */
  transactions: z.array(Transaction).max(summaryPage.most),
});
export type TransactionSummary = z.infer<typeof TransactionSummary>;

/** Two rows of the examples. All other example rows are copies of these two, with a few different fields. */
const ticket: z.input<typeof Transaction> = {
  transactionId: '4',
  kind: 'ticket',
  at: '2026-11-21T18:38:00.000Z',
  currencyCode: 'INR',
  amount: -5000,
  totalBalance: 40000,
  cashAmount: -5000,
  totalCashBalance: 40000,
  heldAmount: 0,
  heldBalance: 0,
  lockedBonusAmount: 0,
  lockedBonusBalance: 0,
  gameId: 'jackpot',
  drawId: 'jackpot-94',
  drawNumber: 94,
  receiptNumber: 'JACKPOT-94-GP67YF2GBW',
  providerId: null,
  paymentId: null,
  withdrawalId: null,
  promoCode: null,
  gameName: 'Golden Jackpot 6/49',
};
const loyalty: z.input<typeof Transaction> = {
  ...ticket,
  transactionId: '3',
  kind: 'loyalty',
  currencyCode: 'PTS',
  amount: 5,
  totalBalance: 5,
  cashAmount: 0,
  totalCashBalance: 0,
  receiptNumber: 'JACKPOT-94-X0AWZ5YBXR',
};

const own = { who: 'player', read: false, rate: 'account', codes: [] } as const;

export const transactionCalls = {
  'transaction/transactionSummary': declareCall({
    summary: 'All movements of the player’s money, newest first, with the balances after each.',
    ...own,
    request: TransactionSummaryRequest,
    response: TransactionSummary,
    example: {
      request: {},
      response: {
        from: '2026-10-23',
        to: '2026-11-22',
        cursor: null,
        currencyCode: 'INR',
        transactions: [
          { ...loyalty, transactionId: '5', totalBalance: 10, receiptNumber: ticket.receiptNumber },
          ticket,
          loyalty,
          {
            ...ticket,
            transactionId: '2',
            totalBalance: 45000,
            totalCashBalance: 45000,
            receiptNumber: loyalty.receiptNumber,
          },
          {
            ...ticket,
            transactionId: '1',
            kind: 'deposit',
            amount: 50000,
            totalBalance: 50000,
            cashAmount: 50000,
            totalCashBalance: 50000,
            gameId: null,
            drawId: null,
            drawNumber: null,
            receiptNumber: null,
            providerId: 'sandbox',
            paymentId: '31bdaac2-afe3-47a0-b34b-a63d9883cfca',
            gameName: null,
          },
        ],
      },
    },
  }),
};
