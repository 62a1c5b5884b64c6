import { expect, it } from 'vitest';
import { isOfAge } from '../../../../shared/domain/age.ts';

it('isOfAge returns true on and after the eighteenth birthday', () => {
  expect(isOfAge('2008-11-21', '2026-11-21')).toBe(true);
  expect(isOfAge('2008-11-22', '2026-11-21')).toBe(false);
  // A person who was born on 29 February comes of age on 1 March if the year is not a leap year.
  expect(isOfAge('2008-02-29', '2026-02-28')).toBe(false);
  expect(isOfAge('2008-02-29', '2026-03-01')).toBe(true);
});
