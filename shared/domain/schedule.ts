import type { Schedule } from '../contract/games.ts';
import { instantOfWallMs, wallMsAt } from './site-time.ts';

/**
 * Computes draw numbers. A draw number is the ordinal of a slot in the game's schedule, counted from 2026-01-01 00:00
 * in the site's time zone (docs/decisions/draw-engine.md). Because numbers are computed instead of assigned, all
 * processes agree on them.
 *
 * Schedules of the kind `minutes` count elapsed minutes, so a clock change neither skips nor repeats a draw. Schedules
 * of the kind `week` use local time. If a clock change repeats a draw's time, the draw takes place at the first
 * occurrence. If a clock change skips the times of draws, these draws take place after the change, a minute apart.
 */

export interface Slot {
  /** Draw number. The first slot after the epoch has the number 1. */
  number: number;
  at: Date;
}

const minuteMs = 60_000;
const dayMs = 86_400_000;
const epochWallMs = Date.UTC(2026, 0, 1);
/** 2026-01-01 is a Thursday. Weekdays are counted from Sunday, which is 0. */
const epochWeekday = 4;

type WeekSchedule = Extract<Schedule, { every: 'week' }>;

interface Week {
  /** Draw days in ascending order. Each is a number of days after the epoch's weekday, from 0 to 6. */
  days: number[];
  /** Draw times as minutes after midnight, ascending. */
  minutes: number[];
}

const weeks = new WeakMap<WeekSchedule, Week>();

function weekOf(schedule: WeekSchedule): Week {
  let week = weeks.get(schedule);
  if (!week) {
    const days = new Set(schedule.weekdays.map((weekday) => (weekday - epochWeekday + 7) % 7));
    const minutes = new Set(
      schedule.times.map((time) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))),
    );
    week = { days: [...days].sort((a, b) => a - b), minutes: [...minutes].sort((a, b) => a - b) };
    weeks.set(schedule, week);
  }
  return week;
}

const epochs = new Map<string, number>();

function epochMs(timeZone: string): number {
  let ms = epochs.get(timeZone);
  if (ms === undefined) {
    ms = instantOfWallMs(timeZone, epochWallMs).getTime();
    epochs.set(timeZone, ms);
  }
  return ms;
}

/**
 * Returns the number of slots before a day.
 * @param day days after the epoch
 */
function slotsBeforeDay({ days, minutes }: Week, day: number): number {
  const inWeek = ((day % 7) + 7) % 7;
  const daysBefore = Math.floor(day / 7) * days.length + days.filter((active) => active < inWeek).length;
  return daysBefore * minutes.length;
}

function weekSlotAt(schedule: WeekSchedule, number: number, timeZone: string): Date {
  const { days, minutes } = weekOf(schedule);
  const ordinal = Math.floor((number - 1) / minutes.length);
  const day = Math.floor(ordinal / days.length) * 7 + (days[ordinal % days.length] ?? 0);
  const inDay = (number - 1) % minutes.length;
  const at = (index: number) =>
    instantOfWallMs(timeZone, epochWallMs + day * dayMs + (minutes[index] ?? 0) * minuteMs).getTime();
  let ms = at(inDay);
  // All times that a clock change skips map to the same instant. Move each draw to at least a minute after the previous
  // one, so that no two draws take place at once.
  for (let before = 0; before < inDay; before += 1) {
    ms = Math.max(ms, at(before) + (inDay - before) * minuteMs);
  }
  return new Date(ms);
}

function assertNumber(number: number): void {
  if (!Number.isSafeInteger(number) || number < 1) throw new RangeError(`not a draw number: ${number}`);
}

/**
 * Returns the time of a draw.
 * @param number the draw's number, from 1
 * @param timeZone IANA name of the site's time zone
 * @throws RangeError if `number` is not a positive integer
 */
export function slotAt(schedule: Schedule, number: number, timeZone: string): Date {
  assertNumber(number);
  if (schedule.every === 'week') return weekSlotAt(schedule, number, timeZone);
  return new Date(epochMs(timeZone) + (number - 1) * schedule.minutes * minuteMs);
}

/** Returns the number of the last slot at or before an instant, or 0 before the first slot. */
function lastNumber(schedule: Schedule, notAfter: Date, timeZone: string): number {
  const ms = notAfter.getTime();
  if (schedule.every === 'minutes') {
    return Math.max(0, Math.floor((ms - epochMs(timeZone)) / (schedule.minutes * minuteMs)) + 1);
  }
  const day = Math.floor((wallMsAt(timeZone, ms) - epochWallMs) / dayMs);
  const week = weekOf(schedule);
  let number = slotsBeforeDay(week, day + 1);
  while (number > 0 && weekSlotAt(schedule, number, timeZone).getTime() > ms) number -= 1;
  return Math.max(0, number);
}

/** Returns the first slot strictly after an instant. */
export function nextSlot(schedule: Schedule, after: Date, timeZone: string): Slot {
  const number = lastNumber(schedule, after, timeZone) + 1;
  return { number, at: slotAt(schedule, number, timeZone) };
}

/** Returns the last slot at or before an instant, or null before the first slot. */
export function previousSlot(schedule: Schedule, notAfter: Date, timeZone: string): Slot | null {
  const number = lastNumber(schedule, notAfter, timeZone);
  return number === 0 ? null : { number, at: slotAt(schedule, number, timeZone) };
}

/** Returns the slots after one instant, up to and including another, in order. */
export function slotsBetween(
  schedule: Schedule,
  fromExclusive: Date,
  toInclusive: Date,
  timeZone: string,
): Slot[] {
  const first = lastNumber(schedule, fromExclusive, timeZone) + 1;
  const last = lastNumber(schedule, toInclusive, timeZone);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, index) => ({
    number: first + index,
    at: slotAt(schedule, first + index, timeZone),
  }));
}
