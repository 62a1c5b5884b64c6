export interface PageKeyParts {
  lang: string;
  /** The decoded path without the language: `/results`. */
  path: string;
  /** Only the parameters that the page declares. */
  query: Readonly<Record<string, string>>;
}

/**
 * Returns the cache key of a public page. The key is the canonical URL of the page, so most request URLs are keys and
 * need no parsing. Path segments and parameters are escaped one by one and parameters are sorted, so that different
 * pages have different keys.
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
