import { bigint, date, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { instant, key } from './columns.ts';

/**
 * Values that must stay the same after the first start, such as the time zone. The key for the hashes that identify a
 * person is also stored here, encrypted.
 */
export const settings = pgTable('settings', {
  name: key('name').primaryKey(),
  value: text('value').notNull(),
});

/** Months whose partitions operators have detached. A trigger rejects updates and deletes of these rows. */
export const detachedMonths = pgTable(
  'detached_months',
  {
    tableName: key('table_name').notNull(),
    month: date('month', { mode: 'string' }).notNull(),
    rows: bigint('rows', { mode: 'number' }).notNull(),
    detachedAt: instant('detached_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.tableName, table.month] })],
);
