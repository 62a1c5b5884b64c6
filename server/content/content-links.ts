import { sameSitePath } from '../../shared/domain/same-site-path.ts';
import { matchPath } from '../pages/match-path.ts';
import type { ContentHost } from './content-host.ts';

export interface LinkRules {
  host: ContentHost;
  languages: readonly string[];
  defaultLanguage: string;
  /** Names of the pages with a path of one segment, such as `faq`. */
  staticPages: ReadonlySet<string>;
  /** Returns a post's path, without the language. Returns null if no list contains the slug. */
  postPath: (slug: string) => string | null;
}

/** The text in which a link occurs. */
export interface LinkText {
  lang: string;
  /** Version of the files that the text shows, or null. */
  version: string | null;
}

/** First path segments under which WordPress shows no text that an editor has written. */
const notTexts = /^(?:wp-|xmlrpc|index\.php|feed$|comments$|author$|category$|tag$|search$|page$|embed$)/;
/** Permalinks with a date always belong to posts. */
const datedPost = /^\d{4}(?:\/\d{2}){1,2}\/([^/]+)$/;

/**
 * Returns the path of this site that shows the same text as a path of WordPress. Returns null if this site has no such
 * path.
 * @param segments without the language
 */
function pagePath(
  segments: readonly string[],
  { staticPages, postPath }: Pick<LinkRules, 'staticPages' | 'postPath'>,
): string | null {
  const [first = '', ...more] = segments;
  if (first === '' || (first === 'home' && more.length === 0)) return '/';
  if (notTexts.test(first) || segments.at(-1) === 'feed') return null;
  const joined = segments.join('/');
  const post = datedPost.exec(joined)?.[1];
  if (post !== undefined) return `/blogs/${encodeURIComponent(post)}`;
  const page = matchPath(segments);
  // A path of one segment that belongs to no page may belong to a post. Many WordPress sites use only a post's name as
  // its path.
  if (page?.name === 'static' && !staticPages.has(joined)) return postPath(joined);
  if (!page) return null;
  return `/${segments.map(encodeURIComponent).join('/')}`;
}

/**
 * Converts a link of a CMS text. A link to a text on the content host becomes a link to the page of this site that shows
 * that text. A link with a language in its path keeps this language. Any other link gets the language of the text.
 * @returns null if the link must become plain text, because this site has no such page
 */
export function convertLink(href: string, text: LinkText, rules: LinkRules): string | null {
  const { host, languages, defaultLanguage } = rules;
  const isRelative = !/^[a-z][a-z0-9+.-]*:|^\/\//i.test(href);
  // A relative link in a WordPress text is a path of WordPress. In a text of any other content host, it is a path of
  // this site.
  if (href.startsWith('#')) return href;
  if (isRelative && host.kind === 'json') return localPath(href, text.lang, rules);
  const url = host.resolve(href);
  if (!url) return null;
  if (!host.isOwn(url)) return href;
  const media = host.mediaPath(url, text.version);
  if (media !== null) return media;
  if (host.kind === 'json') return href;
  // Links to uploads that this site does not serve, such as films, still point to the content host.
  if (url.pathname.startsWith('/wp-content/uploads/')) return isRelative ? url.href : href;
  // Short links such as ?p=12 name a text by its number, which this site does not know.
  if (/(?:^|&)(?:p|page_id|attachment_id|cat|author|feed|preview|s|m)=/.test(url.search.slice(1)))
    return null;
  const segments = decoded(url.pathname);
  if (!segments) return null;
  const [first = ''] = segments;
  const isPrefixed = languages.includes(first);
  const path = pagePath(isPrefixed ? segments.slice(1) : segments, rules);
  if (path === null) return null;
  const lang = isPrefixed ? first : text.lang;
  const prefix = lang === defaultLanguage ? '' : `/${lang}`;
  return `${`${prefix}${path}`.replace(/(.)\/$/, '$1')}${url.hash}`;
}

/**
 * Returns a path of this site in the language of a text. A path that already contains a language is returned unchanged.
 * A path that belongs to no page of this site, such as the path of a media file, is also returned unchanged.
 */
export function localPath(href: string, lang: string, { languages, defaultLanguage }: LinkRules): string {
  if (lang === defaultLanguage || !/^\/(?!\/)/.test(href)) return href;
  const segments = decoded(href.split(/[?#]/, 1)[0] ?? '');
  if (!segments || languages.includes(segments[0] ?? '')) return href;
  if (segments.length === 0) return `/${lang}${href.slice(1)}`;
  return matchPath(segments) ? `/${lang}${href}` : href;
}

/**
 * Returns the path that a link or button with the attribute `data-hook` opens (spec §4), in the language of the text.
 * Returns null for an unknown hook, and for a target on another site.
 */
export function hookPath(
  { 'data-hook': hook, 'data-target': target }: Readonly<Record<string, string | undefined>>,
  { lang }: LinkText,
  rules: LinkRules,
): string | null {
  const path = hook === 'deposit' ? '/deposit' : hook === 'redirect' ? sameSitePath(target) : null;
  return path === null ? null : localPath(path, lang, rules);
}

function decoded(pathname: string): string[] | null {
  try {
    return pathname.split('/').filter(Boolean).map(decodeURIComponent);
  } catch {
    return null;
  }
}
