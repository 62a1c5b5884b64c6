import { pgTable, text } from 'drizzle-orm/pg-core';
import { key } from './columns.ts';

/** Values that must not change after the first start. The fingerprint key among them is encrypted. */
export const settings = pgTable('settings', {
  name: key('name').primaryKey(),
  value: text('value').notNull(),
});
