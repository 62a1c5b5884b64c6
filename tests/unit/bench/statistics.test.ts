import { expect, test } from 'vitest';
import { median, percentile, shuffled } from '../../../bench/statistics.ts';

test('The median of an even number of figures lies between the two in the middle', () => {
  expect(median([9, 1, 5])).toBe(5);
  expect(median([1, 10, 2, 3])).toBe(2.5);
  expect(median([])).toBeNaN();
});

test('A percentile is a figure that occurred: of a hundred, p99 is the last but one', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(hundred, 0.99)).toBe(99);
  expect(percentile(hundred, 0.5)).toBe(50);
  expect(percentile(hundred, 1)).toBe(100);
  expect(percentile([7], 0.99)).toBe(7);
  expect(percentile([], 0.5)).toBeNaN();
});

test('A shuffle loses and doubles nothing, changes the order, and is the same each time', () => {
  const numbers = Array.from({ length: 50 }, (_, index) => index);
  const mixed = shuffled(numbers);
  expect(mixed.toSorted((a, b) => a - b)).toEqual(numbers);
  expect(mixed).not.toEqual(numbers);
  expect(shuffled(numbers)).toEqual(mixed);
});
