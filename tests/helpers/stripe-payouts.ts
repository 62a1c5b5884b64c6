import { z } from 'zod';
import { type StripeAnswer, type StripeRequest, stripeError } from './stripe-requests.ts';

export const financialAccount = 'fa_test_65StandInAccountOfTheTests';

const country = z.string().regex(/^[A-Z]{2}$/);
const currency = z.string().regex(/^[a-z]{3}$/);
const Metadata = z.record(z.string().max(40), z.string().max(500));

/**
 * The parameters of a new account that this simulated Stripe server accepts. The server rejects all other parameters,
 * as Stripe does.
 */
const AccountParams = z.strictObject({
  contact_email: z.email(),
  display_name: z.string().min(1),
  identity: z.strictObject({
    country,
    entity_type: z.literal('individual'),
    individual: z.strictObject({
      given_name: z.string().min(1),
      surname: z.string().min(1),
      email: z.email(),
    }),
  }),
  configuration: z.strictObject({
    recipient: z.strictObject({
      capabilities: z.strictObject({
        bank_accounts: z.strictObject({ local: z.strictObject({ requested: z.literal(true) }) }),
      }),
    }),
  }),
  metadata: Metadata,
});
const SetupParams = z.strictObject({
  usage_intent: z.literal('payment'),
  payout_method_data: z.strictObject({
    type: z.literal('bank_account'),
    bank_account: z.strictObject({
      account_number: z.string().regex(/^[0-9A-Z]{4,34}$/),
      routing_number: z.string().optional(),
      country,
      currency,
    }),
  }),
});
const PaymentParams = z.strictObject({
  from: z.strictObject({
    financial_account: z.literal(financialAccount),
    currency: z.enum(['usd', 'gbp', 'eur']),
  }),
  to: z.strictObject({ recipient: z.string(), payout_method: z.string(), currency }),
  amount: z.strictObject({ value: z.int().positive(), currency }),
  metadata: Metadata,
});

type Account = z.infer<typeof AccountParams> & { id: string };
interface PayoutMethod {
  id: string;
  recipient: string;
  currency: string;
}
type PaymentStatus = 'processing' | 'posted' | 'failed' | 'returned' | 'canceled';
export interface OutboundPayment {
  id: string;
  object: 'v2.money_management.outbound_payment';
  amount: { value: number; currency: string };
  cancelable: boolean;
  created: string;
  from: { debited: { value: number; currency: string }; financial_account: string };
  livemode: boolean;
  metadata: Record<string, string>;
  recipient_notification: { setting: 'configured' };
  statement_descriptor: string;
  status: PaymentStatus;
  status_details: Record<string, { reason: string }> | null;
  to: { credited: { value: number; currency: string }; payout_method: string; recipient: string };
}

const invalid = (error: z.ZodError): StripeAnswer => ({
  status: 400,
  body: { error: { code: 'invalid_fields', message: z.prettifyError(error) } },
});

