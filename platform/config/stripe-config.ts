/** Settings of the payment provider Stripe. The keys must not appear in logs or error messages. */
export interface StripeConfig {
  secretKey: string;
  /** Whether `secretKey` is a live key, which moves real money. A test key works only on Stripe's test data. */
  isLive: boolean;
  /** Signing secrets of the webhook destinations. Each destination at Stripe has its own secret. */
  webhookSecrets: readonly string[];
  /** Origin of Stripe's API. */
  apiUrl: string;
  /**
   * The account and currency at Stripe from which players are paid. If null, players can only deposit through Stripe.
   */
  payouts: { financialAccount: string; currency: string } | null;
}

interface StatedValues {
  STRIPE_SECRET_KEY?: string | undefined;
  STRIPE_WEBHOOK_SECRET?: readonly string[] | undefined;
  STRIPE_API_URL?: string | undefined;
  STRIPE_FINANCIAL_ACCOUNT?: string | undefined;
  STRIPE_PAYOUT_CURRENCY?: string | undefined;
  SITE_URL?: string | undefined;
  NODE_ENV?: string | undefined;
}

const required = ['STRIPE_SECRET_KEY', 'STRIPE_WEBHOOK_SECRET', 'SITE_URL'] as const;

/**
 * Returns the settings of Stripe, or null if another payment provider is configured.
 * @throws Error if a variable is missing or invalid. The message has one line, and names the variable without its value.
 */
export function stripeConfigOf(values: StatedValues, paymentProvider: string): StripeConfig | null {
  if (paymentProvider !== 'stripe') return null;
  const missing = required.find((name) => values[name] === undefined);
  if (missing) throw new Error(`${missing} is missing: PAYMENT_PROVIDER=stripe needs it`);
  const { STRIPE_SECRET_KEY: secretKey = '', STRIPE_WEBHOOK_SECRET: webhookSecrets = [] } = values;
  const { STRIPE_FINANCIAL_ACCOUNT: financialAccount, STRIPE_PAYOUT_CURRENCY: currency } = values;
  if ((financialAccount === undefined) !== (currency === undefined))
    throw new Error('STRIPE_FINANCIAL_ACCOUNT and STRIPE_PAYOUT_CURRENCY need each other');
  const apiUrl = values.STRIPE_API_URL ?? 'https://api.stripe.com';
  const isLive = secretKey.includes('_live_');
  // Require https, because over http anyone on the network path could read the key.
  if (!apiUrl.startsWith('https:') && (isLive || values.NODE_ENV === 'production'))
    throw new Error('STRIPE_API_URL must use https in production and with a live key');
  const payouts = financialAccount !== undefined && currency !== undefined && { financialAccount, currency };
  return { secretKey, isLive, webhookSecrets, apiUrl, payouts: payouts || null };
}
