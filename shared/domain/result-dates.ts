import { dayFormat, dayOf } from './dates.ts';

const defaultDays = 7;
const longestDays = 366;

export type ResultDatesError =
  | 'results.error_date'
  | 'results.error_future'
  | 'results.error_order'
  | 'results.error_range';

export type ResultRange =
  | { ok: true; from: string; to: string }
  | { ok: false; field: 'from' | 'to'; messageKey: ResultDatesError };

const wrong = (field: 'from' | 'to', messageKey: ResultDatesError): ResultRange => ({
  ok: false,
  field,
  messageKey,
});

/** The text of both days, from a form or a URL. An empty text means that the day is absent. */
interface GivenDays {
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * Checks the range of days on the results page (spec §5 "Results dates"). Both days must be real days, not after
 * today. The range must be in order and have at most 366 days. By default, the range ends today and starts seven days
 * before its last day (§9).
 * @param todayIso the day in the site's time zone, YYYY-MM-DD
 * @param usualDays number of days from the first to the last day if the first day is absent
 * @returns the range, or the first wrong field with its message key
 */
export function checkResultRange(given: GivenDays, todayIso: string, usualDays = defaultDays): ResultRange {
  const today = dayOf(todayIso);
  if (!today) throw new RangeError(`not a day: ${todayIso}`);
  const to = given.to ? dayOf(given.to) : today;
  const from = given.from ? dayOf(given.from) : (to ?? today).subtract(usualDays, 'day');
  if (!from) return wrong('from', 'results.error_date');
  if (!to) return wrong('to', 'results.error_date');
  if (given.from && from.isAfter(today)) return wrong('from', 'results.error_future');
  if (to.isAfter(today)) return wrong('to', 'results.error_future');
  if (to.isBefore(from)) return wrong('to', 'results.error_order');
  if (to.diff(from, 'day') >= longestDays) return wrong('from', 'results.error_range');
  return { ok: true, from: from.format(dayFormat), to: to.format(dayFormat) };
}