/** Simulates the objects of Stripe's Global Payouts, and the answers of Stripe's API v2. */
export const createPayoutObjects = () => {
  const accounts = new Map<string, Account>();
  const methods = new Map<string, PayoutMethod>();
  const payments = new Map<string, OutboundPayment>();

  const createAccount = ({ params }: StripeRequest): StripeAnswer => {
    const parsed = AccountParams.safeParse(params);
    if (!parsed.success) return invalid(parsed.error);
    const id = `acct_test_61StandIn${accounts.size}`;
    accounts.set(id, { ...parsed.data, id });
    const { contact_email, display_name, metadata } = parsed.data;
    const applied = { applied_configurations: ['recipient'], livemode: false };
    return {
      status: 200,
      body: { id, object: 'v2.core.account', contact_email, display_name, metadata, ...applied },
    };
  };

  const setUpMethod = ({ params, headers }: StripeRequest): StripeAnswer => {
    const owner = accounts.get(String(headers['stripe-context']));
    if (!owner) return stripeError(404, 'invalid_request_error', 'no such account', 'not_found');
    const parsed = SetupParams.safeParse(params);
    if (!parsed.success) return invalid(parsed.error);
    const { account_number: number, ...bank } = parsed.data.payout_method_data.bank_account;
    if (bank.country !== owner.identity.country || number.endsWith('0000'))
      return stripeError(400, 'invalid_payout_method', `invalid account ${number}`, 'invalid_payout_method');
    const id = `usba_test_61StandIn${methods.size}`;
    methods.set(id, { id, recipient: owner.id, currency: bank.currency });
    // This simulation treats numbers that end in 1111 as accounts for which Stripe requires further details.
    const usage = number.endsWith('1111') ? 'requires_action' : 'eligible';
    return {
      status: 200,
      body: {
        id: `osi_test_61StandIn${methods.size}`,
        object: 'v2.money_management.outbound_setup_intent',
        payout_method: {
          id,
          object: 'v2.money_management.payout_method',
          bank_account: { bank_name: 'Test Bank', country: bank.country, last4: number.slice(-4) },
          type: 'bank_account',
          usage_status: { payments: usage, transfers: 'eligible' },
        },
        status: usage === 'eligible' ? 'succeeded' : 'requires_action',
        usage_intent: 'payment',
      },
    };
  };

  const createPayment = ({ params }: StripeRequest): StripeAnswer => {
    const parsed = PaymentParams.safeParse(params);
    if (!parsed.success) return invalid(parsed.error);
    const { from, to, amount, metadata } = parsed.data;
    const method = methods.get(to.payout_method);
    if (method?.recipient !== to.recipient || method.currency !== to.currency)
      return stripeError(400, 'invalid_payout_method', 'no such payout method', 'invalid_payout_method');
    const id = `obp_test_65StandIn${payments.size}`;
    const payment: OutboundPayment = {
      id,
      object: 'v2.money_management.outbound_payment',
      amount,
      cancelable: true,
      created: new Date().toISOString(),
      from: { debited: { value: 1, currency: from.currency }, financial_account: from.financial_account },
      livemode: false,
      metadata,
      recipient_notification: { setting: 'configured' },
      statement_descriptor: 'LOTTO',
      status: 'processing',
      status_details: null,
      to: { credited: amount, payout_method: to.payout_method, recipient: to.recipient },
    };
    payments.set(id, payment);
    return { status: 200, body: payment };
  };

  const read = ({ path }: StripeRequest): StripeAnswer => {
    const { pathname, searchParams } = new URL(path, 'http://stripe');
    const id = pathname.split('/')[4];
    if (id === undefined) {
      const recipient = searchParams.get('recipient');
      const data = [...payments.values()].filter(({ to }) => to.recipient === recipient).toReversed();
      return { status: 200, body: { data, next_page_url: null, previous_page_url: null } };
    }
    const payment = payments.get(id);
    return payment
      ? { status: 200, body: payment }
      : stripeError(404, 'invalid_request_error', 'not found', 'not_found');
  };

  return {
    accounts,
    payments,
    handle(request: StripeRequest): StripeAnswer | null {
      const route = `${request.method} ${request.path.replace(/\?.*/, '').split('/').slice(0, 4).join('/')}`;
      switch (route) {
        case 'POST /v2/core/accounts':
          return createAccount(request);
        case 'POST /v2/money_management/outbound_setup_intents':
          return setUpMethod(request);
        case 'POST /v2/money_management/outbound_payments':
          return createPayment(request);
        case 'GET /v2/money_management/outbound_payments':
          return read(request);
        default:
          return null;
      }
    },
    /** Returns all payments of a payout. There must be at most one. */
    paymentsOf: (payoutId: string): OutboundPayment[] =>
      [...payments.values()].filter(({ metadata }) => metadata['payoutId'] === payoutId),
    /** Changes the state of a payment, as banks do. */
    settle(payment: OutboundPayment, status: PaymentStatus, reason?: string): void {
      payment.status = status;
      payment.status_details = reason === undefined ? null : { [status]: { reason } };
    },
  };
};
