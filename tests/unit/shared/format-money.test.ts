import { expect, it } from 'vitest';
import { formatMoney } from '../../../shared/format-money.ts';

const currency = { style: 'currency', currencyDisplay: 'symbol' } as const;

it.each([
  ['en-IN', 42_500_000_00, 'INR', '₹4,25,00,000'],
  ['en-IN', 12_345_650, 'INR', '₹1,23,456.50'],
  ['en-IN', 0, 'INR', '₹0'],
  ['en-IN', 1234, 'JPY', 'JP¥1,234'],
  ['nb-NO', 123_450, 'NOK', '1 234,50 kr'],
])('formatMoney for %s formats %d minor units of %s as %s', (locale, amount, code, text) => {
  expect(formatMoney(amount, code, { locale, currency }).replaceAll(/\s/g, ' ')).toBe(text);
});
