import { type PageName, pageRoutes, privateAreas } from '../../shared/page-routes.ts';

/** Longer than any address that this site gives out, with room for what is pasted behind it. */
const longestUrl = 4096;
const longestQueryValue = 128;

export type Address =
  /** A page of the site; equal pages have equal keys. */
  | { kind: 'page'; page: PageAddress }
  /** The same place under its one proper path. */
  | { kind: 'moved'; location: string; isPrivate: boolean }
  /** Players' own ground: no page for everyone stands there, and nothing that is said of it is kept. */
  | { kind: 'private'; lang: string }
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
  // Double and trailing slashes, and the default language's own prefix, lead to the one proper path at once.
  const kept = [...segments];
  while (kept[0] === defaultLanguage) kept.shift();
  const [first = ''] = kept;
  const prefixed = languages.includes(first);
  const lang = prefixed ? first : defaultLanguage;
  const inLanguage = prefixed ? kept.slice(1) : kept;
  const isPrivate = privateAreas.includes(inLanguage[0]?.toLowerCase() ?? '');
  const emptySegments = rawPath.length > 1 && /\/(?:\/|$)/.test(rawPath);
  if (emptySegments || kept.length < segments.length) {
    const proper = `/${kept.map(encodeURIComponent).join('/')}`;
    const location = rawQuery ? `${proper}?${visible(rawQuery)}` : proper;
    return { kind: 'moved', location, isPrivate };
  }
  if (isPrivate) return { kind: 'private', lang };
  for (const { route, pattern } of patterns) {
    const params = matchSegments(pattern, inLanguage);
    if (!params) continue;
    const query = readQuery(rawQuery, route.query);
    if (!query) return { kind: 'bad', status: 400 };
    return {
      kind: 'page',
      page: { name: route.name, lang, path: `/${inLanguage.join('/')}`, params, query },
    };
  }
  return { kind: 'unknown', lang };
}

/** Whether an address belongs to players; one that cannot be read might. */
export function isPrivateAddress(
  url: string,
  languages: readonly string[],
  defaultLanguage: string,
): boolean {
  const address = readAddress(url, languages, defaultLanguage);
  if (address.kind === 'moved') return address.isPrivate;
  return address.kind === 'private' || address.kind === 'bad';
}

/** As they are: a router's own decoding (of `%2F` in what is decoded already) would make two readings of one path. */
const patterns = pageRoutes.map((route) => ({ route, pattern: route.path.split('/').filter(Boolean) }));

function matchSegments(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | null {
  if (pattern.length !== segments.length) return null;
  const params: Record<string, string> = {};
  for (const [index, part] of pattern.entries()) {
    const segment = segments[index] ?? '';
    if (part.startsWith(':')) params[part.slice(1)] = segment;
    else if (part !== segment) return null;
  }
  return params;
}

/** A location is ASCII (RFC 3986 §2); a request line may hold other bytes, which Node gives as Latin-1. */
const visible = (rawQuery: string): string =>
  rawQuery.replace(/[^\x21-\x7e]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);

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
