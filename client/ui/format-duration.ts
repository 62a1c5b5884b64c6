const units = [
  ['hour', 60],
  ['minute', 1],
] as const;

/**
 * Formats a duration in hours and minutes, such as "1 hour and 5 minutes". Seconds are dropped.
 * @param locale BCP 47 tag
 */
export function formatDuration(seconds: number, locale: string): string {
  let left = Math.max(0, Math.floor(seconds / 60));
  const parts = units.flatMap(([unit, minutes]) => {
    const count = Math.floor(left / minutes);
    left -= count * minutes;
    return count > 0 ? [formatUnit(count, unit, locale)] : [];
  });
  return parts.length > 0
    ? new Intl.ListFormat(locale, { type: 'conjunction' }).format(parts)
    : formatUnit(0, 'minute', locale);
}

/** Formats a duration in one unit, such as "30 days". */
export function formatUnit(count: number, unit: 'month' | 'day' | 'hour' | 'minute', locale: string): string {
  return new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}
