/**
 * Query parameters that change the content of a cached page. All others, such as `utm_source`, are not in the cache
 * key.
 */
const resultFilters = ['game', 'from', 'to'];

/** The paths of the home page, the results and the draws, each with or without a language prefix. */
const keptPath = /^(?:\/[a-z]{2}(?=\/|$))?(?:\/?|(?<results>\/results)|\/results\/[a-z\d-]+\/\d+)$/;

export interface KeptAddress {
  /** Path and filters of the page. They are the key of its cache entry. */
  key: string;
  /** The language at the beginning of the path, such as `/hi`, or an empty string. */
  prefix: string;
}

/** @returns null if the page at this URL is never kept for offline use */
export function keptAddress({ pathname, searchParams }: URL): KeptAddress | null {
  const found = keptPath.exec(pathname);
  if (!found) return null;
  const filters = new URLSearchParams();
  for (const name of found.groups?.['results'] ? resultFilters : []) {
    const value = searchParams.get(name);
    if (value) filters.set(name, value);
  }
  // Pages of older results have a cursor, which is an offset in the list. After each draw, other results are at this
  // offset, so these pages are not kept.
  if (searchParams.has('cursor')) return null;
  const query = filters.toString();
  return { key: pathname + (query && `?${query}`), prefix: languagePrefixOf(pathname) };
}

/** @returns the first segment of a path if it can be a language, such as `/hi`, or an empty string */
export const languagePrefixOf = (pathname: string): string => /^\/[a-z]{2}(?=\/|$)/.exec(pathname)?.[0] ?? '';
