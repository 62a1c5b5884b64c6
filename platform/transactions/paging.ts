import { type SQL, sql } from 'drizzle-orm';
import { summaryPage } from '../../shared/contract/summary-range.ts';
import { checkResultRange } from '../../shared/domain/result-dates.ts';
import { isoDayIn, nextMidnight, startOfDay } from '../../shared/domain/site-time.ts';
import type { CursorScope, Cursors, Place } from '../http/cursors.ts';
import { Refusal } from '../http/refusal.ts';

/** Length of the range in days if the request has no `from`. */
const usualDays = 30;

export interface RowsRequest {
  from?: string | undefined;
  to?: string | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/**
 * One page of rows, newest first. The rows date from `start` (inclusive) to `before` (exclusive). If `after` is set,
 * the page begins after that position.
 */
export interface RowsPage {
  from: string;
  to: string;
  start: Date;
  before: Date;
  after: Place | null;
  limit: number;
}

export interface Paging {
  /**
   * Opens the requested page. Its days are taken from the cursor if the request has one, and are converted to instants
   * in the site's time zone.
   * @throws Refusal 10400 for a wrong day or cursor
   */
  open(scope: CursorScope, asked: RowsRequest): RowsPage;
  /**
   * @param rows the rows of the page, and one more row if there is a next page
   * @returns the fields that every summary has, and the rows of the page
   */
  close<R>(
    scope: CursorScope,
    page: RowsPage,
    rows: readonly R[],
    placeOf: (row: R) => Place,
  ): { about: { from: string; to: string; cursor: string | null }; rows: R[] };
}

export function createPaging({
  cursors,
  clock,
  timeZone,
}: {
  cursors: Cursors;
  clock: { now(): Date };
  timeZone: string;
}): Paging {
  const pageOver = (
    from: string,
    to: string,
    after: Place | null,
    limit: number = summaryPage.usual,
  ): RowsPage => ({
    from,
    to,
    start: startOfDay(timeZone, from),
    before: nextMidnight(timeZone, startOfDay(timeZone, to)),
    after,
    limit,
  });
  return {
    open(scope, { from, to, cursor, limit }) {
      if (cursor === undefined) {
        const range = checkResultRange({ from, to }, isoDayIn(timeZone, clock.now()), usualDays);
        if (!range.ok) throw Refusal.ofFields({ [range.field]: range.messageKey });
        return pageOver(range.from, range.to, null, limit);
      }
      const position = cursors.read(scope, cursor);
      const range = position?.range;
      const fits = range && (from ?? range.from) === range.from && (to ?? range.to) === range.to;
      if (!fits) throw Refusal.ofFields({ cursor: 'field.wrong' });
      return pageOver(range.from, range.to, position.place, limit);
    },
    close(scope, { from, to, limit }, found, placeOf) {
      const rows = found.slice(0, limit);
      const last = rows.at(-1);
      const cursor =
        found.length > limit && last
          ? cursors.write(scope, { place: placeOf(last), range: { from, to } })
          : null;
      return { about: { from, to, cursor }, rows };
    },
  };
}

export function instantOf(at: Date | number): SQL {
  return sql`${new Date(at).toISOString()}::timestamptz`;
}

/**
 * Returns the SQL condition for the rows of a page. PostgreSQL can use an index that ends with the columns `at` and
 * `id`, if the query fixes the values of all columns before `at`.
 * @param idType SQL type of the id column
 */
export function pageCondition(
  { start, before, after }: RowsPage,
  at: SQL,
  id: SQL,
  idType: 'bigint' | 'text' | 'uuid',
): SQL {
  if (after === null) return sql`${at} >= ${instantOf(start)} and ${at} < ${instantOf(before)}`;
  // Later pages also need the lower bound `start`, so that PostgreSQL stops its index scan there.
  const place = sql`(${instantOf(after.atMs)}, ${after.id}::${sql.raw(idType)})`;
  return sql`${at} >= ${instantOf(start)} and (${at}, ${id}) < ${place}`;
}

/** Converts a column to milliseconds since 1970, because raw SQL statements do not return Date objects. */
export function epochMs(at: SQL): SQL {
  return sql`(extract(epoch from ${at}) * 1000)::bigint`;
}
