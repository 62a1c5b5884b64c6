import { assert, property, string } from 'fast-check';
import { expect, it } from 'vitest';
import {
  filterDigits,
  filterOnBlur,
  filterUsername,
  filterWhileTyping,
  type InputKind,
} from '../../../../shared/domain/input-filters.ts';
import { normalisePromoCode } from '../../../../shared/domain/input-rules.ts';
import { filterPromoCode } from '../../../../shared/domain/promo-code.ts';

it('filterWhileTyping keeps only the characters that spec §5 allows for each kind of input', () => {
  const typed: [InputKind, string, string][] = [
    ['username', ' Ash@-a_7आ', 'Asha7'],
    ['password', ' Kite river\u00a042\n', 'Kiteriver42'],
    ['identifier', ' +91 98765 43210 ', '+919876543210'],
    ['email', ' asha @ example.in ', 'asha@example.in'],
    ['mobile', '+91 98765-43210', '919876543210'],
    ['otp', '48 29-13a१', '482913'],
    ['promoCode', '__we lc-ome_', 'welcome_'],
    ['text', ' Asha Rao ', ' Asha Rao '],
  ];
  expect(typed.map(([kind, text]) => [kind, text, filterWhileTyping(kind, text)])).toEqual(typed);
});

it('filterOnBlur trims text and removes leading and trailing underscores from a promo code', () => {
  expect(filterOnBlur('promoCode', '_welcome__')).toBe('welcome');
  expect(filterOnBlur('text', ' Asha Rao ')).toBe('Asha Rao');
  expect(filterOnBlur('username', ' asha ')).toBe('asha');
});

it('filtering a text twice has the same result as filtering it once', () => {
  assert(
    property(string({ unit: 'binary', maxLength: 40 }), (typed) => {
      expect(filterUsername(typed)).toMatch(/^[A-Za-z0-9]*$/);
      expect(filterDigits(typed)).toMatch(/^[0-9]*$/);
      expect(filterPromoCode(typed)).toMatch(/^(?:[A-Za-z0-9]\w*)?$/);
      expect(filterUsername(filterUsername(typed))).toBe(filterUsername(typed));
      expect(normalisePromoCode(normalisePromoCode(typed))).toBe(normalisePromoCode(typed));
    }),
  );
});

it('filtering a prefix of a text returns a prefix of the filtered text', () => {
  const kinds: InputKind[] = ['username', 'password', 'identifier', 'email', 'mobile', 'otp', 'promoCode'];
  assert(
    property(string({ maxLength: 20 }), string({ maxLength: 20 }), (before, after) => {
      for (const kind of kinds)
        expect(filterWhileTyping(kind, before + after).startsWith(filterWhileTyping(kind, before))).toBe(
          true,
        );
    }),
  );
});
