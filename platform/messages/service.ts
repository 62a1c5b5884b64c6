import { createHmac } from 'node:crypto';
import { and, desc, eq, inArray, isNotNull, lte, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { Db, Queryable } from '../db/database.ts';
import { render } from './render.ts';
import { seal, unseal } from './seal.ts';
import { type MessageState, messages } from './tables.ts';
import {
  languageOf,
  loadTexts,
  type MessageLanguage,
  type Template,
  type TemplateValues,
  templates,
} from './texts.ts';
import { DeliveryFailed, type Transport } from './transports.ts';

export interface NewMessage<T extends Template> {
  template: T;
  to: { channel: 'mail' | 'sms'; address: string };
  /** Null where nobody's name is known. */
  username: string | null;
  language: string;
  values: TemplateValues<T>;
  /** Then it is not sent any more; by default three days from now. */
  expiresAt?: Date;
  /** Of several with one key only the first is written. */
  onceKey?: string;
  /** Written as any other, and sent to nobody. */
  isVoid?: boolean;
}

/** By what messages to an address are found. @param key 32 bytes that are not in the database */
export function recipientHashOf(key: Buffer, address: string): string {
  return createHmac('sha256', key).update(`to ${address}`).digest('hex');
}

/** A message as the outbox shows it. */
export interface Shown {
  messageId: number;
  channel: 'mail' | 'sms';
  template: Template;
  language: MessageLanguage;
  sentAt: string;
  subject: string | null;
  text: string;
  html: string | null;
  otp: string | null;
}

export interface Messages {
  /** Writes a message in the transaction that it tells of: it goes out once that is committed, or not at all. */
  write<T extends Template>(message: NewMessage<T>, on: Queryable): Promise<void>;
  /** Something was committed: sends now what would be sent within two seconds anyway. */
  wake(): void;
  /** Sends what is due. Gives how many were tried. */
  sendDue(): Promise<number>;
  /** What the outbox holds for an address, newest first. */
  outbox(address: string): Promise<Shown[]>;
  /** Forgets what is over. */
  sweep(): Promise<void>;
  start(): void;
  /** Ends after what is in hand. */
  stop(): Promise<void>;
}

const Sealed = z.object({ address: z.string(), values: z.record(z.string(), z.string()) });

function isTemplate(name: string): name is Template {
  return Object.hasOwn(templates, name);
}

const usefulMs = 3 * 86_400_000;
const keptMs = 7 * 86_400_000;
const outboxKeptMs = 86_400_000;
const restMs = 2000;
const batch = 10;
/** Longer than any transport takes: until then nobody else tries the same message. */
const leaseMs = 60_000;
const firstRetryMs = 5000;
const slowestRetryMs = 3_600_000;
/** More than fit into the time for which a message is kept: what is left over is a row that cannot be written to. */
const mostAttempts = 100;
const outboxShows = 50;

function retryMs(attempts: number): number {
  return Math.min(slowestRetryMs, firstRetryMs * 4 ** Math.max(0, attempts - 1));
}

export interface MessagesOptions {
  db: Db;
  clock: { now(): Date };
  logger: Logger;
  /** 32 bytes that are not in the database. */
  key: Buffer;
  transports: { mail: Transport | null; sms: Transport | null };
  /** What has no transport is shown there instead; off: it waits for one until it expires. */
  isOutboxOn: boolean;
  siteUrl: string | null;
}

/** Mails and text messages: a queue in the database (docs/decisions/one-time-passwords-and-messages.md). At least once each. */
export function createMessages({
  db,
  clock,
  logger,
  key,
  transports,
  isOutboxOn,
  siteUrl,
}: MessagesOptions): Messages {
  const texts = loadTexts();
  const hashOf = (address: string) => recipientHashOf(key, address);
  const channels = (['mail', 'sms'] as const).filter((channel) => transports[channel] !== null);

  /** Null where it was sealed with another key: nobody can read it any more. */
  const opened = (sealed: string): z.infer<typeof Sealed> | null => {
    try {
      return Sealed.parse(JSON.parse(unseal(key, sealed)));
    } catch {
      return null;
    }
  };
  const rendered = (row: typeof messages.$inferSelect) => {
    const content = row.sealed === null ? null : opened(row.sealed);
    if (content === null || !isTemplate(row.template)) return null;
    const { address, values } = content;
    const language = languageOf(row.language);
    const { template } = row;
    const parts = render({ texts: texts[language], language, template, values, siteUrl });
    return { address, values, language, template, ...parts };
  };

  const finish = (messageId: number, state: MessageState) =>
    db
      .update(messages)
      .set({ state, sealed: null, finishedAt: clock.now() })
      .where(eq(messages.messageId, messageId));

  const deliver = async (row: typeof messages.$inferSelect): Promise<void> => {
    const { messageId, channel, template, attempts, createdAt } = row;
    // Nothing of the message, and not who gets it.
    const told = { messageId, channel, template, attempts };
    if (row.expiresAt <= clock.now() || attempts > mostAttempts) {
      logger.warn(told, 'a message was not sent in time');
      await finish(messageId, 'failed');
      return;
    }
    try {
      const message = rendered(row);
      const transport = transports[channel];
      if (!message || !transport) throw new DeliveryFailed('cannot be made', true);
      const { address: to, subject, text, html, sms } = message;
      await transport.send({ messageId, createdAt, to, subject, text, html, sms });
      await finish(messageId, 'sent');
    } catch (error) {
      if (!(error instanceof DeliveryFailed)) throw error;
      logger.warn({ ...told, reason: error.message }, 'a message was not sent');
      if (error.isPermanent) await finish(messageId, 'failed');
      else
        await db
          .update(messages)
          .set({ dueAt: new Date(clock.now().getTime() + retryMs(attempts)) })
          .where(eq(messages.messageId, messageId));
    }
  };

  const sendDue = async (): Promise<number> => {
    if (channels.length === 0) return 0;
    const now = clock.now();
    const due = db
      .select({ messageId: messages.messageId })
      .from(messages)
      .where(and(eq(messages.state, 'due'), lte(messages.dueAt, now), inArray(messages.channel, channels)))
      .orderBy(messages.dueAt)
      .limit(batch)
      .for('update', { skipLocked: true });
    const taken = await db
      .update(messages)
      .set({ dueAt: new Date(now.getTime() + leaseMs), attempts: sql`${messages.attempts} + 1` })
      .where(inArray(messages.messageId, due))
      .returning();
    const outcomes = await Promise.allSettled(taken.map(deliver));
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        logger.warn({ err: outcome.reason }, 'a message could not be looked after');
    return taken.length;
  };

  const ending = new AbortController();
  let rest = Promise.withResolvers<void>();
  let running: Promise<void> | undefined;
  const run = async (): Promise<void> => {
    let isFailing = false;
    while (!ending.signal.aborted) {
      const tried = await sendDue().catch((error: unknown) => {
        // Once, however long the database stays away.
        if (!isFailing) logger.warn({ err: error }, 'messages could not be sent');
        return null;
      });
      isFailing = tried === null;
      if (tried === batch || ending.signal.aborted) continue;
      const timer = setTimeout(() => rest.resolve(), restMs);
      await rest.promise;
      clearTimeout(timer);
      rest = Promise.withResolvers();
    }
  };

  return {
    async write({ template, to, username, language, values, expiresAt, onceKey, isVoid = false }, on) {
      const now = clock.now();
      const content = { address: to.address, values: { ...values, ...(username ? { username } : {}) } };
      const sealed = seal(key, JSON.stringify(content));
      const kept: MessageState = transports[to.channel] === null && isOutboxOn ? 'outbox' : 'due';
      await on
        .insert(messages)
        .values({
          channel: to.channel,
          template,
          language: languageOf(language),
          recipientHash: hashOf(to.address),
          sealed: isVoid ? null : sealed,
          state: isVoid ? 'void' : kept,
          createdAt: now,
          dueAt: now,
          expiresAt: expiresAt ?? new Date(now.getTime() + usefulMs),
          onceKey: onceKey ?? null,
        })
        .onConflictDoNothing({ target: messages.onceKey });
    },

    wake: () => rest.resolve(),
    sendDue,

    async outbox(address) {
      if (!isOutboxOn) return [];
      const rows = await db
        .select()
        .from(messages)
        .where(
          and(
            eq(messages.recipientHash, hashOf(address)),
            eq(messages.state, 'outbox'),
            isNotNull(messages.sealed),
          ),
        )
        .orderBy(desc(messages.messageId))
        .limit(outboxShows);
      return rows.flatMap((row) => {
        const message = rendered(row);
        if (!message) return [];
        const { messageId, channel, createdAt } = row;
        const { template, language, values, subject, text, html, sms } = message;
        return {
          messageId,
          channel,
          template,
          language,
          sentAt: createdAt.toISOString(),
          subject: channel === 'mail' ? subject : null,
          text: channel === 'mail' ? text : sms,
          html: channel === 'mail' ? html : null,
          otp: values['otp'] ?? null,
        };
      });
    },

    async sweep() {
      const now = clock.now().getTime();
      await db.delete(messages).where(lte(messages.createdAt, new Date(now - keptMs)));
      await db
        .delete(messages)
        .where(
          and(
            inArray(messages.state, ['outbox', 'void']),
            lte(messages.createdAt, new Date(now - outboxKeptMs)),
          ),
        );
    },

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
