import { z } from 'zod';
import { codes } from './codes.ts';
import { AmountMinor, Instant } from './draws.ts';
import { CurrencyCode } from './fields.ts';
import { IdempotencyKey } from './tickets.ts';

const ProviderId = z.string('field.wrong').regex(/^[a-z0-9-]{1,32}$/, 'field.wrong');
const Amount = z.int('field.wrong').positive('field.wrong');

/** A way to pay in, and to be paid out; limits are of one payment, in the player's currency. */
export const PaymentProvider = z.object({
  providerId: ProviderId,
  name: z.string().max(80),
  /** No money moves: for trying out. */
  isSandbox: z.boolean(),
  currencyCode: CurrencyCode,
  minDeposit: AmountMinor,
  maxDeposit: AmountMinor,
  minWithdrawal: AmountMinor,
  maxWithdrawal: AmountMinor,
});
export type PaymentProvider = z.infer<typeof PaymentProvider>;

export const DepositRequest = z.strictObject({
  amount: Amount,
  /** The first of `cashier/getPaymentProvider` where none is named. */
  providerId: ProviderId.optional(),
  idempotencyKey: IdempotencyKey,
});
export type DepositRequest = z.infer<typeof DepositRequest>;

/** The money is in the wallet once the provider says that it is there: not before. */
export const DepositBegun = z.object({
  paymentId: z.uuid(),
  providerId: ProviderId,
  /** The provider's own page, where the player pays: absolute, opened as a whole page. */
  paymentUrl: z.url().max(500),
  amount: AmountMinor,
  currencyCode: CurrencyCode,
  status: z.enum(['created', 'approved', 'declined', 'cancelled']),
});
export type DepositBegun = z.infer<typeof DepositBegun>;

export const WithdrawRequest = z.strictObject({
  amount: Amount,
  providerId: ProviderId.optional(),
  idempotencyKey: IdempotencyKey,
});
export type WithdrawRequest = z.infer<typeof WithdrawRequest>;

/** The money is held until an operator decides: then it is paid out, or goes back to where it was taken from. */
export const Withdrawal = z.object({
  withdrawalId: z.uuid(),
  providerId: ProviderId,
  amount: AmountMinor,
  currencyCode: CurrencyCode,
  state: z.enum(['requested', 'approved', 'refused']),
  /** Of a refusal. */
  reason: z.string().max(300).nullable(),
  requestedAt: Instant,
  decidedAt: Instant.nullable(),
});
export type Withdrawal = z.infer<typeof Withdrawal>;

/** Money in and out (spec §7). */
export const cashierCalls = {
  'cashier/getPaymentProvider': {
    who: 'player',
    read: false,
    rate: 'account',
    codes: [],
    request: z.strictObject({}),
    response: z.object({ providers: z.array(PaymentProvider).max(20) }),
  },
  'cashier/deposit': {
    who: 'player',
    read: false,
    rate: 'money',
    codes: [codes.limitExceeded, codes.notEligible],
    request: DepositRequest,
    response: DepositBegun,
  },
  'cashier/withdraw': {
    who: 'player',
    read: false,
    rate: 'money',
    codes: [
      codes.insufficientBalance,
      codes.limitExceeded,
      codes.notEligible,
      codes.contactUnverified,
      codes.identityUnverified,
    ],
    request: WithdrawRequest,
    response: Withdrawal,
  },
} as const;
