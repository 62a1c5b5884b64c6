import { setTimeout as wait } from 'node:timers/promises';
import { and, eq, inArray, lte, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import type { Compose } from './compose.ts';
import { createOutages } from './outages.ts';
import { accountsWanting, type Subscribed } from './subscriptions.ts';
import { type MessageState, messages } from './tables.ts';
import { DeliveryFailed, type Transport } from './transports.ts';

export type Transports = Readonly<Record<'mail' | 'sms', Transport | null>>;

export interface Delivery {
  /** Sends due messages now, without waiting for the next poll. */
  wake: () => void;
  /**
   * Moves staged mails to the queue, and sends due messages.
   * @returns how many messages it tried to send
   */
  sendDue: () => Promise<number>;
  start: () => void;
  /** Stops sending. Resolves when every attempt in progress has ended. */
  stop: () => Promise<void>;
}

export interface DeliveryOptions {
  db: Db;
  clock: { now(): Date };
  logger: Logger;
  transports: Transports;
  compose: Compose;
  /**
   * Moves staged mails to the queue.
   * @returns whether more mails may be staged
   */
  queueMails: () => Promise<boolean>;
}

const pollMs = 2000;
const batch = 10;
/**
 * After a process has taken a message, no other process takes the message for this time. It is longer than
 * `sendLimitMs` of the transports.
 */
const leaseMs = 60_000;
const firstRetryMs = 5000;
const slowestRetryMs = 3_600_000;
/**
 * After this many attempts, a message is treated as expired. A message reaches this limit only if the updates of its
 * row fail.
 */
const mostAttempts = 100;

function retryMs(attempts: number): number {
  return Math.min(slowestRetryMs, firstRetryMs * 4 ** Math.max(0, attempts - 1));
}

/** Sends the messages of the queue. Several platform processes can send messages of one queue at the same time. */
export function createDelivery({
  db,
  clock,
  logger,
  transports,
  compose,
  queueMails,
}: DeliveryOptions): Delivery {
  const channels = (['mail', 'sms'] as const).filter((channel) => transports[channel] !== null);

  const outages = createOutages({
    clock,
    logger,
    countWaiting: (channel) =>
      db.$count(messages, and(eq(messages.state, 'due'), eq(messages.channel, channel))),
  });

  const finish = (messageId: number, state: MessageState) =>
    db
      .update(messages)
      .set({ state, sealed: null, finishedAt: clock.now() })
      .where(eq(messages.messageId, messageId));

  /** Players may end a subscription or exclude themselves while a mail waits for the mail server. */
  const isWanted = async ({ subscription, accountId }: Subscribed): Promise<boolean> =>
    (await accountsWanting(db, subscription, [accountId], clock.now())).size > 0;

  const deliver = async (row: typeof messages.$inferSelect): Promise<void> => {
    const { messageId, channel, template, attempts, createdAt } = row;
    // Log neither the text of the message nor its recipient.
    const logged = { messageId, channel, template, attempts };
    if (row.expiresAt <= clock.now() || attempts > mostAttempts) {
      logger.warn(logged, 'message expired before delivery');
      await finish(messageId, 'failed');
      return;
    }
    try {
      const message = compose(row);
      const transport = transports[channel];
      if (!message || !transport) throw new DeliveryFailed('cannot be composed', true);
      const { address: to, replyTo, unsubscribe, subscribed, subject, text, html, sms } = message;
      if (subscribed && !(await isWanted(subscribed))) {
        await finish(messageId, 'void');
        return;
      }
      await transport.send({ messageId, createdAt, to, replyTo, unsubscribe, subject, text, html, sms });
      outages.reached(channel);
      await finish(messageId, 'sent');
    } catch (error) {
      if (!(error instanceof DeliveryFailed)) throw error;
      if (error.isUnreachable) {
        await outages.unreachable(channel, error.message);
        // The message itself did not fail, so the attempt does not count, and it is due again when the server is back.
        await db
          .update(messages)
          .set({ dueAt: row.createdAt, attempts: attempts - 1 })
          .where(eq(messages.messageId, messageId));
        return;
      }
      outages.reached(channel);
      logger.warn({ ...logged, reason: error.message }, 'message not sent');
      if (error.isPermanent) await finish(messageId, 'failed');
      else
        await db
          .update(messages)
          .set({ dueAt: new Date(clock.now().getTime() + retryMs(attempts)) })
          .where(eq(messages.messageId, messageId));
    }
  };

  const takeDue = async (from: readonly ('mail' | 'sms')[], most: number) => {
    const now = clock.now();
    const due = db
      .select({ messageId: messages.messageId })
      .from(messages)
      .where(and(eq(messages.state, 'due'), lte(messages.dueAt, now), inArray(messages.channel, [...from])))
      .orderBy(messages.isBulk, messages.dueAt)
      .limit(most)
      .for('update', { skipLocked: true });
    return db
      .update(messages)
      .set({ dueAt: new Date(now.getTime() + leaseMs), attempts: sql`${messages.attempts} + 1` })
      .where(inArray(messages.messageId, due))
      .returning();
  };

  const sendBatch = async (): Promise<number> => {
    const allowed = channels.map((channel) => ({ channel, most: outages.allowed(channel, batch) }));
    const healthy = allowed.filter(({ most }) => most === batch).map(({ channel }) => channel);
    const taken = healthy.length === 0 ? [] : await takeDue(healthy, batch);
    for (const { channel, most } of allowed)
      if (most > 0 && most < batch) taken.push(...(await takeDue([channel], most)));
    const outcomes = await Promise.allSettled(taken.map(deliver));
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') logger.warn({ err: outcome.reason }, 'message state not saved');
    return taken.length;
  };

  const sendDue = async (): Promise<number> => {
    await queueMails();
    return sendBatch();
  };

  /** Returns whether more messages may be due. */
  const sendNext = async (): Promise<boolean> => {
    const startedAt = performance.now();
    const areMoreStaged = await queueMails();
    const isMoreDue = (await sendBatch()) === batch;
    // A long queue of staged mails leaves half of the time to purchases and other work.
    if (areMoreStaged) await wait(performance.now() - startedAt);
    return isMoreDue || areMoreStaged;
  };

  const ending = new AbortController();
  let rest = Promise.withResolvers<void>();
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    let isFailing = false;
    while (!ending.signal.aborted) {
      const isMoreDue = await sendNext().catch((error: unknown) => {
        // During an outage of the database, log only the first failure.
        if (!isFailing) logger.warn({ err: error }, 'message queue failed, retrying');
        return null;
      });
      isFailing = isMoreDue === null;
      if (isMoreDue || ending.signal.aborted) continue;
      const timer = setTimeout(() => rest.resolve(), pollMs);
      await rest.promise;
      clearTimeout(timer);
      rest = Promise.withResolvers();
    }
  };

  return {
    wake: () => rest.resolve(),
    sendDue,
    start() {
      running ??= run();
    },
    async stop() {
      ending.abort();
      rest.resolve();
      await running;
      transports.mail?.close();
      transports.sms?.close();
    },
  };
}
