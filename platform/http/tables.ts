import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../db/columns.ts';

/** Nonces of signed requests that would still be accepted. The migration makes this table unlogged. */
export const requestNonces = pgTable('request_nonces', {
  nonce: uuid('nonce').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
});
