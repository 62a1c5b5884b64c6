import { expect, test } from 'vitest';
import { median, percentile, shuffled } from '../../../bench/statistics.ts';

test('`median` returns the mean of the two middle values for an even count', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([1, 10, 2, 3])).toBe(2.5);
  expect(median([])).toBeNaN();
});

test('`percentile` returns an element of the list, without interpolation', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(hundred, 0.99)).toBe(99);
  expect(percentile(hundred, 0.5)).toBe(50);
  expect(percentile(hundred, 1)).toBe(100);
  expect(percentile([7], 0.99)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});

test('`shuffled` keeps every element, changes the order and is deterministic', () => {
  const numbers = Array.from({ length: 50 }, (_, index) => index);
  const mixed = shuffled(numbers);
  expect(mixed.toSorted((a, b) => a - b)).toEqual(numbers);
  expect(mixed).not.toEqual(numbers);
  expect(shuffled(numbers)).toEqual(mixed);
});
