import { expect, it } from 'vitest';
import { drawIdOf, parseDrawId } from '../../../../platform/draws/draw-id.ts';
import { receiptNumbers } from '../../../../platform/draws/receipt-numbers.ts';

it('a draw id says game and number, and nothing else is one', () => {
  expect(parseDrawId(drawIdOf('golden-keno', 7809))).toEqual({ gameId: 'golden-keno', drawNumber: 7809 });
  for (const text of [
    '',
    'keno',
    'keno-',
    'keno-0',
    'keno-01',
    'keno-1x',
    'Keno-1',
    'keno-2147483648',
    'keno-1\n',
  ]) {
    expect(parseDrawId(text)).toBeNull();
  }
});

it('receipt numbers differ, carry their draw and use letters that cannot be misread', () => {
  const numbers = receiptNumbers('keno-7809', 5000);
  expect(new Set(numbers).size).toBe(5000);
  for (const number of numbers) expect(number).toMatch(/^KENO-7809-[0-9A-HJKMNP-TV-Z]{10}$/);
});
