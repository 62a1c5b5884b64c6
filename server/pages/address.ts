import {
  hasTypedText,
  isPlayersPage,
  isUnkeptPage,
  type PlayersPageName,
  privateAreas,
  type Resource,
  type ResourceName,
  resources,
  type UnkeptPageName,
} from '../../shared/resources.ts';
import { matchPath } from './match-path.ts';

/**
 * Maximum length of a URL, in characters. All links of this site are shorter, even with tracking parameters. The
 * maximum does not apply to the query of a page with a form for free text, such as the search. Only Node's limit for
 * all headers applies there.
 */
const longestUrl = 4096;

export type Address =
  /** A page or file that can be cached. */
  | { kind: 'page'; page: ResourceAddress }
  /**
   * An address that is never cached: a path in a private area, or a URL whose query contains a form's text, such as a
   * search. `page` is null if the path belongs to no resource.
   */
  | { kind: 'private'; lang: string; page: ResourceAddress | null }
  /**
   * An alternative spelling of a resource's path, for example with a trailing slash. `location` is the canonical path.
   */
  | { kind: 'moved'; location: string; isPrivate: boolean }
  /** A valid path that belongs to no resource. */
  | { kind: 'unknown'; lang: string }
  /** An invalid path, or a URL that is too long. */
  | { kind: 'bad'; status: 400 | 414 };

export type AddressOf<Kind extends Address['kind']> = Extract<Address, { kind: Kind }>;

export interface ResourceAddress {
  name: ResourceName;
  lang: string;
  /** The path without the language prefix. */
  path: string;
  params: Record<string, string>;
  /** The parameters that the resource declares, sorted by name. */
  query: Record<string, string>;
}

export type PlayersAddress = ResourceAddress & { name: PlayersPageName };

export type UnkeptAddress = ResourceAddress & { name: UnkeptPageName };

export const isUnkeptAddress = (page: ResourceAddress): page is UnkeptAddress =>
  hasTypedText(page.name) || isUnkeptPage(page.name);

export const isPlayersAddress = (page: ResourceAddress): page is PlayersAddress => isPlayersPage(page.name);

/**
 * Reads the language, the resource and the declared parameters from a URL. Other parameters are dropped, so that they
 * change neither the cache key nor the page.
 * @param url the path and query as received
 */
export function readAddress(url: string, languages: readonly string[], defaultLanguage: string): Address {
  const queryAt = url.indexOf('?');
  if ((queryAt < 0 ? url.length : queryAt) > longestUrl) return { kind: 'bad', status: 414 };
  const rawPath = queryAt < 0 ? url : url.slice(0, queryAt);
  const rawQuery = queryAt < 0 ? '' : url.slice(queryAt + 1);
  const segments = readSegments(rawPath);
  if (!segments) return { kind: 'bad', status: 400 };
  // One redirect removes double slashes, trailing slashes and the prefix of the default language.
  const kept = [...segments];
  while (kept[0] === defaultLanguage) kept.shift();
  const [first = ''] = kept;
  const prefixed = languages.includes(first);
  const lang = prefixed ? first : defaultLanguage;
  const inLanguage = prefixed ? kept.slice(1) : kept;
  const match = matchPath(inLanguage);
  const resource: Resource | null = match && resources[match.name];
  if (url.length > longestUrl && resource?.typedText === undefined) return { kind: 'bad', status: 414 };
  const isTyped = resource?.typedText !== undefined && new URLSearchParams(rawQuery).has(resource.typedText);
  const isPrivate = privateAreas.includes(inLanguage[0]?.toLowerCase() ?? '');
  const emptySegments = rawPath.length > 1 && /\/(?:\/|$)/.test(rawPath);
  if (emptySegments || kept.length < segments.length) {
    const proper = `/${kept.map(encodeURIComponent).join('/')}`;
    const location = rawQuery ? `${proper}?${visible(rawQuery)}` : proper;
    return { kind: 'moved', location, isPrivate: isPrivate || isTyped };
  }
  const query = resource ? readQuery(rawQuery, resource) : {};
  if (!query) return { kind: 'bad', status: 400 };
  const path = `/${inLanguage.join('/')}`;
  const page = match && { name: match.name, lang, path, params: match.params, query };
  if (isPrivate) return { kind: 'private', lang, page: page && !resources[page.name].kept ? page : null };
  if (page && isTyped) return { kind: 'private', lang, page };
  return page ? { kind: 'page', page } : { kind: 'unknown', lang };
}

/** Returns the language of the error page for an address, which may be invalid. */
export function languageOfUrl(url: string, languages: readonly string[], defaultLanguage: string): string {
  const [, first = ''] = url.split(/[/?]+/, 2);
  return languages.includes(first) ? first : defaultLanguage;
}

/**
 * Whether an address is private: its path is in a private area, or its query contains text from a form. An invalid
 * address also counts as private.
 */
export function isPrivateAddress(
  url: string,
  languages: readonly string[],
  defaultLanguage: string,
): boolean {
  const address = readAddress(url, languages, defaultLanguage);
  if (address.kind === 'moved') return address.isPrivate;
  return address.kind === 'private' || address.kind === 'bad';
}

/**
 * Escapes the characters that a Location header must not contain (RFC 3986 §2). Each non-ASCII byte of a request line
 * arrives as one Latin-1 character, so it is escaped as one byte.
 */
const visible = (rawQuery: string): string =>
  rawQuery.replace(/[^\x21-\x7e]/g, (byte) => `%${byte.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** Returns the decoded segments of a path, and omits empty segments. Returns null for an invalid path. */
export function readSegments(rawPath: string): string[] | null {
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
    // Reject dot segments, escaped slashes and control characters, because proxies and file systems interpret them
    // differently.
    if (segment === '.' || segment === '..' || /[/\\\p{Cc}]/u.test(segment)) return null;
    segments.push(segment);
  }
  return segments;
}

/**
 * Returns the query parameters that the resource declares. Returns null if one of them contains a control character,
 * because no upstream accepts control characters. In a parameter with free text, such as the search text, each control
 * character is replaced by a space instead.
 */
function readQuery(
  rawQuery: string,
  { query: longest, typedText, typedLines }: Resource,
): Record<string, string> | null {
  const query: Record<string, string> = {};
  const names = Object.keys(longest).sort();
  if (!rawQuery || names.length === 0) return query;
  const given = new URLSearchParams(rawQuery);
  for (const name of names) {
    // If a parameter is repeated, use only its first value, both for the page and for its cache key.
    const value = given.get(name);
    if (name === typedText) {
      if (value !== null)
        query[name] = value.replace(typedLines ? /(?!\n)\p{Cc}/gu : /\p{Cc}/gu, ' ').toWellFormed();
      continue;
    }
    if (value && /\p{Cc}/u.test(value)) return null;
    // Truncate a value that exceeds its limit to one character more than the limit. The value is then still rejected,
    // but the cache key stays short.
    if (value) query[name] = value.slice(0, (longest[name] ?? 0) + 1).toWellFormed();
  }
  return query;
}
