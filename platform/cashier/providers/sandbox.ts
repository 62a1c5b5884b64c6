import { setTimeout as wait } from 'node:timers/promises';
import { and, asc, eq, isNotNull, isNull, lte } from 'drizzle-orm';
import type { Logger } from 'pino';
import { getGlobalDispatcher } from 'undici';
import { z } from 'zod';
import type { DerivedKeys } from '../../config/derive-key.ts';
import type { Db } from '../../db/database.ts';
import {
  declineReasons,
  type PaymentEvent,
  type PaymentProvider,
  type PayoutEvent,
  type ProviderEvent,
} from '../provider.ts';
import { sandboxPayments } from '../tables.ts';
import { isWebhookSigned, signWebhook } from '../webhook-signature.ts';
import { createSandboxPayouts } from './sandbox-payouts.ts';

export const signatureHeader = 'x-webhook-signature';

const money = { amountMinor: z.int().positive(), currencyCode: z.string().regex(/^[A-Z]{3}$/) };
/** The body of the sandbox's webhooks. */
const Event = z.union([
  z.strictObject({
    paymentId: z.uuid(),
    outcome: z.enum(['approved', 'declined', 'cancelled']),
    ...money,
  }),
  z.strictObject({
    payoutId: z.uuid(),
    outcome: z.enum(['paid', 'declined']),
    reason: z.enum(declineReasons).nullable(),
    ...money,
  }),
]);

/** Returns the event in a webhook's body, or null if the body is not an event. */
function readEvent(rawBody: Buffer): ProviderEvent | null {
  try {
    const event = Event.parse(JSON.parse(rawBody.toString()));
    return 'payoutId' in event ? { kind: 'payout', ...event } : { kind: 'payment', ...event };
  } catch {
    return null;
  }
}

/** The fields of the form in which a player enters a bank account. */
const destinationFields = [
  { name: 'accountNumber', maxLength: 34, pattern: '[0-9A-Z]{6,34}' },
  { name: 'bankCode', maxLength: 11, pattern: '[0-9A-Z]{4,11}' },
] as const;

interface Webhook {
  body: string;
  headers: Record<string, string>;
}

export interface SandboxPayment {
  paymentId: string;
  amountMinor: number;
  currencyCode: string;
  outcome: PaymentEvent['outcome'] | null;
  isDelivered: boolean;
  returnUrl: string | null;
}

export interface Sandbox extends PaymentProvider {
  /** Returns the payment that a payment page shows, or null for an unknown id. */
  payment(paymentId: string): Promise<SandboxPayment | null>;
  /**
   * Stores the payer's first choice and ignores later choices. Sends the webhook, and repeats the webhook later if the
   * first attempt fails.
   */
  decide(paymentId: string, outcome: PaymentEvent['outcome']): Promise<void>;
  /** Returns the webhook of a payment, signed with the current time. Null before the payer has chosen. */
  webhookOf(paymentId: string): Promise<Webhook | null>;
  /** Sends the webhooks of payouts that are due now. */
  deliverPayouts(): Promise<void>;
  /**
   * Sets the address of this process, to which the sandbox sends its webhooks. If no public origin is configured, this
   * address is also the origin of the payment page.
   */
  listensAt(origin: string): void;
  /** Starts retrying webhooks that were not accepted. */
  start(): void;
  stop(): Promise<void>;
}

export interface SandboxOptions {
  db: Db;
  clock: { now(): Date };
  logger: Logger;
  /** Keys of 32 bytes. Webhooks are signed with the first key and verified with any of them. */
  secrets: DerivedKeys;
  /** Origin under which browsers reach the payment page. Null means the address of this process. */
  publicOrigin: string | null;
}

const betweenMs = 15_000;
const webhookLimitMs = 5000;

/**
 * Returns payments whose webhook was not accepted, oldest first. Omits payments for which the first delivery of the
 * webhook may still be running.
 */
async function undelivered(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .select({ paymentId: sandboxPayments.paymentId })
    .from(sandboxPayments)
    .where(
      and(
        isNotNull(sandboxPayments.outcome),
        isNull(sandboxPayments.deliveredAt),
        lte(sandboxPayments.decidedAt, new Date(now.getTime() - webhookLimitMs)),
      ),
    )
    .orderBy(asc(sandboxPayments.decidedAt))
    .limit(100);
  return rows.map(({ paymentId }) => paymentId);
}

async function findPayment(db: Db, paymentId: string) {
  if (!z.uuid().safeParse(paymentId).success) return null;
  const [row] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.paymentId, paymentId));
  return row ?? null;
}

