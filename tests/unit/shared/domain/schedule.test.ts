import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Schedule } from '../../../../shared/contract/games.ts';
import { nextSlot, previousSlot, slotAt, slotsBetween } from '../../../../shared/domain/schedule.ts';

const zones = [
  'Asia/Kolkata',
  'UTC',
  'Europe/Lisbon',
  'America/New_York',
  'America/Havana',
  'America/Santiago',
  'Asia/Beirut',
  'Africa/Casablanca',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
];
const time = fc
  .integer({ min: 0, max: 1439 })
  .map(
    (minute) => `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
  );
const schedules: fc.Arbitrary<Schedule> = fc.oneof(
  fc.record({ every: fc.constant('minutes' as const), minutes: fc.integer({ min: 1, max: 60 }) }),
  fc.record({
    every: fc.constant('week' as const),
    weekdays: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 }),
    times: fc.uniqueArray(time, { minLength: 1, maxLength: 6 }),
  }),
);
const zone = fc.constantFrom(...zones);
const instant = fc
  .integer({ min: Date.UTC(2025, 11, 31) / 1000, max: Date.UTC(2029, 0, 1) / 1000 })
  .map((seconds) => new Date(seconds * 1000));

const daily = (...times: string[]): Schedule => ({ every: 'week', weekdays: [0, 1, 2, 3, 4, 5, 6], times });
const iso = (dates: { at: Date }[]): string[] => dates.map(({ at }) => at.toISOString().slice(0, 16));

describe('draw numbers', () => {
  it('start with 1 at the first scheduled time of 2026 in the site’s time zone', () => {
    expect(slotAt({ every: 'minutes', minutes: 5 }, 1, 'Asia/Kolkata')).toEqual(
      new Date('2025-12-31T18:30:00Z'),
    );
    expect(slotAt(daily('19:00'), 1, 'Asia/Kolkata')).toEqual(new Date('2026-01-01T13:30:00Z'));
    // 1 January 2026 is a Thursday, so the first Wednesday or Saturday of the year is 3 January.
    const jackpot: Schedule = { every: 'week', weekdays: [3, 6], times: ['20:30'] };
    expect(slotAt(jackpot, 1, 'Asia/Kolkata')).toEqual(new Date('2026-01-03T15:00:00Z'));
    expect(slotAt(jackpot, 2, 'Asia/Kolkata')).toEqual(new Date('2026-01-07T15:00:00Z'));
    expect(previousSlot(jackpot, new Date('2026-01-03T14:59:59Z'), 'Asia/Kolkata')).toBeNull();
  });

  it('count every scheduled time, up to 105,120 five-minute draws in a year', () => {
    expect(
      previousSlot({ every: 'minutes', minutes: 5 }, new Date('2026-12-31T18:29:59Z'), 'Asia/Kolkata'),
    ).toEqual({ number: 105_120, at: new Date('2026-12-31T18:25:00Z') });
    expect(nextSlot(daily('19:00'), new Date('2026-12-31T00:00:00Z'), 'Asia/Kolkata').number).toBe(365);
  });

  it('convert to a scheduled time and back in every time zone', () => {
    fc.assert(
      fc.property(schedules, zone, fc.integer({ min: 1, max: 20_000 }), (schedule, timeZone, number) => {
        const at = slotAt(schedule, number, timeZone);
        expect(previousSlot(schedule, at, timeZone)).toEqual({ number, at });
        expect(nextSlot(schedule, new Date(at.getTime() - 1), timeZone)).toEqual({ number, at });
        expect(nextSlot(schedule, at, timeZone).number).toBe(number + 1);
      }),
      { numRuns: 300 },
    );
  });

  it('increase strictly with time', () => {
    fc.assert(
      fc.property(schedules, zone, instant, (schedule, timeZone, after) => {
        let last = after.getTime();
        let { number } = nextSlot(schedule, after, timeZone);
        for (let step = 0; step < 20; step += 1) {
          const at = slotAt(schedule, number, timeZone).getTime();
          expect(at).toBeGreaterThan(last);
          last = at;
          number += 1;
        }
      }),
      { numRuns: 200 },
    );
  });

  it('are consecutive across adjacent time intervals', () => {
    fc.assert(
      fc.property(schedules, zone, instant, fc.nat({ max: 10_000 }), (schedule, timeZone, from, minutes) => {
        const to = new Date(from.getTime() + minutes * 60_000);
        const middle = new Date((from.getTime() + to.getTime()) / 2);
        const whole = slotsBetween(schedule, from, to, timeZone);
        const halves = [
          ...slotsBetween(schedule, from, middle, timeZone),
          ...slotsBetween(schedule, middle, to, timeZone),
        ];
        expect(halves).toEqual(whole);
        const first = nextSlot(schedule, from, timeZone).number;
        expect(whole.map(({ number }) => number)).toEqual(whole.map((_, index) => first + index));
        expect(whole.every(({ at }) => at > from && at <= to)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('are rejected unless they are positive safe integers', () => {
    for (const wrong of [0, -1, 1.5, Number.NaN, 2 ** 60])
      expect(() => slotAt(daily('19:00'), wrong, 'UTC')).toThrow(RangeError);
  });
});

describe('a schedule around a clock change', () => {
  it('keeps the local time of a draw', () => {
    const around = slotsBetween(
      daily('19:00'),
      new Date('2026-03-07T12:00:00Z'),
      new Date('2026-03-09T12:00:00Z'),
      'America/New_York',
    );
    expect(iso(around)).toEqual(['2026-03-08T00:00', '2026-03-08T23:00']);
  });

  it('has only one draw at a local time that occurs twice', () => {
    const around = slotsBetween(
      daily('01:30', '02:30'),
      new Date('2026-11-01T00:00:00Z'),
      new Date('2026-11-01T12:00:00Z'),
      'America/New_York',
    );
    expect(iso(around)).toEqual(['2026-11-01T05:30', '2026-11-01T07:30']);
  });

  it('moves draws at skipped local times to just after the clock change', () => {
    const around = slotsBetween(
      daily('01:59', '02:15', '02:45', '03:01', '04:00'),
      new Date('2026-03-08T00:00:00-05:00'),
      new Date('2026-03-08T12:00:00-04:00'),
      'America/New_York',
    );
    expect(iso(around)).toEqual([
      '2026-03-08T06:59',
      '2026-03-08T07:00',
      '2026-03-08T07:01',
      '2026-03-08T07:02',
      '2026-03-08T08:00',
    ]);
  });

  it('continues half-hourly draws through the repeated hour', () => {
    const around = slotsBetween(
      { every: 'minutes', minutes: 30 },
      new Date('2026-11-01T05:00:00Z'),
      new Date('2026-11-01T07:00:00Z'),
      'America/New_York',
    );
    expect(iso(around)).toEqual([
      '2026-11-01T05:30',
      '2026-11-01T06:00',
      '2026-11-01T06:30',
      '2026-11-01T07:00',
    ]);
  });
});
