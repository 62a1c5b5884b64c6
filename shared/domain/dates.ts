import dayjs, { type Dayjs } from 'dayjs';
import customParseFormat from 'dayjs/plugin/customParseFormat.js';
import utc from 'dayjs/plugin/utc.js';
import { offsetMinutesIn } from './site-time.ts';

dayjs.extend(utc);
dayjs.extend(customParseFormat);

/** The format of days in forms, URLs and the contract. */
export const dayFormat = 'YYYY-MM-DD';

/** Parses a day from a form or a URL. Returns null if the text is not a real day in the format YYYY-MM-DD. */
export function dayOf(text: string): Dayjs | null {
  const day = dayjs.utc(text, dayFormat, true);
  return day.isValid() ? day : null;
}

/**
 * Returns an instant as local time of `timeZone` with the offset from UTC. This function replaces the time-zone plugin
 * of dayjs, which creates an Intl format for each call and is too slow for files with many rows.
 */
export function dateIn(timeZone: string, at: Date): Dayjs {
  return dayjs.utc(at).utcOffset(offsetMinutesIn(timeZone, at));
}
