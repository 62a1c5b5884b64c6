import { isoDayMs, isoDayOfMs } from './site-time.ts';

const dayMs = 86_400_000;
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

/** What a form or an address may hold: an empty field counts as not given. */
interface Asked {
  from?: string | undefined;
  to?: string | undefined;
}

/**
 * The days of the results page (spec §5 "Results dates"): real days, none after today, the last not before
 * the first, at most 366 of them. Not given: the last is today, the first seven days before the last (§9).
 * @param todayIso the day in the site's time zone, YYYY-MM-DD
 * @param usualDays how long before the last the first is, where it is not given
 * @returns the range, or the first wrong field with its message key
 */
export function checkResultRange(asked: Asked, todayIso: string, usualDays = defaultDays): ResultRange {
  const to = asked.to || todayIso;
  const toMs = isoDayMs(to);
  const from = asked.from || (toMs === null ? todayIso : isoDayOfMs(toMs - usualDays * dayMs));
  const fromMs = isoDayMs(from);
  if (fromMs === null) return wrong('from', 'results.error_date');
  if (toMs === null) return wrong('to', 'results.error_date');
  if (asked.from && from > todayIso) return wrong('from', 'results.error_future');
  if (to > todayIso) return wrong('to', 'results.error_future');
  if (toMs < fromMs) return wrong('to', 'results.error_order');
  if ((toMs - fromMs) / dayMs >= longestDays) return wrong('from', 'results.error_range');
  return { ok: true, from, to };
}
