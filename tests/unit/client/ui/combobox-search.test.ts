import { describe, expect, it } from 'vitest';
import { filterSearch, searchOptions } from '../../../../client/ui/combobox-search.ts';

const options = (labels: string[]) => labels.map((label) => ({ value: label, label }));
const labelsOf = (found: { label: string }[]) => found.map(({ label }) => label);

describe('filterSearch', () => {
  it.each([
    ['+91', '+91'],
    ['9 1a', '91'],
    ['++9+1', '+91'],
    ['India', ''],
  ])('keeps only digits and one leading plus in a search for phone codes: "%s"', (typed, kept) => {
    expect(filterSearch(typed, 'phone-code')).toBe(kept);
  });

  it.each([
    ['New Zealand 2', 'New Zealand '],
    ["Côte d'Ivoire", 'Côte dIvoire'],
    ['हिन्दी', 'हिन्दी'],
  ])('keeps only letters and spaces in a search for texts: "%s"', (typed, kept) => {
    expect(filterSearch(typed, 'text')).toBe(kept);
  });
});

describe('searchOptions', () => {
  const codes = options(['+91', '+47', '+351', '+1', '+971']);

  it('finds phone codes by their beginning, with or without the plus', () => {
    expect(labelsOf(searchOptions(codes, '9', 'phone-code'))).toEqual(['+91', '+971']);
    expect(labelsOf(searchOptions(codes, '+47', 'phone-code'))).toEqual(['+47']);
    expect(searchOptions(codes, '8', 'phone-code')).toEqual([]);
  });

  it('finds a text by any part of it, regardless of case', () => {
    const countries = options(['India', 'British Indian Ocean Territory', 'Norway']);
    expect(labelsOf(searchOptions(countries, 'indi', 'text'))).toEqual([
      'India',
      'British Indian Ocean Territory',
    ]);
  });

  it('returns every option for an empty search', () => {
    expect(searchOptions(codes, '', 'phone-code')).toHaveLength(codes.length);
    expect(searchOptions(codes, '  ', 'text')).toHaveLength(codes.length);
  });
});
