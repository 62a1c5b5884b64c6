import { z } from 'zod';

/** A day in the site's time zone, from 2000 to 2099. */
const Day = z.string('results.error_date').regex(/^20\d{2}-\d{2}-\d{2}$/, 'results.error_date');
const Cursor = z.string('field.wrong').regex(/^[A-Za-z0-9_-]{1,300}$/, 'field.wrong');

/** The maximum and the default number of rows on a page. */
export const summaryPage = { most: 100, usual: 20 } as const;

/**
 * Request fields of all summaries. The range includes its first and its last day, and has at most 366 days. By default
 * it ends today and starts 30 days earlier. A cursor requests the next page of the same range and filter. A request
 * with a cursor may omit or repeat the range and the filter.
 */
export const range = {
  from: Day.optional(),
  to: Day.optional(),
  cursor: Cursor.optional(),
  limit: z.int('field.wrong').min(1, 'field.wrong').max(summaryPage.most, 'field.wrong').optional(),
};
/**
 * Answer fields of all summaries: the applied range, and the cursor of the next page, which is null on the last page.
 */
export const page = { from: z.iso.date(), to: z.iso.date(), cursor: z.string().max(300).nullable() };
