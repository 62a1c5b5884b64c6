import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  check,
  index,
  jsonb,
  pgTable,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { instant, key } from '../db/columns.ts';

/**
 * A message in the state `due` waits to be sent. A message in the state `outbox` is only shown in the outbox. A message
 * in the state `void` is never sent. Such a message was cancelled, or belongs to an unknown account. Messages of
 * unknown accounts are stored so that requests for known and unknown accounts take the same time.
 */
export type MessageState = 'due' | 'sent' | 'failed' | 'outbox' | 'void';

/** Mails and text messages. Each message is written in the transaction that causes it, and sent after the commit. */
export const messages = pgTable(
  'messages',
  {
    messageId: bigint('message_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    channel: text('channel').$type<'mail' | 'sms'>().notNull(),
    template: text('template').notNull(),
    language: text('language').notNull(),
    /** Keyed hash of the recipient's address. */
    recipientHash: key('recipient_hash').notNull(),
    /** Address and values, encrypted. Null for void messages, and after the message was sent or has failed. */
    sealed: text('sealed'),
    state: text('state').$type<MessageState>().notNull(),
    /** Bulk messages are sent when no other messages are due, so that one-time passwords never wait for them. */
    isBulk: boolean('is_bulk').notNull().default(false),
    attempts: smallint('attempts').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    dueAt: instant('due_at').notNull(),
    /** The message is not sent after this time. */
    expiresAt: instant('expires_at').notNull(),
    finishedAt: instant('finished_at'),
    /** Only one message is written for each key. */
    onceKey: key('once_key'),
  },
  (table) => [
    index('messages_queue').on(table.isBulk, table.dueAt).where(sql`${table.state} = 'due'`),
    index('messages_outbox').on(table.recipientHash, table.messageId).where(sql`${table.state} = 'outbox'`),
    index('messages_created').on(table.createdAt),
    uniqueIndex('messages_once').on(table.onceKey),
    check('messages_state', sql`${table.state} in ('due', 'sent', 'failed', 'outbox', 'void')`),
  ],
);

/**
 * Mails about notifications, stored as kind and data. A row is inserted in the transaction that notifies the player.
 * Rows are not encrypted, because programs without the encryption key of messages also insert rows. The platform later
 * moves the rows to `messages`, and then uses the current language and verified address of the player.
 */
export const playerMails = pgTable(
  'player_mails',
  {
    mailId: bigint('mail_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.accountId),
    kind: text('kind').notNull(),
    data: jsonb('data').notNull(),
    /** Bulk mails are moved and sent after all other mails. */
    isBulk: boolean('is_bulk').notNull().default(false),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('player_mails_queue').on(table.isBulk, table.mailId),
    index('player_mails_account').on(table.accountId),
  ],
);
