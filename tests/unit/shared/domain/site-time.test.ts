import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clockIn, isoDayIn, nextMidnight, startOfDay } from '../../../../shared/domain/site-time.ts';

const zones = ['Asia/Kolkata', 'America/New_York', 'America/Santiago', 'Asia/Beirut', 'Australia/Lord_Howe'];

describe('a day in the site’s time zone', () => {
  it('is determined by midnight in that time zone', () => {
    const at = new Date('2026-11-20T18:29:59.999Z');
    expect(isoDayIn('Asia/Kolkata', at)).toBe('2026-11-20');
    expect(clockIn('Asia/Kolkata', at)).toBe('23:59');
    const midnight = new Date('2026-11-20T18:30:00Z');
    expect(isoDayIn('Asia/Kolkata', midnight)).toBe('2026-11-21');
    expect(clockIn('Asia/Kolkata', midnight)).toBe('00:00');
    expect(isoDayIn('America/New_York', midnight)).toBe('2026-11-20');
  });

  it('starts at midnight', () => {
    expect(startOfDay('Asia/Kolkata', '2026-11-21')).toEqual(new Date('2026-11-20T18:30:00Z'));
    expect(startOfDay('America/New_York', '2026-03-08')).toEqual(new Date('2026-03-08T05:00:00Z'));
    expect(startOfDay('America/New_York', '2026-03-09')).toEqual(new Date('2026-03-09T04:00:00Z'));
    expect(startOfDay('Pacific/Chatham', '2026-07-01')).toEqual(new Date('2026-06-30T11:15:00Z'));
  });

  it('starts at the clock change if the change skips midnight', () => {
    // In Santiago the clock changes from Saturday 24:00 to Sunday 01:00.
    expect(startOfDay('America/Santiago', '2026-09-06')).toEqual(new Date('2026-09-06T04:00:00Z'));
    expect(clockIn('America/Santiago', new Date('2026-09-06T04:00:00Z'))).toBe('01:00');
    // Beirut is east of Greenwich, so its clock change happens before midnight UTC.
    expect(startOfDay('Asia/Beirut', '2026-03-29')).toEqual(new Date('2026-03-28T22:00:00Z'));
    expect(startOfDay('Asia/Beirut', '2026-03-30')).toEqual(new Date('2026-03-29T21:00:00Z'));
  });

  it('starts once if a clock change repeats the hour before midnight', () => {
    // In Santiago, the last hour of this Saturday occurs twice.
    expect(startOfDay('America/Santiago', '2026-04-05')).toEqual(new Date('2026-04-05T04:00:00Z'));
    expect(nextMidnight('America/Santiago', new Date('2026-04-05T02:30:00Z'))).toEqual(
      new Date('2026-04-05T04:00:00Z'),
    );
  });

  it('ends when the next day starts', () => {
    const seconds = fc.integer({ min: Date.UTC(2026, 0, 1) / 1000, max: Date.UTC(2030, 0, 1) / 1000 });
    fc.assert(
      fc.property(fc.constantFrom(...zones), seconds, (timeZone, second) => {
        const at = new Date(second * 1000);
        const end = nextMidnight(timeZone, at);
        expect(end.getTime()).toBeGreaterThan(at.getTime());
        expect(isoDayIn(timeZone, new Date(end.getTime() - 1))).toBe(isoDayIn(timeZone, at));
        expect(isoDayIn(timeZone, end)).not.toBe(isoDayIn(timeZone, at));
        expect(startOfDay(timeZone, isoDayIn(timeZone, end))).toEqual(end);
      }),
      { numRuns: 500 },
    );
  });

  it('has the date and the clock time that Intl returns, at every instant', () => {
    const minutes = fc.integer({ min: Date.UTC(2020, 0, 1) / 60_000, max: Date.UTC(2030, 0, 1) / 60_000 });
    const shown = new Map(
      zones.map((timeZone) => [
        timeZone,
        new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }),
      ]),
    );
    fc.assert(
      fc.property(fc.constantFrom(...zones), minutes, (timeZone, minute) => {
        const at = new Date(minute * 60_000);
        expect(`${isoDayIn(timeZone, at)} ${clockIn(timeZone, at)}`).toBe(shown.get(timeZone)?.format(at));
      }),
      { numRuns: 500 },
    );
    // In New York, the clocks change from 02:00 to 03:00 on this day.
    for (const [utc, clock] of [
      ['06:59', '01:59'],
      ['07:00', '03:00'],
    ])
      expect(clockIn('America/New_York', new Date(`2026-03-08T${utc}:00Z`))).toBe(clock);
  });

  it('is rejected if the date does not exist', () => {
    for (const wrong of ['2026-02-29', '2026-13-01', '21/11/2026', '', '2026-11-21T00:00'])
      expect(() => startOfDay('UTC', wrong)).toThrow(RangeError);
  });

  it('is rejected if the time zone does not exist', () => {
    expect(() => clockIn('Asia/Atlantis', new Date(0))).toThrow(RangeError);
  });
});
