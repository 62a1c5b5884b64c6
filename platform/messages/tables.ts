import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { instant, key } from '../db/columns.ts';

/**
 * `due` waits to be sent; `outbox` is shown there instead; `void` goes to nobody, and was written so that somebody who
 * has no account costs as much as somebody who has one.
 */
export type MessageState = 'due' | 'sent' | 'failed' | 'outbox' | 'void';

/** Mails and text messages, written in the transaction that they tell of and sent after it. */
export const messages = pgTable(
  'messages',
  {
    messageId: bigint('message_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    channel: text('channel').$type<'mail' | 'sms'>().notNull(),
    template: text('template').notNull(),
    language: text('language').notNull(),
    /** Keyed hash of the address. */
    recipientHash: key('recipient_hash').notNull(),
    /** Address and values, sealed; null once it is over. */
    sealed: text('sealed'),
    state: text('state').$type<MessageState>().notNull(),
    attempts: smallint('attempts').notNull().default(0),
    createdAt: instant('created_at').notNull(),
    dueAt: instant('due_at').notNull(),
    /** Then it is of no use any more. */
    expiresAt: instant('expires_at').notNull(),
    finishedAt: instant('finished_at'),
    /** Only one message is ever written for it. */
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
