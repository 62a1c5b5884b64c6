import { sql } from 'drizzle-orm';
import { bigint, check, index, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { instant, key } from '../db/columns.ts';

/** A notification, stored as kind and data. The text is rendered when the player reads the notification. */
export const notifications = pgTable(
  'notifications',
  {
    notificationId: uuid('notification_id').primaryKey().defaultRandom(),
    accountId: uuid('account_id')
      .notNull()
      .references(() => accounts.accountId),
    kind: text('kind').notNull(),
    data: jsonb('data').notNull(),
    createdAt: instant('created_at').notNull(),
    readAt: instant('read_at'),
  },
  (table) => [
    index('notifications_account').on(table.accountId, table.createdAt, table.notificationId),
    index('notifications_unread').on(table.accountId).where(sql`${table.readAt} is null`),
    index('notifications_created').on(table.createdAt),
  ],
);

/** A promotion or public notice that an operator sends to all players, with its progress. */
export const notices = pgTable(
  'notices',
  {
    noticeId: uuid('notice_id').primaryKey().defaultRandom(),
    kind: text('kind').$type<'promotion' | 'notice'>().notNull(),
    /** Title and text by language. */
    texts: jsonb('texts').$type<Readonly<Record<string, { title: string; text: string }>>>().notNull(),
    /** SHA-256 of kind and texts as hex. The same texts are sent only once. */
    contentHash: key('content_hash').notNull(),
    sentBy: text('sent_by').notNull(),
    createdAt: instant('created_at').notNull(),
    /** The last account of the last batch. Null before the first batch. */
    position: uuid('position'),
    notified: bigint('notified', { mode: 'number' }).notNull().default(0),
    mailed: bigint('mailed', { mode: 'number' }).notNull().default(0),
    workedAt: instant('worked_at').notNull(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    uniqueIndex('notices_content').on(table.contentHash),
    index('notices_unfinished').on(table.workedAt).where(sql`${table.finishedAt} is null`),
    check('notices_kind', sql`${table.kind} in ('promotion', 'notice')`),
  ],
);
