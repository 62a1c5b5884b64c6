import { describe, expect, it } from 'vitest';
import { dateIn, dayOf } from '../../../../shared/domain/dates.ts';

describe('dateIn', () => {
  it.each([
    ['Asia/Kolkata', '2026-11-20T18:30:00.000Z', '2026-11-21T00:00:00+05:30'],
    ['Europe/Oslo', '2026-10-25T00:30:00.000Z', '2026-10-25T02:30:00+02:00'],
    ['Europe/Oslo', '2026-10-25T01:30:00.000Z', '2026-10-25T02:30:00+01:00'],
    ['America/St_Johns', '2026-11-21T12:00:00.000Z', '2026-11-21T08:30:00-03:30'],
    ['UTC', '2026-11-21T12:00:00.999Z', '2026-11-21T12:00:00+00:00'],
  ])('in the time zone %s converts %s to %s', (timeZone, at, shown) => {
    expect(dateIn(timeZone, new Date(at)).format('YYYY-MM-DDTHH:mm:ssZ')).toBe(shown);
  });
});

describe('dayOf', () => {
  it('parses a date of the calendar in the form YYYY-MM-DD', () => {
    expect(dayOf('2028-02-29')?.format('D MMMM YYYY')).toBe('29 February 2028');
  });

  it.each(['2026-02-29', '2026-2-3', '2026-11-21 ', '21/11/2026', ''])('returns null for %j', (text) => {
    expect(dayOf(text)).toBeNull();
  });
});
