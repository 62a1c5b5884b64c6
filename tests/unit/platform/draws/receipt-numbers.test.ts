import { describe, expect, it } from 'vitest';
import { receiptNumbers } from '../../../../platform/draws/receipt-numbers.ts';

describe('receiptNumbers', () => {
  it('returns distinct numbers that contain the draw id and no ambiguous letters', () => {
    const numbers = receiptNumbers('keno-7809', 5000);
    expect(new Set(numbers).size).toBe(5000);
    for (const number of numbers) expect(number).toMatch(/^KENO-7809-[0-9A-HJKMNP-TV-Z]{10}$/);
  });
});
