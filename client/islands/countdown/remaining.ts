export interface Remaining {
  days: number;
  hours: number;
  minutes: number;
  seconds: number;
}

/**
 * Splits the remaining time into whole units. After the start, all units are 0 (spec §4).
 * @param startsAtMs milliseconds since 1970, like `nowMs`
 */
export function remainingAt(startsAtMs: number, nowMs: number): Remaining {
  const left = Math.max(0, Math.ceil((startsAtMs - nowMs) / 1000)) || 0;
  return {
    days: Math.floor(left / 86_400),
    hours: Math.floor(left / 3600) % 24,
    minutes: Math.floor(left / 60) % 60,
    seconds: left % 60,
  };
}

export const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Formats the remaining time in the short form: "00:41:18", or "2 d 04:10" if a day or more remains. */
export function chipText(left: Remaining, dayUnit: string): string {
  const { days, hours, minutes, seconds } = left;
  if (days > 0) return `${days} ${dayUnit} ${twoDigits(hours)}:${twoDigits(minutes)}`;
  return [hours, minutes, seconds].map(twoDigits).join(':');
}
