import { createHmac } from 'node:crypto';
import { and, inArray, lte } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { DerivedKeys } from '../config/derive-key.ts';
import type { Db, Queryable } from '../db/database.ts';
import { type Compose, createCompose } from './compose.ts';
import { createDelivery, type Delivery, type Transports } from './delivery.ts';
import type { Template } from './kinds.ts';
import type { NewMessage } from './new-message.ts';
import { mailLifetimeMs, mailsPerBatch, queuePlayerMails } from './player-mails.ts';
import { type MessageRow, outboxRows } from './repository.ts';
import { seal } from './seal.ts';
import type { SiteAddress } from './site-address.ts';
import { createUnsubscribeTokens, endSubscription } from './subscriptions.ts';
import { type MessageState, messages } from './tables.ts';
import { languageOf, type MessageLanguage } from './texts.ts';

/**
 * Returns the keyed hash by which the messages of an address are found.
 * @param key 32 bytes that are not stored in the database
 */
export function recipientHashOf(key: Buffer, address: string): string {
  return createHmac('sha256', key).update(`to ${address}`).digest('hex');
}

export interface OutboxMessage {
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

export interface Messages extends Delivery {
  /** Writes a message in the caller's transaction. The message is sent after the commit. */
  write<T extends Template>(message: NewMessage<T>, on: Queryable): Promise<void>;
  /** Writes several messages with one statement. */
  writeAll<T extends Template>(messages: readonly NewMessage<T>[], on: Queryable): Promise<void>;
  /** Returns the messages in the outbox for an address, newest first. */
  outbox(address: string): Promise<OutboxMessage[]>;
  /**
   * Ends the subscription that the token of a link names.
   * @returns whether the token is valid
   */
  unsubscribe(token: string): Promise<boolean>;
  /** Deletes old messages. */
  sweep(): Promise<void>;
}

const keptMs = 7 * 86_400_000;
const outboxKeptMs = 86_400_000;
const outboxShows = 50;

export interface MessagesOptions extends SiteAddress {
  db: Db;
  clock: { now(): Date };
  logger: Logger;
  /** Keys of 32 bytes that are not stored in the database. The first key encrypts; any key can decrypt. */
  keys: DerivedKeys;
  transports: Transports;
  /**
   * Applies to a channel (mail or SMS) without a configured transport. If true, messages of this channel are stored in
   * the outbox. If false, the messages wait until a transport is configured or the messages expire.
   */
  isOutboxOn: boolean;
  /** Mail address that receives replies to mails. Null if it is unknown. */
  support: string | null;
  /** The time zone of the times in messages. */
  timeZone: string;
  /** Returns the key of 32 bytes that encrypts the tokens in unsubscribe links. The key never changes. */
  unsubscribeKey: () => Buffer;
}

/** Returns the row that stores a message. The recipient's address and the values are encrypted with `key`. */
function rowOf<T extends Template>(
  message: NewMessage<T>,
  key: Buffer,
  { now, state }: { now: Date; state: MessageState },
): typeof messages.$inferInsert {
  const { template, to, username, accountId, language, values, expiresAt, onceKey } = message;
  const { isBulk = false, isVoid = false } = message;
  const content = {
    address: to.address,
    values: { ...values, ...(username ? { username } : {}) },
    ...(accountId === undefined ? {} : { accountId }),
  };
  return {
    channel: to.channel,
    template,
    language: languageOf(language),
    recipientHash: recipientHashOf(key, to.address),
    sealed: isVoid ? null : seal(key, JSON.stringify(content)),
    state: isVoid ? 'void' : state,
    isBulk,
    createdAt: now,
    dueAt: now,
    expiresAt: expiresAt ?? new Date(now.getTime() + mailLifetimeMs),
    onceKey: onceKey ?? null,
  };
}

/** Returns a list with the message of a row. The list is empty if the row cannot be decrypted. */
function outboxMessageOf(row: MessageRow, compose: Compose): OutboxMessage[] {
  const message = compose(row);
  if (!message) return [];
  const { messageId, channel, createdAt } = row;
  const { template, language, values, subject, text, html, sms } = message;
  return [
    {
      messageId,
      channel,
      template,
      language,
      sentAt: createdAt.toISOString(),
      subject: channel === 'mail' ? subject : null,
      text: channel === 'mail' ? text : sms,
      html: channel === 'mail' ? html : null,
      otp: values['otp'] ?? null,
    },
  ];
}

/**
 * Creates the queue of mails and text messages. Each message is sent at least once
 * (docs/decisions/messages-and-mails.md).
 */
export function createMessages({
  db,
  clock,
  logger,
  keys,
  transports,
  isOutboxOn,
  siteUrl,
  siteLanguages,
  support,
  timeZone,
  unsubscribeKey,
}: MessagesOptions): Messages {
  const tokens = createUnsubscribeTokens(unsubscribeKey);
  const compose = createCompose({ keys, siteUrl, siteLanguages, support, tokens });

  const writeAll: Messages['writeAll'] = async (all, on) => {
    if (all.length === 0) return;
    const now = clock.now();
    const rows = all.map((message) => {
      const isKept = transports[message.to.channel] === null && isOutboxOn;
      return rowOf(message, keys[0], { now, state: isKept ? 'outbox' : 'due' });
    });
    await on.insert(messages).values(rows).onConflictDoNothing({ target: messages.onceKey });
  };

  const queueMails = (isWaiting: boolean) => queuePlayerMails({ db, clock, timeZone, writeAll, isWaiting });
  const { wake, sendDue, start, stop } = createDelivery({
    db,
    clock,
    logger,
    transports,
    compose,
    queueMails: async () => (await queueMails(false)) === mailsPerBatch,
  });

  return {
    write: (message, on) => writeAll([message], on),
    writeAll,

    wake,
    sendDue,
    start,
    stop,

    async outbox(address) {
      if (!isOutboxOn) return [];
      while ((await queueMails(true)) > 0);
      const hashes = keys.map((key) => recipientHashOf(key, address));
      const rows = await outboxRows(db, hashes, outboxShows);
      return rows.flatMap((row) => outboxMessageOf(row, compose));
    },

    async unsubscribe(token) {
      const subscribed = tokens.read(token);
      if (subscribed !== null) await endSubscription(db, subscribed);
      return subscribed !== null;
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
  };
}
