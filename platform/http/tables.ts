import { pgTable, uuid } from 'drizzle-orm/pg-core';
import { instant } from '../db/columns.ts';

/** Nonces of signed requests whose signature is still valid. The migration makes this table unlogged. */
export const requestNonces = pgTable('request_nonces', {
  nonce: uuid('nonce').primaryKey(),
  expiresAt: instant('expires_at').notNull(),
});
