import { sql } from 'drizzle-orm';
import { bigint, check, index, pgTable, text } from 'drizzle-orm/pg-core';
import { instant, key } from '../db/columns.ts';

export type SupportKind = 'contact' | 'demo';

/** What somebody wrote to the operator. */
export const supportMessages = pgTable(
  'support_messages',
  {
    messageId: bigint('message_id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** What the sender was told; says nothing of how many there are. */
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

/** Challenges that were solved and handed in: none counts twice. */
export const captchaSolutions = pgTable(
  'captcha_solutions',
  {
    /** Of the challenge, as hex. */
    nonce: key('nonce').primaryKey(),
    /** From then on the challenge is refused for its age, and this row is needed no more. */
    expiresAt: instant('expires_at').notNull(),
  },
  (table) => [index('captcha_solutions_expires').on(table.expiresAt)],
);
