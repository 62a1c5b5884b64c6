import { describe, expect, it } from 'vitest';
import {
  type Counter,
  countedOn,
  countingPeriods,
  exceededBy,
  usedIn,
} from '../../../../platform/limits/counter.ts';
import { monthsAfter, type Periods, periodsAt } from '../../../../platform/limits/periods.ts';

const text = ({ day, week, month }: Periods) =>
  Object.values({ day, week, month }).map(
    ({ from, to }) => `${from.toISOString().slice(0, 16)} ${to.toISOString().slice(0, 16)}`,
  );
const at = (instant: string) => new Date(instant);

describe('periodsAt', () => {
  it.each([
    [
      'a Saturday in the site’s time zone',
      'Asia/Kolkata',
      '2026-11-21T12:02:00Z',
      [
        '2026-11-20T18:30 2026-11-21T18:30',
        '2026-11-15T18:30 2026-11-22T18:30',
        '2026-10-31T18:30 2026-11-30T18:30',
      ],
    ],
    [
      'the day of 23 hours on which summer time begins',
      'Europe/Oslo',
      '2027-03-28T12:00:00Z',
      [
        '2027-03-27T23:00 2027-03-28T22:00',
        '2027-03-21T23:00 2027-03-28T22:00',
        '2027-02-28T23:00 2027-03-31T22:00',
      ],
    ],
    [
      'the day of 25 hours on which summer time ends',
      'Europe/Lisbon',
      '2026-10-25T12:00:00Z',
      [
        '2026-10-24T23:00 2026-10-26T00:00',
        '2026-10-18T23:00 2026-10-26T00:00',
        '2026-09-30T23:00 2026-11-01T00:00',
      ],
    ],
    [
      'the last day of a leap February, a Tuesday',
      'UTC',
      '2028-02-29T23:59:59Z',
      [
        '2028-02-29T00:00 2028-03-01T00:00',
        '2028-02-28T00:00 2028-03-06T00:00',
        '2028-02-01T00:00 2028-03-01T00:00',
      ],
    ],
    [
      'a week across the end of a year',
      'UTC',
      '2026-12-31T10:00:00Z',
      [
        '2026-12-31T00:00 2027-01-01T00:00',
        '2026-12-28T00:00 2027-01-04T00:00',
        '2026-12-01T00:00 2027-01-01T00:00',
      ],
    ],
  ])('returns the day, the week and the month for %s', (_, timeZone, now, periods) => {
    expect(text(periodsAt(timeZone, at(now)))).toEqual(periods);
  });

  it('returns periods that include their start and exclude their end', () => {
    const { day } = periodsAt('Asia/Kolkata', at('2026-11-20T18:30:00Z'));
    expect(day.from).toEqual(at('2026-11-20T18:30:00Z'));
    expect(periodsAt('Asia/Kolkata', at('2026-11-21T18:29:59.999Z')).day).toEqual(day);
    expect(periodsAt('Asia/Kolkata', day.to).day.from).toEqual(day.to);
  });
});

describe('monthsAfter', () => {
  it.each([
    ['2026-08-31T10:00:00Z', 6, '2027-02-28T10:00:00.000Z'],
    ['2026-11-21T12:02:00Z', 12, '2027-11-21T12:02:00.000Z'],
    ['2028-02-29T00:00:00Z', 60, '2033-02-28T00:00:00.000Z'],
  ])('for %s and %i months returns %s', (from, months, end) => {
    expect(monthsAfter(at(from), months).toISOString()).toBe(end);
  });
});

describe('the counter of a limit', () => {
  const zone = 'UTC';
  const monday = at('2026-11-30T12:00:00Z');
  const counted = (counter: Counter | null, now: Date, amount: number): Counter => {
    const periods = countingPeriods(zone, now, counter);
    return countedOn(periods, usedIn(periods, counter), amount);
  };

  it('restarts the sum of a period when the period has ended', () => {
    const first = counted(counted(null, monday, 500), monday, 100);
    expect([first.dayMinor, first.weekMinor, first.monthMinor]).toEqual([600, 600, 600]);
    const next = counted(first, at('2026-12-01T00:00:00Z'), 50);
    expect([next.dayMinor, next.weekMinor, next.monthMinor]).toEqual([50, 650, 50]);
  });

  it('keeps counting in the later period if the clock is set back', () => {
    const later = counted(null, at('2026-12-01T00:00:00Z'), 70);
    const back = counted(later, monday, 30);
    expect(back.dayFrom).toEqual(at('2026-12-01T00:00:00Z'));
    expect([back.dayMinor, back.weekMinor, back.monthMinor]).toEqual([100, 100, 100]);
  });
});

it('exceededBy returns the exceeded limit whose period ends last, and the amount that all limits still allow', () => {
  const periods = periodsAt('UTC', at('2026-11-17T12:00:00Z'));
  const used = { day: 50, week: 90, month: 90 };
  const amounts = { day: 60, week: 95, month: 100 };
  expect(exceededBy(periods, amounts, used, 5)).toBeNull();
  expect(exceededBy(periods, amounts, used, 10)).toMatchObject({ period: 'week', limit: 95, left: 5 });
  expect(exceededBy(periods, amounts, used, 20)).toMatchObject({ period: 'month', limit: 100, left: 5 });
  expect(exceededBy(periods, { day: 40 }, used, 1)).toMatchObject({ period: 'day', limit: 40, left: 0 });
});
