import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, key } from '../db/columns.ts';

export type SupportKind = 'contact' | 'demo';

export const supportMessages = pgTable(
  'support_messages',
  {
    messageId: bigint('message_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** Reference shown to the sender. It is random, so it does not reveal how many messages exist. */
    reference: key('reference').notNull().unique(),
    kind: text('kind').$type<SupportKind>().notNull(),
    username: text('username').notNull(),
    email: text('email').notNull(),
    message: text('message').notNull(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    index('support_messages_created').on(table.createdAt),
    check('support_messages_kind', sql`${table.kind} in ('contact', 'demo')`),
  ],
);

/** Captcha solutions that were used. They are stored so that no solution is accepted twice. */
export const captchaSolutions = pgTable(
  'captcha_solutions',
  {
    nonce: key('nonce').primaryKey(),
    /** The time when the challenge expires. After that, the row can be deleted. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('captcha_solutions_expires').on(table.expiresAt)],
);
