import { z } from 'zod';
import { type StripeAnswer, type StripeRequest, stripeError } from './stripe-requests.ts';

const integer = z
  .string()
  .regex(/^\d{1,8}$/)
  .transform(Number);
const url = z.url({ protocol: /^https?$/ }).max(5000);
const Metadata = z.record(z.string().max(40), z.string().max(500));

/**
 * The parameters of `POST /v1/checkout/sessions` that this simulated Stripe server accepts. The server rejects all
 * other parameters, as Stripe does.
 */
const SessionParams = z.strictObject({
  mode: z.literal('payment'),
  client_reference_id: z.string().max(200),
  metadata: Metadata,
  payment_intent_data: z.strictObject({ metadata: Metadata }),
  line_items: z.strictObject({
    0: z.strictObject({
      quantity: integer,
      price_data: z.strictObject({
        currency: z.string().regex(/^[a-z]{3}$/),
        unit_amount: integer,
        product_data: z.strictObject({ name: z.string().min(1) }),
      }),
    }),
  }),
  adaptive_pricing: z.strictObject({ enabled: z.enum(['true', 'false']) }),
  success_url: url,
  cancel_url: url,
  expires_at: z
    .string()
    .regex(/^\d{10}$/)
    .transform(Number),
});

export interface CheckoutSession {
  id: string;
  object: 'checkout.session';
  amount_subtotal: number;
  amount_total: number;
  cancel_url: string;
  client_reference_id: string | null;
  currency: string;
  expires_at: number;
  livemode: boolean;
  metadata: Record<string, string>;
  mode: 'payment';
  payment_intent: string | null;
  payment_status: 'paid' | 'unpaid' | 'no_payment_required';
  status: 'open' | 'complete' | 'expired';
  success_url: string;
  url: string | null;
}

/** Creates a payment page. The expiry of the page must be within the limits that Stripe documents. */
export const createCheckoutSession = (
  { params }: StripeRequest,
  sessions: Map<string, CheckoutSession>,
  now: Date,
): StripeAnswer => {
  const parsed = SessionParams.safeParse(params);
  if (!parsed.success)
    return stripeError(400, 'invalid_request_error', z.prettifyError(parsed.error), 'parameter_invalid');
  const { line_items: items, expires_at: expiresAt, success_url, cancel_url, metadata } = parsed.data;
  const opensSeconds = expiresAt - now.getTime() / 1000;
  if (opensSeconds < 30 * 60 || opensSeconds > 24 * 3600)
    return stripeError(400, 'invalid_request_error', 'expires_at must be 30 minutes to 24 hours from now');
  const { price_data: price, quantity } = items[0];
  const id = `cs_test_a1${String(sessions.size).padStart(56, '0')}`;
  const session: CheckoutSession = {
    id,
    object: 'checkout.session',
    amount_subtotal: price.unit_amount * quantity,
    amount_total: price.unit_amount * quantity,
    cancel_url,
    client_reference_id: parsed.data.client_reference_id,
    currency: price.currency,
    expires_at: expiresAt,
    livemode: false,
    metadata,
    mode: 'payment',
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    success_url,
    // The URLs of Stripe's payment pages are long, because their fragment contains the settings of the page.
    url: `https://checkout.stripe.com/c/pay/${id}#${'fidkdWxOYHwnPyd1blpxYHZxWjA0'.repeat(24)}`,
  };
  sessions.set(id, session);
  return { status: 200, body: session };
};
