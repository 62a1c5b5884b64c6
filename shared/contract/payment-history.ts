import { z } from 'zod';
import { declareCall } from './call.ts';
import { IsReturned, Withdrawal, WithdrawalState } from './cashier.ts';
import { CurrencyCode } from './fields.ts';
import { page, range, summaryPage } from './summary-range.ts';
import { AmountMinor, Instant } from './values.ts';

const ProviderId = z.string().max(64);
export const Sum = z.object({ count: z.int().nonnegative(), amount: AmountMinor });

/**
 * Withdrawals that were requested within a range of days. Totals cover the whole range, regardless of page and
 * filter.
 */
export const WithdrawSummary = z.object({
  ...page,
  currencyCode: CurrencyCode,
  withdrawals: z.array(Withdrawal).max(summaryPage.most),
  totals: z.object({
    requested: Sum,
    approved: Sum,
    sending: Sum,
    sent: Sum,
    paid: Sum,
    refused: Sum,
    declined: Sum,
  }),
});
export type WithdrawSummary = z.infer<typeof WithdrawSummary>;

const DepositStatus = z.enum(['created', 'approved', 'declined', 'cancelled'], 'field.wrong');
export const DepositRow = z.object({
  paymentId: z.uuid(),
  providerId: ProviderId,
  amount: AmountMinor,
  currencyCode: CurrencyCode,
  status: DepositStatus,
  createdAt: Instant,
  settledAt: Instant.nullable(),
  returned: IsReturned,
});
export type DepositRow = z.infer<typeof DepositRow>;
/**
 * Deposits that were created within a range of days. Totals cover the whole range, regardless of page and filter.
 * `returned` counts the approved deposits that are sent back. `approved` counts only the other approved deposits.
 */
export const DepositSummary = z.object({
  ...page,
  currencyCode: CurrencyCode,
  deposits: z.array(DepositRow).max(summaryPage.most),
  totals: z.object({ created: Sum, approved: Sum, returned: Sum, declined: Sum, cancelled: Sum }),
});
export type DepositSummary = z.infer<typeof DepositSummary>;

const own = { who: 'player', read: false, rate: 'account', codes: [] } as const;

export const paymentHistoryCalls = {
  'transaction/withdrawSummary': declareCall({
    summary: 'The player’s withdrawals and their sums over a range of days.',
    ...own,
    request: z.strictObject({ ...range, state: WithdrawalState.optional() }),
    response: WithdrawSummary,
    example: {
      request: {},
      response: {
        from: '2026-10-23',
        to: '2026-11-22',
        cursor: null,
        currencyCode: 'INR',
        withdrawals: [],
        totals: {
          requested: { count: 0, amount: 0 },
          approved: { count: 0, amount: 0 },
          sending: { count: 0, amount: 0 },
          sent: { count: 0, amount: 0 },
          paid: { count: 0, amount: 0 },
          refused: { count: 0, amount: 0 },
          declined: { count: 0, amount: 0 },
        },
      },
    },
  }),
  'transaction/depositSummary': declareCall({
    summary: 'The player’s payments and their sums over a range of days.',
    ...own,
    request: z.strictObject({ ...range, status: DepositStatus.optional() }),
    response: DepositSummary,
    example: {
      request: { status: 'approved' },
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
          created: { count: 0, amount: 0 },
          approved: { count: 1, amount: 50000 },
          returned: { count: 0, amount: 0 },
          declined: { count: 0, amount: 0 },
          cancelled: { count: 0, amount: 0 },
        },
      },
    },
  }),
};
