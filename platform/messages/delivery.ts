import { setTimeout as wait } from 'node:timers/promises';
import { and, eq } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { Db } from '../db/database.ts';
import { createWorkLoop } from '../work-loop.ts';
import type { Compose } from './compose.ts';
import { createOutages, type Outages } from './outages.ts';
import { finish, type MessageRow, postpone, takeDue } from './repository.ts';
import { accountsWanting } from './subscriptions.ts';
import { type MessageState, messages } from './tables.ts';
import { DeliveryFailed, type Transport } from './transports.ts';

export type Transports = Readonly<Record<'mail' | 'sms', Transport | null>>;

export interface Delivery {
  /** Sends due messages now, without waiting for the next poll. */
  wake: () => void;
  /**
   * Moves staged mails (mails about notifications) to the message queue, and sends due messages.
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
   * Moves staged mails (mails about notifications) to the message queue.
   * @returns whether more mails may be staged
   */
  queueMails: () => Promise<boolean>;
}

const pollMs = 2000;
const batch = 10;
/**
 * After a process has taken a message, no other process takes the message for this time (the lease). It is longer than
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

/** Creates the function that sends one message and stores the outcome. */
function createSending(
  { db, clock, logger, transports, compose }: Omit<DeliveryOptions, 'queueMails'>,
  outages: Outages,
): (row: MessageRow) => Promise<void> {
  /** @returns the state of the message afterwards. @throws DeliveryFailed if it was not sent */
  const send = async (row: MessageRow): Promise<MessageState> => {
    const { messageId, channel, createdAt } = row;
    const message = compose(row);
    const transport = transports[channel];
    if (!message || !transport) throw new DeliveryFailed('cannot be composed', true);
    const { address: to, replyTo, unsubscribe, subscribed, subject, text, html, sms } = message;
    if (subscribed) {
      // Check the subscription again. While a mail waits for the mail server, the player may end the subscription or
      // exclude themselves.
      const { subscription, accountId } = subscribed;
      const wanting = await accountsWanting(db, subscription, [accountId], clock.now());
      if (wanting.size === 0) return 'void';
    }
    await transport.send({ messageId, createdAt, to, replyTo, unsubscribe, subject, text, html, sms });
    outages.reached(channel);
    return 'sent';
  };

  return async (row) => {
    const { messageId, channel, template, attempts, createdAt } = row;
    // Log neither the text of the message nor its recipient.
    const logged = { messageId, channel, template, attempts };
    if (row.expiresAt <= clock.now() || attempts > mostAttempts) {
      logger.warn(logged, 'message expired before delivery');
      return finish(db, messageId, 'failed', clock.now());
    }
    try {
      const state = await send(row);
      await finish(db, messageId, state, clock.now());
    } catch (error) {
      if (!(error instanceof DeliveryFailed)) throw error;
      if (error.isUnreachable) {
        await outages.unreachable(channel, error.message);
        // The server failed, not the message, so this attempt does not count. The message is due again at once, but
        // `outages` allows only a few attempts until the server is back.
        return postpone(db, messageId, { dueAt: createdAt, attempts: attempts - 1 });
      }
      outages.reached(channel);
      logger.warn({ ...logged, reason: error.message }, 'message not sent');
      if (error.isPermanent) return finish(db, messageId, 'failed', clock.now());
      await postpone(db, messageId, { dueAt: new Date(clock.now().getTime() + retryMs(attempts)) });
    }
  };
}

/** Sends the messages of the queue. Several platform processes can send messages of one queue at the same time. */
export function createDelivery({ queueMails, ...options }: DeliveryOptions): Delivery {
  const { db, clock, logger, transports } = options;
  const channels = (['mail', 'sms'] as const).filter((channel) => transports[channel] !== null);

  const outages = createOutages({
    clock,
    logger,
    countWaiting: (channel) =>
      db.$count(messages, and(eq(messages.state, 'due'), eq(messages.channel, channel))),
  });
  const deliver = createSending(options, outages);

  const take = (from: readonly ('mail' | 'sms')[], most: number) =>
    takeDue(db, from, most, { now: clock.now(), leaseMs });

  const sendBatch = async (): Promise<number> => {
    const allowed = channels.map((channel) => ({ channel, most: outages.allowed(channel, batch) }));
    const healthy = allowed.filter(({ most }) => most === batch).map(({ channel }) => channel);
    const taken = healthy.length === 0 ? [] : await take(healthy, batch);
    for (const { channel, most } of allowed)
      if (most > 0 && most < batch) taken.push(...(await take([channel], most)));
    const outcomes = await Promise.allSettled(taken.map(deliver));
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') logger.warn({ err: outcome.reason }, 'message state not saved');
    return taken.length;
  };

  /** Returns whether more messages may be due. */
  const sendNext = async (): Promise<boolean> => {
    const startedAt = performance.now();
    const areMoreStaged = await queueMails();
    const isMoreDue = (await sendBatch()) === batch;
    // While more mails are staged, pause for as long as this round took. Half of the time is then left for purchases
    // and other work.
    if (areMoreStaged) await wait(performance.now() - startedAt);
    return isMoreDue || areMoreStaged;
  };

  const loop = createWorkLoop({ work: sendNext, pollMs, failure: 'message queue failed, retrying', logger });
  return {
    wake: () => loop.wake(),
    async sendDue() {
      await queueMails();
      return sendBatch();
    },
    start: () => loop.start(),
    async stop() {
      await loop.stop();
      transports.mail?.close();
      transports.sms?.close();
    },
  };
}
