import type { LimitPeriod } from '../../shared/contract/refusal-reasons.ts';
import { isoDayIn, isoDayMs, isoDayOfMs, startOfDay } from '../../shared/domain/site-time.ts';

/** The first moment of a period, and the first moment after it. */
export interface Period {
  from: Date;
  to: Date;
}
export type Periods = Readonly<Record<LimitPeriod, Period>>;

const dayMs = 86_400_000;
let last: { timeZone: string; periods: Periods } | null = null;

/** Returns the calendar day, the week from Monday and the month that contain an instant, in a time zone. */
export function periodsAt(timeZone: string, at: Date): Periods {
  // Reuse the last result, because Intl is slow and nearly all purchases are on the same day as the previous purchase.
  if (last?.timeZone === timeZone && last.periods.day.from <= at && at < last.periods.day.to)
    return last.periods;
  const day = isoDayIn(timeZone, at);
  const utcMs = isoDayMs(day) ?? 0;
  const border = (ms: number) => startOfDay(timeZone, isoDayOfMs(ms));
  const date = new Date(utcMs);
  const mondayMs = utcMs - ((date.getUTCDay() + 6) % 7) * dayMs;
  const monthMs = (later: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + later, 1);
  const periods = {
    day: { from: border(utcMs), to: border(utcMs + dayMs) },
    week: { from: border(mondayMs), to: border(mondayMs + 7 * dayMs) },
    month: { from: border(monthMs(0)), to: border(monthMs(1)) },
  };
  last = { timeZone, periods };
  return periods;
}

/**
 * Returns the instant that is a number of calendar months later, at the same time of day. If the resulting month is too
 * short, returns the same time of day on its last day.
 */
export function monthsAfter(at: Date, months: number): Date {
  const later = new Date(at);
  later.setUTCMonth(later.getUTCMonth() + months);
  // If the month is too short, Date moves the day into the month after it. Go back to the last day of the wanted month.
  if (later.getUTCDate() !== at.getUTCDate()) later.setUTCDate(0);
  return later;
}
