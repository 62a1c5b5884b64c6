import type { SelectOption, SelectProps } from './select-props.ts';

/** Removes characters that a search does not accept (spec §5). */
export function filterSearch(typed: string, search: SelectProps['search']): string {
  return search === 'phone-code'
    ? typed.replaceAll(/[^\d+]/g, '').replaceAll(/(?!^)\+/g, '')
    : typed.replaceAll(/[^\p{L}\p{M} ]/gu, '');
}

/**
 * Returns the options that match a search. A phone code matches if it starts with the digits of the search, whether or
 * not the search has a plus. A text matches if it contains the search.
 */
export function searchOptions(
  options: readonly SelectOption[],
  typed: string,
  search: SelectProps['search'],
): SelectOption[] {
  const wanted = typed.trim().toLocaleLowerCase();
  if (wanted === '') return [...options];
  if (search === 'text') return options.filter(({ label }) => label.toLocaleLowerCase().includes(wanted));
  const digits = wanted.replace('+', '');
  return options.filter(({ label }) => label.replace('+', '').startsWith(digits));
}
