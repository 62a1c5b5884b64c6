import { matchPath } from 'react-router-dom';
import { type PageName, pageRoutes } from '../../shared/page-routes.ts';

/** Longer than any address that this site gives out, with room for what is pasted behind it. */
const longestUrl = 4096;
const longestQueryValue = 128;

export type Address =
  /** A page of the site; equal pages have equal keys. */
  | { kind: 'page'; page: PageAddress }
  /** The same place under its one proper path. */
  | { kind: 'moved'; location: string }
  /** Leads nowhere, in this language. */
  | { kind: 'unknown'; lang: string }
  /** Cannot be a path at all. */
  | { kind: 'bad'; status: 400 | 414 };

export interface PageAddress {
  name: PageName;
  lang: string;
  /** Without the language. */
  path: string;
  params: Record<string, string>;
  /** Named parameters alone, sorted by name. */
  query: Record<string, string>;
}

/**
 * Reads the target of a request: its language, its page, its named parameters; all else is dropped, so that it
 * reaches neither key nor page.
 * @param url path and query as they came
 */
export function readAddress(url: string, languages: readonly string[], defaultLanguage: string): Address {
  if (url.length > longestUrl) return { kind: 'bad', status: 414 };
  const queryAt = url.indexOf('?');
  const rawPath = queryAt < 0 ? url : url.slice(0, queryAt);
  const rawQuery = queryAt < 0 ? '' : url.slice(queryAt + 1);
  const segments = readSegments(rawPath);
  if (!segments) return { kind: 'bad', status: 400 };
  const [first = ''] = segments;
  const prefixed = languages.includes(first);
  const lang = prefixed ? first : defaultLanguage;
  const inLanguage = prefixed ? segments.slice(1) : segments;
  // Double and trailing slashes, and the default language's own prefix, lead to the one proper path at once.
  const emptySegments = rawPath.length > 1 && /\/(?:\/|$)/.test(rawPath);
  if (emptySegments || (prefixed && lang === defaultLanguage)) {
    const kept = [...segments];
    while (kept[0] === defaultLanguage) kept.shift();
    const proper = `/${kept.map(encodeURIComponent).join('/')}`;
    return { kind: 'moved', location: rawQuery ? `${proper}?${rawQuery}` : proper };
  }
  const path = `/${inLanguage.join('/')}`;
  for (const route of pageRoutes) {
    const match = matchPath({ path: route.path, caseSensitive: true }, path);
    if (!match) continue;
    const query = readQuery(rawQuery, route.query);
    if (!query) return { kind: 'bad', status: 400 };
    const params = Object.fromEntries(
      Object.entries(match.params).map(([name, value]) => [name, value ?? '']),
    );
    return { kind: 'page', page: { name: route.name, lang, path, params, query } };
  }
  return { kind: 'unknown', lang };
}

/** The decoded segments of a path, empty ones dropped; null where it is no honest path. */
function readSegments(rawPath: string): string[] | null {
  if (!rawPath.startsWith('/')) return null;
  const segments: string[] = [];
  for (const raw of rawPath.split('/')) {
    if (raw === '') continue;
    let segment: string;
    try {
      segment = decodeURIComponent(raw);
    } catch {
      return null;
    }
    // Dot segments, slashes in disguise and control characters mean one thing here and another elsewhere.
    if (segment === '.' || segment === '..' || /[/\\\p{Cc}]/u.test(segment)) return null;
    segments.push(segment);
  }
  return segments;
}

function readQuery(rawQuery: string, names: readonly string[]): Record<string, string> | null {
  const query: Record<string, string> = {};
  if (!rawQuery || names.length === 0) return query;
  const given = new URLSearchParams(rawQuery);
  for (const name of [...names].sort()) {
    // The first of several: the same for every cache on the way.
    const value = given.get(name);
    if (value === null || value === '') continue;
    if (value.length > longestQueryValue) return null;
    query[name] = value;
  }
  return query;
}
