import { sql } from 'drizzle-orm';
import { index, jsonb, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { accounts } from '../accounts/tables.ts';
import { instant } from '../db/columns.ts';

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
