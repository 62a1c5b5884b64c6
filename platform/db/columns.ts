import { bigint, customType, date, timestamp } from 'drizzle-orm/pg-core';

/** Text sorted by its bytes, so that the order is the same on every machine: settlement depends on that of receipts. */
export const key = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

export function instant(name: string) {
  return timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
}

/** JavaScript numbers represent minor units up to 9 × 10^15 exactly. */
export function amountMinor(name: string) {
  return bigint(name, { mode: 'number' });
}

/** The month of rows from before the tables were divided by month, and of rows whose month has no partition. */
export const initialMonth = '2000-01-01';

/** First day of the month whose partition holds a row. */
export function storageMonth(name: string) {
  return date(name, { mode: 'string' }).notNull().default(initialMonth);
}
