import { describe, expect, test } from 'vitest';
import { chipText, remainingAt } from '../../../../../client/islands/countdown/remaining.ts';

const at = Date.parse('2026-11-21T15:00:00.000Z');
const second = 1000;
const text = (ms: number) => chipText(remainingAt(at, at - ms), 'd');

describe('remainingAt', () => {
  test('splits the time into days, hours, minutes and seconds', () => {
    expect(remainingAt(at, at - (((2 * 24 + 4) * 60 + 10) * 60 + 7) * second)).toEqual({
      days: 2,
      hours: 4,
      minutes: 10,
      seconds: 7,
    });
  });

  test('rounds a partial second up', () => {
    expect(remainingAt(at, at - 1).seconds).toBe(1);
    expect(remainingAt(at, at - 1000).seconds).toBe(1);
    expect(remainingAt(at, at - 1001).seconds).toBe(2);
  });

  test.for([0, 1, 500, 86_400_000])('returns zeros %i ms after the start', (pastMs) => {
    expect(remainingAt(at, at + pastMs)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
  });

  test('returns zeros for an invalid start time', () => {
    expect(remainingAt(Number.NaN, at)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 });
  });
});

describe('the short form of a countdown', () => {
  test('shows hours, minutes and seconds for less than a day', () => {
    expect(text(3_599_000)).toBe('00:59:59');
    expect(text(86_399_000)).toBe('23:59:59');
  });

  test('shows days, hours and minutes for a day or more', () => {
    expect(text(86_400_000)).toBe('1 d 00:00');
    expect(text(2 * 86_400_000 + (4 * 60 + 10) * 60_000)).toBe('2 d 04:10');
  });
});
