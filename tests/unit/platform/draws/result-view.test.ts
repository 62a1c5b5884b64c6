import { describe, expect, it } from 'vitest';
import { amountText, moneyText } from '../../../../platform/draws/amount-texts.ts';
import { drawNameOf, ordinalSuffix } from '../../../../platform/draws/result-view.ts';
import { gamesOf } from '../../../helpers/platform-games.ts';

describe('the result texts', () => {
  it('use English ordinal suffixes, such as 1st', () => {
    expect(
      [1, 2, 3, 4, 11, 12, 13, 21, 22, 103].map((number) => `${number}${ordinalSuffix(number)}`),
    ).toEqual(['1st', '2nd', '3rd', '4th', '11th', '12th', '13th', '21st', '22nd', '103rd']);
  });

  it('group money amounts by lakh and crore, and omit zero paise', () => {
    expect(moneyText(4_000_000_000, 'INR')).toBe('₹4,00,00,000');
    expect(moneyText(1150, 'INR')).toBe('₹11.50');
    expect([4_000_000_000, 1150, 7].map(amountText)).toEqual(['4,00,00,000', '11.50', '0.07']);
  });

  it('name the draw by its time of day in the site’s time zone', () => {
    const [pick3, keno] = gamesOf('pick3', 'keno');
    const at = new Date('2026-11-18T12:30:00Z');
    expect(pick3 && drawNameOf(pick3, at, 'Asia/Kolkata')).toBe('Golden Pick 3 · Evening');
    expect(pick3 && drawNameOf(pick3, at, 'America/New_York')).toBe('Golden Pick 3 · Morning');
    expect(keno && drawNameOf(keno, at, 'Asia/Kolkata')).toBe('Golden Keno 20/80');
  });
});
