import { z } from 'zod';
import { declareCall } from './call.ts';
import { codes } from './codes.ts';
import { DestinationField, ProviderId } from './destinations.ts';
import { CurrencyCode } from './fields.ts';
import { IdempotencyKey } from './tickets.ts';
import { AmountMinor, Instant } from './values.ts';

const Amount = z.int('field.wrong').positive('field.wrong');

/** A payment method. The limits apply to one payment and are in the player's currency. */
export const PaymentProvider = z.object({
  providerId: ProviderId,
  name: z.string().max(80),
  /** Whether this is a test provider, which moves no money. */
  isSandbox: z.boolean(),
  currencyCode: CurrencyCode,
  minDeposit: AmountMinor,
  maxDeposit: AmountMinor,
  minWithdrawal: AmountMinor,
  maxWithdrawal: AmountMinor,
  /**
   * The fields in which the player describes a bank account. The list is empty if the provider makes no payouts in this
   * currency.
   */
  destinationFields: z.array(DestinationField).max(5),
});
export type PaymentProvider = z.infer<typeof PaymentProvider>;

export const DepositRequest = z.strictObject({
  amount: Amount,
  /** Id of the payment provider. The default is the first provider of `cashier/getPaymentProvider`. */
  providerId: ProviderId.optional(),
  idempotencyKey: IdempotencyKey,
  /**
   * Path of a page of the site, with the language prefix. The payment page links back to this page. The platform adds
   * the payment's id as the parameter `payment`. The default is the home page.
   */
  returnPath: z
    .string('field.wrong')
    .regex(/^(?:\/[a-z0-9-]{1,32}){1,4}$/i, 'field.wrong')
    .optional(),
});
export type DepositRequest = z.infer<typeof DepositRequest>;

/** Stripe's payment pages have URLs of several hundred characters. */
const PaymentUrl = z.url({ protocol: /^https?$/ }).max(2000);

/** The answer to the request for a deposit. The wallet is credited after the provider has confirmed the payment. */
export const DepositBegun = z.object({
  paymentId: z.uuid(),
  providerId: ProviderId,
  /** Absolute URL of the provider's payment page, to which the browser navigates. */
  paymentUrl: PaymentUrl,
  amount: AmountMinor,
  currencyCode: CurrencyCode,
  status: z.enum(['created', 'approved', 'declined', 'cancelled']),
});
export type DepositBegun = z.infer<typeof DepositBegun>;

/**
 * Whether an approved deposit is sent back. This happens if a limit, a time-out or an exclusion of the player does not
 * allow the deposit.
 */
export const IsReturned = z.boolean().optional();

/** A deposit and its current status. */
export const Payment = DepositBegun.extend({
  /** URL of the provider's payment page. Null until the provider has answered the request for this page. */
  paymentUrl: PaymentUrl.nullable(),
  createdAt: Instant,
  settledAt: Instant.nullable(),
  returned: IsReturned,
});
export type Payment = z.infer<typeof Payment>;

export const WithdrawRequest = z.strictObject({
  amount: Amount,
  providerId: ProviderId.optional(),
  /** Id of a bank account that `cashier/getDestinations` lists. The default is the newest account. */
  destination: z.uuid('field.wrong').optional(),
  idempotencyKey: IdempotencyKey,
});
export type WithdrawRequest = z.infer<typeof WithdrawRequest>;

/**
 * States of a withdrawal. An operator approves or refuses a requested withdrawal. An approved withdrawal is sent to the
 * payment provider, which pays or declines it.
 */
export const WithdrawalState = z.enum(
  ['requested', 'approved', 'sending', 'sent', 'paid', 'refused', 'declined'],
  'field.wrong',
);
export type WithdrawalState = z.infer<typeof WithdrawalState>;

/**
 * A withdrawal. The amount is held until it has been paid out. It returns to the wallet if an operator refuses the
 * withdrawal, or if the payout is declined.
 */
