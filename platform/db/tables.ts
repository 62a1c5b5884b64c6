import { pgTable, text } from 'drizzle-orm/pg-core';
import { key } from './columns.ts';

/** Configuration values that must not change after the first start. */
export const settings = pgTable('settings', {
  name: key('name').primaryKey(),
  value: text('value').notNull(),
});
