import { setTimeout as wait } from 'node:timers/promises';
import { and, asc, eq, isNotNull, isNull, lte } from 'drizzle-orm';
import type { Logger } from 'pino';
import { request } from 'undici';
import { z } from 'zod';
import type { DerivedKeys } from '../../config/derive-key.ts';
import type { Db } from '../../db/database.ts';
import type { PaymentEvent, PaymentProvider } from '../provider.ts';
import { sandboxPayments } from '../tables.ts';
import { isWebhookSigned, signWebhook } from '../webhook-signature.ts';

export const signatureHeader = 'x-webhook-signature';

/** The body of the sandbox's webhook. */
const Event = z.strictObject({
  paymentId: z.uuid(),
  outcome: z.enum(['approved', 'declined', 'cancelled']),
  amountMinor: z.int().positive(),
  currencyCode: z.string().regex(/^[A-Z]{3}$/),
});

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
   * Stores the payer's first choice and ignores later ones. Sends the webhook, and sends it again later if the first
   * attempt fails.
   */
  decide(paymentId: string, outcome: PaymentEvent['outcome']): Promise<void>;
  /** Returns the webhook of a payment, signed with the current time. Null before the payer has chosen. */
  webhookOf(paymentId: string): Promise<{ body: string; headers: Record<string, string> } | null>;
  /**
   * Sets the address of this process, to which webhooks are sent. It is also the page's address if no public origin is
   * configured.
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
  /** Origin under which browsers reach the page. Null means the address of this process. */
  publicOrigin: string | null;
}

const betweenMs = 15_000;
const webhookLimitMs = 5000;

/**
 * Returns payments whose webhook was not accepted, oldest first. It skips payments whose first attempt may still be
 * running.
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

/**
 * Creates a payment provider that moves no real money. Like an external provider, the sandbox has its own page and
 * data. It sends signed webhooks over HTTP, and a webhook may arrive twice.
 */
export function createSandbox({ db, clock, logger, secrets, publicOrigin }: SandboxOptions): Sandbox {
  let ownOrigin = '';
  const find = async (paymentId: string) => {
    if (!z.uuid().safeParse(paymentId).success) return null;
    const [row] = await db.select().from(sandboxPayments).where(eq(sandboxPayments.paymentId, paymentId));
    return row ?? null;
  };

  const webhookOf = async (paymentId: string) => {
    const row = await find(paymentId);
    if (!row?.outcome) return null;
    const { outcome, amountMinor, currencyCode } = row;
    const body = JSON.stringify({ paymentId, outcome, amountMinor, currencyCode });
    const signature = signWebhook(secrets[0], Buffer.from(body), clock.now());
    return { body, headers: { 'content-type': 'application/json', [signatureHeader]: signature } };
  };

  const deliver = async (paymentId: string): Promise<void> => {
    const webhook = await webhookOf(paymentId);
    if (!webhook) return;
    try {
      const { statusCode, body } = await request(`${ownOrigin}/webhooks/payments/sandbox`, {
        method: 'POST',
        ...webhook,
        signal: AbortSignal.timeout(webhookLimitMs),
      });
      await body.dump();
      if (statusCode !== 200) throw new Error(`answered with ${statusCode}`);
      await db
        .update(sandboxPayments)
        .set({ deliveredAt: clock.now() })
        .where(eq(sandboxPayments.paymentId, paymentId));
    } catch (error) {
      logger.warn({ err: error, paymentId }, 'sandbox webhook not accepted, retrying later');
    }
  };

  const deliverLeft = async (signal: AbortSignal): Promise<void> => {
    for (const paymentId of await undelivered(db, clock.now())) if (!signal.aborted) await deliver(paymentId);
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
    async readWebhook(headers, rawBody, now) {
      const signature = headers[signatureHeader];
      if (!secrets.some((secret) => isWebhookSigned(secret, signature, rawBody, now))) return null;
      try {
        return Event.parse(JSON.parse(rawBody.toString()));
      } catch {
        return null;
      }
    },
    async payment(paymentId) {
      const row = await find(paymentId);
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
    },
  };
}
