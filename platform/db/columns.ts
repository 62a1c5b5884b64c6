import { bigint, customType, timestamp } from 'drizzle-orm/pg-core';

/** Text that sorts by its bytes, so that an order means the same on every machine: receipts are drawn by it. */
export const key = customType<{ data: string }>({ dataType: () => 'text collate "C"' });

export function instant(name: string) {
  return timestamp(name, { withTimezone: true, precision: 3, mode: 'date' });
}

/** Paise and cents up to 9 × 10^15 fit a JavaScript number exactly. */
export function amountMinor(name: string) {
  return bigint(name, { mode: 'number' });
}
