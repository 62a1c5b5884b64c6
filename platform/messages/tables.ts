import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, key } from '../db/columns.ts';

/**
 * `due` waits to be sent. `outbox` is shown instead. `void` is never sent: it makes a request for an unknown account
 * cost as much as one for a known account.
 */
export type MessageState = 'due' | 'sent' | 'failed' | 'outbox' | 'void';

/** Mails and text messages, written in the transaction of their cause and sent after its commit. */
export const messages = pgTable(
  'messages',
  {
    messageId: bigint('message_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    channel: text('channel').$type<'mail' | 'sms'>().notNull(),
    template: text('template').notNull(),
    language: text('language').notNull(),
    /** Keyed hash of the address. */
    recipientHash: key('recipient_hash').notNull(),
    /** Address and values, sealed; null after the message is finished. */
    sealed: text('sealed'),
    state: text('state').$type<MessageState>().notNull(),
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
    index('messages_due').on(table.dueAt).where(sql`${table.state} = 'due'`),
    index('messages_outbox').on(table.recipientHash, table.messageId).where(sql`${table.state} = 'outbox'`),
    index('messages_created').on(table.createdAt),
    uniqueIndex('messages_once').on(table.onceKey),
    check('messages_state', sql`${table.state} in ('due', 'sent', 'failed', 'outbox', 'void')`),
  ],
);
