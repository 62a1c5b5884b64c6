export interface PageKeyParts {
  lang: string;
  /** Decoded, without the language: `/results`. */
  path: string;
  /** Named parameters alone. */
  query: Readonly<Record<string, string>>;
}

/**
 * The key of a public page: its canonical URL, so that most requests find their page without being parsed.
 * Parts are escaped one by one and parameters sorted: different pages have different keys.
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
