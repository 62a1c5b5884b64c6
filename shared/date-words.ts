/** Formats days and times in the site's time zone. All arguments are instants in ISO 8601. */
export interface DateWords {
  /** Formats a day, for example "21 Nov 2026". */
  day(at: string): string;
  /** Formats a day with the long name of its month, for example "21 November 2026". */
  longDay(at: string): string;
  /** Formats a time, for example "20:30". */
  time(at: string): string;
  /** Formats a date and time with seconds and time zone, for example "21 Nov 2026, 20:30:05 IST". */
  moment(at: string): string;
  /** Formats a date and time for a sentence, for example "21 November 2026 at 20:30 (IST)". */
  longMoment(at: string): string;
  /** Formats the start of a draw, for example "Sat, 21 Nov · 20:30 IST". */
  start(at: string): string;
}

/** @param locale BCP 47 tag */
export function createDateWords(locale: string, timeZone: string): DateWords {
  const date = (options: Intl.DateTimeFormatOptions) => {
    const format = new Intl.DateTimeFormat(locale, { timeZone, ...options });
    return (at: string) => format.format(new Date(at));
  };
  const day = date({ day: 'numeric', month: 'short', year: 'numeric' });
  const time = date({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const longDay = { day: 'numeric', month: 'long', year: 'numeric' } as const;
  const dayAndTime = date({ ...longDay, hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  const seconds = date({ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' });
  const weekdayAndDay = date({ weekday: 'short', day: 'numeric', month: 'short' });
  const zoneFormat = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'short' });
  const zone = (at: string) =>
    zoneFormat.formatToParts(new Date(at)).find((part) => part.type === 'timeZoneName')?.value ?? '';
  return {
    day,
    longDay: date(longDay),
    time,
    moment: (at) => `${day(at)}, ${seconds(at)} ${zone(at)}`,
    // Append the zone to the formatted time. In Hindi, `Intl` would put the zone between the time and the time's
    // suffix: "17:32 IST बजे".
    longMoment: (at) => `${dayAndTime(at)} (${zone(at)})`,
    start: (at) => `${weekdayAndDay(at)} · ${time(at)} ${zone(at)}`,
  };
}
