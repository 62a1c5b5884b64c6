import type { Formats } from '../../shared/pages/form.ts';

/** Formats an instant such as "21 Nov 2026, 20:30". @param at ISO 8601 */
export function formatMoment(at: string, { locale, timeZone }: Pick<Formats, 'locale' | 'timeZone'>): string {
  const format = new Intl.DateTimeFormat(locale, {
    timeZone,
    day: 'numeric',
    month: 'short',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  });
  return format.format(new Date(at));
}
