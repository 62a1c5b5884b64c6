import { pgTable, text } from 'drizzle-orm/pg-core';
import { key } from '../db/columns.ts';

/** What must stay as it was at the first start. */
export const settings = pgTable('settings', {
  name: key('name').primaryKey(),
  value: text('value').notNull(),
});