function signedWebhook(secret: Buffer, event: object, now: Date): Webhook {
  const body = JSON.stringify(event);
  const signature = signWebhook(secret, Buffer.from(body), now);
  return { body, headers: { 'content-type': 'application/json', [signatureHeader]: signature } };
}

/** Posts a webhook to the platform. @throws if the platform does not accept the webhook */
async function postWebhook(platformOrigin: string, webhook: Webhook): Promise<void> {
  const { statusCode, body } = await getGlobalDispatcher().request({
    origin: platformOrigin,
    path: '/webhooks/payments/sandbox',
    method: 'POST',
    ...webhook,
    signal: AbortSignal.timeout(webhookLimitMs),
  });
  await body.dump();
  if (statusCode !== 200) throw new Error(`answered with ${statusCode}`);
}

/**
 * Creates a payment provider that moves no real money. Like an external provider, the sandbox has its own page and
 * data. It sends signed webhooks over HTTP, and a webhook may arrive twice.
 */
export function createSandbox({ db, clock, logger, secrets, publicOrigin }: SandboxOptions): Sandbox {
  let ownOrigin = '';
  const signed = (event: object) => signedWebhook(secrets[0], event, clock.now());

  const webhookOf = async (paymentId: string) => {
    const row = await findPayment(db, paymentId);
    if (!row?.outcome) return null;
    const { outcome, amountMinor, currencyCode } = row;
    return signed({ paymentId, outcome, amountMinor, currencyCode });
  };

  /** Returns whether the platform accepted a webhook. */
  const post = async (webhook: Webhook, logged: object): Promise<boolean> => {
    try {
      await postWebhook(ownOrigin, webhook);
      return true;
    } catch (error) {
      logger.warn({ err: error, ...logged }, 'sandbox webhook not accepted, retrying later');
      return false;
    }
  };

  const deliver = async (paymentId: string): Promise<void> => {
    const webhook = await webhookOf(paymentId);
    if (!webhook || !(await post(webhook, { paymentId }))) return;
    await db
      .update(sandboxPayments)
      .set({ deliveredAt: clock.now() })
      .where(eq(sandboxPayments.paymentId, paymentId));
  };

  const payouts = createSandboxPayouts({
    db,
    clock,
    report: ({ payoutId, outcome, reason, amountMinor, currencyCode }: PayoutEvent) =>
      post(signed({ payoutId, outcome, reason, amountMinor, currencyCode }), { payoutId }),
  });

  const deliverLeft = async (signal: AbortSignal): Promise<void> => {
    for (const paymentId of await undelivered(db, clock.now())) if (!signal.aborted) await deliver(paymentId);
    await payouts.deliverDue(signal);
  };

  const ending = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    while (!ending.signal.aborted) {
      await deliverLeft(ending.signal).catch((error: unknown) =>
        logger.warn({ err: error }, 'sandbox webhooks not sent, retrying'),
      );
      await wait(betweenMs, undefined, { signal: ending.signal }).catch(() => undefined);
    }
  };

  return {
    id: 'sandbox',
    name: 'Sandbox',
    isSandbox: true,
    async begin({ paymentId, amountMinor, currencyCode, returnUrl }, on) {
      await on
        .insert(sandboxPayments)
        .values({ paymentId, amountMinor, currencyCode, returnUrl })
        .onConflictDoNothing();
      return `${publicOrigin ?? ownOrigin}/sandbox/payments/${paymentId}`;
    },
    destinationFields: () => destinationFields,
    storeDestination: (destination) => payouts.storeDestination(destination),
    payOut: (payout) => payouts.payOut(payout),
    deliverPayouts: () => payouts.deliverDue(ending.signal),
    async readWebhook(headers, rawBody, now) {
      const signature = headers[signatureHeader];
      const isSigned = secrets.some((secret) => isWebhookSigned(secret, signature, rawBody, now));
      return isSigned ? readEvent(rawBody) : null;
    },
    async payment(paymentId) {
      const row = await findPayment(db, paymentId);
      return row && { ...row, isDelivered: row.deliveredAt !== null };
    },
    async decide(paymentId, outcome) {
      await db
        .update(sandboxPayments)
        .set({ outcome, decidedAt: clock.now() })
        .where(and(eq(sandboxPayments.paymentId, paymentId), isNull(sandboxPayments.outcome)));
      await deliver(paymentId);
    },
    webhookOf,
    listensAt: (origin) => {
      ownOrigin = origin;
    },
    start: () => {
      running = run();
    },
    async stop() {
      ending.abort();
      await running;
      await payouts.stop();
    },
  };
}
