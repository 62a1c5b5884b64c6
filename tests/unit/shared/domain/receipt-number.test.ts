import { describe, expect, it } from 'vitest';
import { checkReceiptNumber, normaliseReceiptNumber } from '../../../../shared/domain/receipt-number.ts';

describe('normaliseReceiptNumber', () => {
  it('ignores spaces and case, and reads the letters O, I and L in the last part as digits', () => {
    expect(normaliseReceiptNumber(' keno-7809 - 7qk2m9xail ')).toBe('KENO-7809-7QK2M9XA11');
    expect(normaliseReceiptNumber('lotto-1-OOOOOOOOOO')).toBe('LOTTO-1-0000000000');
  });
});

describe('checkReceiptNumber', () => {
  it('accepts a receipt number in upper or lower case', () => {
    expect(checkReceiptNumber('KENO-7809-7QK2M9XA4T')).toBeNull();
    expect(checkReceiptNumber('keno-7809-7qk2m9xa4t')).toBeNull();
  });

  it('returns different errors for a missing and an invalid number', () => {
    expect(checkReceiptNumber('  ')).toBe('enter_receipt_number');
    expect(checkReceiptNumber('KENO-0-7QK2M9XA4T')).toBe('enter_valid_receipt_number');
    expect(checkReceiptNumber('KENO-7809-7QK2M9XA4U')).toBe('enter_valid_receipt_number');
  });
});
