import { describe, expect, it } from 'vitest';
import { amountText, parseAmount } from '../../../../shared/domain/money-amount.ts';

describe('parseAmount', () => {
  it.each([
    ['500', 'INR', 50_000],
    ['500.5', 'INR', 50_050],
    ['500,50', 'INR', 50_050],
    ['500.', 'INR', 50_000],
    ['0,01', 'INR', 1],
    ['0.29', 'INR', 29],
    ['1,000', 'INR', 100_000],
    ['1.000', 'EUR', 100_000],
    ['1,00,000', 'INR', 10_000_000],
    ['1,00,000.05', 'INR', 10_000_005],
    ['1.000,50', 'EUR', 100_050],
    [' 1 000,50 ', 'NOK', 100_050],
    ['1\u00a0000', 'NOK', 100_000],
    ['1,234,567.89', 'USD', 123_456_789],
    ['₹1,000', 'INR', 100_000],
    [' € 5 ', 'EUR', 500],
    ['5,00 €', 'EUR', 500],
    ['500', 'JPY', 500],
    ['1,000', 'JPY', 1000],
    ['1.5', 'KWD', 1500],
    ['90071992547409.91', 'USD', 9_007_199_254_740_991],
  ])('reads %j in %s as %d minor units', (typed, currencyCode, minor) => {
    expect(parseAmount(typed, currencyCode)).toBe(minor);
  });

  it.each([
    ['', 'INR'],
    ['.', 'INR'],
    ['.5', 'INR'],
    ['5.0010', 'INR'],
    ['500.5', 'JPY'],
    ['1,00', 'JPY'],
    ['10,00,0', 'INR'],
    ['1,000,00', 'INR'],
    ['1.000.50', 'EUR'],
    ['0,500', 'INR'],
    ['-5', 'INR'],
    ['+5', 'INR'],
    ['1e3', 'INR'],
    ['0x10', 'INR'],
    ['5₹00', 'INR'],
    ['₹', 'INR'],
    ['٥٠٠', 'INR'],
    ['90071992547409.92', 'USD'],
    ['9'.repeat(400), 'INR'],
  ])('returns null for %j in %s', (typed, currencyCode) => {
    expect(parseAmount(typed, currencyCode)).toBeNull();
  });
});

describe('amountText', () => {
  it.each([
    [50_000, 'INR', '500'],
    [50_050, 'INR', '500.50'],
    [5, 'INR', '0.05'],
    [0, 'INR', '0'],
    [500, 'JPY', '500'],
    [1500, 'KWD', '1.500'],
  ])('writes text that parseAmount reads back: %d minor units of %s as %s', (minor, currencyCode, text) => {
    expect(amountText(minor, currencyCode)).toBe(text);
    expect(parseAmount(text, currencyCode)).toBe(minor);
  });
});
