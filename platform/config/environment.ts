import { z } from 'zod';

function isTimeZone(value: string): boolean {
  try {
    return Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const secret = z
  .string()
  .min(16, 'must have 16 characters or more')
  .max(256, 'must have 256 characters at most');

const listOf = (one: z.ZodString, most: number, message: string) =>
  z
    .string()
    .transform((text) => text.split(',').map((value) => value.trim()))
    .pipe(z.array(one).max(most, message));

/**
 * Schema of a secret that the operator can rotate: the current value, or the current and the previous value with a
 * comma between them. While both are set, both are valid.
 */
const rotated = (one: z.ZodString) =>
  listOf(one, 2, 'must be one value, or the new one and the one before it, separated by a comma');

export const Environment = z.object({
  PLATFORM_PORT: z.coerce
    .number('must be a port number')
    .int('must be a port number')
    .min(0, 'must be a port number')
    .max(65_535, 'must be a port number')
    .default(3001),
  PLATFORM_HOST: z.string().default('127.0.0.1'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(?:ql)?:\/\/\S+$/, 'must look like postgres://user:password@host:5432/name')
    .optional(),
  DATA_DIR: z.string().default('.data'),
  PLATFORM_API_KEY: rotated(secret).optional(),
  PLATFORM_HASH: rotated(secret).optional(),
  PLATFORM_UCID: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -')
    .default('golden_lotto'),
  PLATFORM_SIGNING: z.enum(['static', 'hmac'], 'must be static or hmac').default('static'),
  DRAW_SEAL_KEY: rotated(
    z
      .string()
      .toLowerCase()
      .regex(/^[0-9a-f]{64}$/, 'must be 64 hex digits'),
  ).optional(),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be an IANA time zone such as Asia/Kolkata')
    .default('Asia/Kolkata'),
  SEED_PLAYERS: z.enum(['0', '1'], 'must be 1 or 0').optional(),
  DEMO_PASSWORD: z
    .string()
    .regex(/^\S{8,32}$/, 'must have 8 to 32 characters and no spaces')
    .optional(),
  SITE_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) origin such as https://lotto.example' })
    .transform((value) => new URL(value).origin)
    .optional(),
  MAIL_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, 'must look like smtp://user:password@host:587')
    .refine((value) => URL.canParse(value), 'must look like smtp://user:password@host:587')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(
      /^(?:[^<>@\r\n"]{1,80} <[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/,
      'must look like Golden Lotto <no-reply@lotto.example>',
    )
    .optional(),
  SMS_URL: z.url({ protocol: /^https?$/, error: 'must be an http(s) address' }).optional(),
  SMS_KEY: secret.optional(),
  OUTBOX: z.enum(['0', '1'], 'must be 1 or 0').optional(),
  SESSION_IDLE_MINUTES: z.coerce
    .number('must be a number of minutes')
    .int('must be a whole number of minutes')
    .min(1, 'must be 1 or more')
    .max(1440, 'must be 1440 at most')
    .optional(),
  MINIMUM_WALLET_MINOR: z.coerce
    .number('must be an amount')
    .int('must be a whole number of paise or cents')
    .min(0, 'must be 0 or more')
    .max(1_000_000_000, 'must be 1000000000 at most')
    .default(10_000),
  INPUT_BOUNDS: z.string().max(1000, 'must have 1000 characters at most').optional(),
  SALES: z.enum(['on', 'off'], 'must be on or off').optional(),
  PAYMENT_PROVIDER: z.enum(['sandbox', 'stripe', 'off'], 'must be sandbox, stripe or off').optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(
      /^[rs]k_(?:test|live)_[A-Za-z0-9_]{8,240}$/,
      'must be a secret or restricted key such as sk_test_…',
    )
    .optional(),
  // At most four secrets: Stripe has one webhook destination for snapshot events and one for thin events, and each can
  // have a new and a previous secret.
  STRIPE_WEBHOOK_SECRET: listOf(
    z.string().regex(/^whsec_[A-Za-z0-9+/=_-]{8,240}$/, 'must be signing secrets such as whsec_…'),
    4,
    'must be 4 signing secrets at most, separated by commas',
  ).optional(),
  STRIPE_FINANCIAL_ACCOUNT: z
    .string()
    .regex(/^fa_\w{4,120}$/, 'must be the id of a financial account such as fa_…')
    .optional(),
  STRIPE_PAYOUT_CURRENCY: z
    .string()
    .toLowerCase()
    .regex(/^[a-z]{3}$/, 'must be a currency such as USD')
    .optional(),
  STRIPE_API_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) origin such as https://api.stripe.com' })
    .transform((value) => new URL(value).origin)
    .optional(),
  SANDBOX_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) origin such as https://pay.lotto.example' })
    .transform((value) => new URL(value).origin)
    .optional(),
  DOCUMENTS_URL: z
    .url({ protocol: /^https?$/, error: 'must be an http(s) address such as https://s3.example/documents' })
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  DOCUMENTS_KEY_ID: z.string().max(256, 'must have 256 characters at most').optional(),
  DOCUMENTS_SECRET: secret.optional(),
  DOCUMENTS_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/, 'must be a region such as eu-west-1')
    .default('us-east-1'),
  DOCUMENTS_DAYS: z.coerce
    .number('must be a number of days')
    .int('must be a whole number of days')
    .min(1, 'must be 1 or more')
    .max(3650, 'must be 3650 at most')
    .default(90),
  SUPPORT_EMAIL: z.email('must be an address such as support@lotto.example').optional(),
  NODE_ENV: z.string().optional(),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be a level of pino, such as info',
    )
    .default('info'),
});
