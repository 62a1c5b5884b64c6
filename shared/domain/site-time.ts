/**
 * Days and times in the site's IANA time zone, computed with `Intl`. All day boundaries and draw times use the site's
 * time zone, never that of the browser or the machine.
 */

const dayMs = 86_400_000;
const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone);
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
    formats.set(timeZone, format);
  }
  return format;
}

/**
 * Caches the offset of each time zone from UTC at whole minutes, because Intl is slow. Clocks change at whole minutes,
 * so all instants of a minute have the same offset.
 */
const offsetsOfZones = new Map<string, Map<number, number>>();
const mostOffsets = 1000;
const minuteMs = 60_000;
const dayMinutes = dayMs / minuteMs;

function offsetAtMinute(timeZone: string, minute: number): number {
  let offsets = offsetsOfZones.get(timeZone);
  if (!offsets) {
    offsets = new Map();
    offsetsOfZones.set(timeZone, offsets);
  }
  let offset = offsets.get(minute);
  if (offset === undefined) {
    offset = shownMsAt(timeZone, minute * minuteMs) - minute * minuteMs;
    if (offsets.size >= mostOffsets) offsets.clear();
    offsets.set(minute, offset);
  }
  return offset;
}

/** Returns the local time of `timeZone` at an instant: the Unix time in ms at which a UTC clock shows the same time. */
export function wallMsAt(timeZone: string, atMs: number): number {
  const midnight = Math.floor(atMs / dayMs) * dayMinutes;
  const atMidnight = offsetAtMinute(timeZone, midnight);
  // If the offset is the same at the end of the day, the clocks do not change on this day.
  const isConstant = offsetAtMinute(timeZone, midnight + dayMinutes) === atMidnight;
  const offset = isConstant ? atMidnight : offsetAtMinute(timeZone, Math.floor(atMs / minuteMs));
  return Math.floor(atMs / 1000) * 1000 + offset;
}

function shownMsAt(timeZone: string, atMs: number): number {
  const shown: Record<string, number> = {};
  for (const { type, value } of formatOf(timeZone).formatToParts(atMs)) shown[type] = Number(value);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = shown;
  return Date.UTC(year, month - 1, day, hour, minute, second);
}

const offsetMs = (timeZone: string, atMs: number): number =>
  wallMsAt(timeZone, atMs) - Math.floor(atMs / 1000) * 1000;

/**
 * Returns the instant of a local time in `timeZone` (see {@link wallMsAt}). A repeated time means its first occurrence;
 * a skipped time means the instant of the clock change.
 */
export function instantOfWallMs(timeZone: string, wallMs: number): Date {
  const before = offsetMs(timeZone, wallMs - dayMs);
  const after = offsetMs(timeZone, wallMs + dayMs);
  const early = wallMs - Math.max(before, after);
  const late = wallMs - Math.min(before, after);
  if (wallMsAt(timeZone, early) === wallMs) return new Date(early);
  if (wallMsAt(timeZone, late) === wallMs) return new Date(late);
  let notYet = early;
  let jumped = late;
  while (jumped - notYet > 1000) {
    const middle = Math.floor((notYet + jumped) / 2000) * 1000;
    if (wallMsAt(timeZone, middle) < wallMs) notYet = middle;
    else jumped = middle;
  }
  return new Date(jumped);
}

/** Returns midnight UTC of a day in milliseconds, or null if `isoDay` is not a real day in the format YYYY-MM-DD. */
export function isoDayMs(isoDay: string): number | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(isoDay)) return null;
  const ms = Date.parse(`${isoDay}T00:00:00Z`);
  return !Number.isNaN(ms) && isoDayOfMs(ms) === isoDay ? ms : null;
}

/** Returns the UTC day of an instant, YYYY-MM-DD. */
export const isoDayOfMs = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

/** Returns the day and time in `timeZone` at an instant, YYYY-MM-DDTHH:mm. */
export const localTimeIn = (timeZone: string, at: Date): string =>
  new Date(wallMsAt(timeZone, at.getTime())).toISOString().slice(0, 16);

/** Returns the day in `timeZone` at an instant, YYYY-MM-DD. */
export const isoDayIn = (timeZone: string, at: Date): string => localTimeIn(timeZone, at).slice(0, 10);

/** Returns the time in `timeZone` at an instant, HH:mm. */
export const clockIn = (timeZone: string, at: Date): string => localTimeIn(timeZone, at).slice(11);

/** Returns the offset of `timeZone` from UTC at an instant, in minutes. */
export const offsetMinutesIn = (timeZone: string, at: Date): number =>
  Math.round(offsetMs(timeZone, at.getTime()) / 60_000);

/**
 * Returns the first instant of a day in `timeZone`: midnight, or the instant of the clock change if the change skips
 * midnight.
 * @throws RangeError if `isoDay` is not a real day in the format YYYY-MM-DD
 */
export function startOfDay(timeZone: string, isoDay: string): Date {
  const wallMs = isoDayMs(isoDay);
  if (wallMs === null) throw new RangeError(`not a day: ${isoDay}`);
  return instantOfWallMs(timeZone, wallMs);
}

/** Returns the first instant of the next day in `timeZone`, always after `at`. */
export function nextMidnight(timeZone: string, at: Date): Date {
  const wallMs = wallMsAt(timeZone, at.getTime());
  return instantOfWallMs(timeZone, (Math.floor(wallMs / dayMs) + 1) * dayMs);
}
