import { z } from 'zod';

/** A day in the site's time zone. Years that no account is of are none. */
const Day = z.string('results.error_date').regex(/^20\d{2}-\d{2}-\d{2}$/, 'results.error_date');
const Cursor = z.string('field.wrong').regex(/^[A-Za-z0-9_-]{1,300}$/, 'field.wrong');

/** Rows on a page at most, and where nothing else is asked for. */
export const summaryPage = { most: 100, usual: 20 } as const;

/**
 * What all summaries are asked by. Days are the site's, both belong to the range, and it has 366 of them at most; not
 * given, the last is today and the first 30 days before it. A cursor goes on where the page before ended, over the
 * same range and filter: only with the fields that it was given for, or without any.
 */
export const range = {
  from: Day.optional(),
  to: Day.optional(),
  cursor: Cursor.optional(),
  limit: z.int('field.wrong').min(1, 'field.wrong').max(summaryPage.most, 'field.wrong').optional(),
};
/** What all of them answer: the days that were meant, and where the next page begins; null: this was the last one. */
export const page = { from: z.iso.date(), to: z.iso.date(), cursor: z.string().max(300).nullable() };
