export interface PageKeyParts {
  lang: string;
  /** The decoded path without the language: `/results`. */
  path: string;
  /** Only the query parameters that the page declares. */
  query: Readonly<Record<string, string>>;
}

/**
 * Returns the cache key of a public page. The key is the canonical URL of the page, so most request URLs are keys and
 * need no parsing. Each path segment and each parameter is escaped separately, so that different pages have different
 * keys. The parameters are sorted, so that each page has only one key.
 */
export function pageKey({ lang, path, query }: PageKeyParts, defaultLanguage: string): string {
  const segments = path.split('/').filter((segment) => segment !== '');
  if (lang !== defaultLanguage) segments.unshift(lang);
  const search = Object.keys(query)
    .sort()
    .map((name) => `${encodeURIComponent(name)}=${encodeURIComponent(query[name] ?? '')}`)
    .join('&');
  return `/${segments.map(encodeURIComponent).join('/')}${search === '' ? '' : `?${search}`}`;
}