export const Withdrawal = z.object({
  withdrawalId: z.uuid(),
  providerId: z.string().max(64),
  amount: AmountMinor,
  currencyCode: CurrencyCode,
  /** The masked bank account. Null if the operator pays in another way. */
  destination: z.string().max(60).nullable(),
  state: WithdrawalState,
  /** An operator's reason for a refusal or a declined payout, as a text for the player. */
  reason: z.string().max(300).nullable(),
  /** The provider's reason for a declined payout. */
  declineReason: z.enum(['destination-closed', 'destination-wrong', 'refused']).nullable(),
  requestedAt: Instant,
  decidedAt: Instant.nullable(),
  /** All states that the withdrawal has had, with their times, the oldest first. */
  steps: z.array(z.object({ state: WithdrawalState, at: Instant })).max(7),
});
export type Withdrawal = z.infer<typeof Withdrawal>;

export const cashierCalls = {
  'cashier/getPaymentProvider': declareCall({
    summary: 'Payment methods for deposits and withdrawals, with their limits.',
    who: 'player',
    read: false,
    rate: 'account',
    codes: [],
    request: z.strictObject({}),
    response: z.object({ providers: z.array(PaymentProvider).max(20) }),
    example: {
      request: {},
      response: {
        providers: [
          {
            providerId: 'sandbox',
            name: 'Sandbox',
            isSandbox: true,
            currencyCode: 'INR',
            minDeposit: 10000,
            maxDeposit: 10000000,
            minWithdrawal: 50000,
            maxWithdrawal: 100000000,
            destinationFields: [
              { name: 'accountNumber', maxLength: 34, pattern: '[0-9A-Z]{6,34}' },
              { name: 'bankCode', maxLength: 11, pattern: '[0-9A-Z]{4,11}' },
            ],
          },
        ],
      },
    },
  }),

  'cashier/deposit': declareCall({
    summary: 'Creates a payment and answers the URL of its payment page; no money has moved yet.',
    who: 'player',
    read: false,
    rate: 'money',
    codes: [
      codes.limitExceeded,
      codes.notEligible,
      codes.limitReached,
      codes.timeOutRunning,
      codes.paymentsUnavailable,
    ],
    request: DepositRequest,
    response: DepositBegun,
    example: {
      request: { amount: 50000, providerId: 'sandbox', idempotencyKey: 'f48a5206c23b694691b8690e' },
      response: {
        paymentId: '31bdaac2-afe3-47a0-b34b-a63d9883cfca',
        providerId: 'sandbox',
        paymentUrl: 'https://pay.lotto.example/sandbox/payments/31bdaac2-afe3-47a0-b34b-a63d9883cfca',
        amount: 50000,
        currencyCode: 'INR',
        status: 'created',
      },
    },
  }),

  'cashier/getPayment': declareCall({
    summary: 'One deposit of the player, for the page to which the payment page links back.',
    who: 'player',
    read: false,
    rate: 'account',
    codes: [codes.notFound],
    request: z.strictObject({ paymentId: z.uuid('field.wrong') }),
    response: Payment,
    example: {
      request: { paymentId: '31bdaac2-afe3-47a0-b34b-a63d9883cfca' },
      response: {
        paymentId: '31bdaac2-afe3-47a0-b34b-a63d9883cfca',
        providerId: 'sandbox',
        paymentUrl: 'https://pay.lotto.example/sandbox/payments/31bdaac2-afe3-47a0-b34b-a63d9883cfca',
        amount: 50000,
        currencyCode: 'INR',
        status: 'approved',
        createdAt: '2026-11-21T18:36:00.000Z',
        settledAt: '2026-11-21T18:38:00.000Z',
      },
    },
  }),

  'cashier/withdraw': declareCall({
    summary: 'Requests a payout to a bank account; the amount is held until it is paid, refused or declined.',
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
    example: {
      request: {
        amount: 50000,
        destination: '0d7f4c1c-4f0e-4a0b-8f3e-5a3a3c8a9d10',
        idempotencyKey: '8f1c2ab97d3e45b0c6a1f2d3',
      },
      response: {
        withdrawalId: '5b0a4f0e-2c57-4c8e-9b58-0b7d1f3f6a55',
        providerId: 'sandbox',
        amount: 50000,
        currencyCode: 'INR',
        destination: '•••• 6789',
        state: 'requested',
        reason: null,
        declineReason: null,
        requestedAt: '2026-11-21T12:02:00.000Z',
        decidedAt: null,
        steps: [{ state: 'requested', at: '2026-11-21T12:02:00.000Z' }],
      },
    },
  }),
};
