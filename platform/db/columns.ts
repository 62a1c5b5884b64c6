import { bigint, customType, date, timestamp } from 'drizzle-orm/pg-core';

/**
 * A text column that is sorted by its bytes. Settlement depends on the order of receipt numbers, so the order must be
 * the same on every machine.
 */
export const key = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

export function instant(name: string) {
  return timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
}

/** A column for an amount in minor units. JavaScript numbers are exact up to 9 × 10^15. */
export function amountMinor(name: string) {
  return bigint(name, { mode: 'number' });
}

/**
 * The month of a table's initial partition. This partition contains rows from before the tables were partitioned, and
 * rows whose month has no partition.
 */
export const initialMonth = '2000-01-01';

/** A column with the first day of the month whose partition contains the row. */
export function storageMonth(name: string) {
  return date(name, { mode: 'string' }).notNull().default(initialMonth);
}
