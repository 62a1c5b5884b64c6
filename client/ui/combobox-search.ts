import type { SelectOption, SelectProps } from './select-props.ts';

/** Removes what a search does not accept (spec §5). */
export function filterSearch(typed: string, search: SelectProps['search']): string {
  return search === 'phone-code'
    ? typed.replaceAll(/[^\d+]/g, '').replaceAll(/(?!^)\+/g, '')
    : typed.replaceAll(/[^\p{L}\p{M} ]/gu, '');
}

/** Options that match: by the beginning of a phone code, with or without its plus, or by any part of a text. */
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
