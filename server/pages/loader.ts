import type { CallData, CallName, CallRequest } from '../../shared/contract/calls.ts';
import type { Page } from '../../shared/pages/document.ts';
import type { FeedLink } from '../../shared/pages/frame.ts';
import { type Picture, pictureSize } from '../../shared/pages/picture.ts';
import type { CallOutcome } from '../calls/make-call.ts';
import type { SiteConfig } from '../config/site-config.ts';
import type { Sources } from '../reads/sources.ts';
import type { Words } from '../words/words.ts';
import type { Cards } from './cards.ts';

export interface PageMeta {
  title: string;
  description: string;
  indexable: boolean;
  ogType: 'website' | 'article';
  /**
   * The page's own picture. Null if the page uses the picture of the site. `path` is a path of this site or an absolute
   * URL.
   */
  picture: { path: string; alt: string; size: typeof pictureSize | null } | null;
  /** The canonical path with its declared parameters, without the language. */
  canonicalPath: string;
  /** The page's path with its whole query, for the links to the same page in other languages. */
  linkPath: string;
  /** RSS feeds with the content of the page. */
  feeds: readonly FeedLink[];
  /**
   * Path on this site to which the visitor is sent after submitting the page's form. The links to other languages
   * contain this path in the language of the link.
   */
  to?: string | null;
}

export type LoadedPage =
  | { status: 200 | 422; page: Page; meta: PageMeta }
  /** The result if the data contains no such page, for example no draw with this number. */
  | { status: 404 }
  /** The result for a redirect to another path of this site. */
  | { status: 301 | 302; location: string };

export interface LoadedFile {
  contentType: string;
  text: string;
}

/** A picture that the site has drawn, as PNG. */
export interface LoadedPicture {
  png: Buffer;
}

/** The input of a loader. It contains nothing about the client, because the page is cached for everyone. */
export interface PageRequest {
  params: Record<string, string>;
  /** The parameters that the page declares. */
  query: Record<string, string>;
  path: string;
  words: Words;
  cards: Cards;
  sources: Sources;
  config: SiteConfig;
  /** Draws a picture for link previews as PNG. @throws if it cannot be drawn now */
  draw: (picture: Picture) => Promise<Buffer>;
  /** The public origin, or null if none is configured. */
  siteUrl: string | null;
  /** The time when the load began, by the server's clock. */
  now: Date;
}

/** Sends a platform call on behalf of the client that requests the page. */
export type ClientsCall = <N extends CallName>(
  name: N,
  data: CallRequest<N>,
) => Promise<CallOutcome<CallData<N>>>;

export type LoadedUnkeptPage =
  | {
      status: 200 | 422 | 429 | 503;
      page: Page;
      meta: PageMeta;
      /** Value of the response header Retry-After, in seconds. */
      retryAfterSeconds?: number | undefined;
    }
  | { status: 302; location: string };

/** Loads a page that no cache stores. */
export type UnkeptPageLoader = (request: PageRequest, call: ClientsCall) => Promise<LoadedUnkeptPage>;

/** @throws UpstreamError if a read fails and there is no cached copy */
export type PageLoader = (request: PageRequest) => Promise<LoadedPage>;

/**
 * @returns null if there is no data for such a file, for example no game with this slug
 * @throws UpstreamError if a read fails and there is no cached copy
 */
export type FileLoader = (request: PageRequest) => Promise<LoadedFile | null>;

/**
 * Loads a picture. If the picture cannot be drawn now, the result is a redirect to another picture of this site.
 * @returns null if there is no data for such a picture, for example no draw with this number
 * @throws UpstreamError if a read fails and there is no cached copy
 */
export type PictureLoader = (request: PageRequest) => Promise<LoadedPicture | { location: string } | null>;

export const notFound: LoadedPage = { status: 404 };

interface Head {
  title: string | null;
  description: string | null;
}

/** Search engines cut longer titles. */
const longestTitle = 70;

/**
 * Appends the site's name to a title, unless the result would be too long. A title that is too long even without the
 * site's name is truncated.
 */
function fittingTitle(title: string, siteName: string): string {
  if (title.length <= longestTitle) {
    const full = title.includes(siteName) ? title : `${title} · ${siteName}`;
    return full.length <= longestTitle ? full : title;
  }
  const cut = title.slice(0, longestTitle);
  // Cut the title at a space. If it has no space, drop its last character, because the limit may divide a character
  // that consists of several code units.
  const end = cut.lastIndexOf(' ');
  const lastLetter = [...new Intl.Segmenter().segment(cut.slice(0, -1))].at(-1)?.index;
  return `${cut.slice(0, end > 0 ? end : lastLetter).replace(/[\p{P}\s]+$/u, '')}…`;
}

/** Appends query parameters to a path of this site. */
export function pathWith(path: string, query: Record<string, string>): string {
  const parameters = new URLSearchParams(query);
  return parameters.size > 0 ? `${path}?${parameters}` : path;
}

/**
 * Creates title and description of a page.
 * @param input.title the site's own title
 * @param input.cms the CMS's texts for this page. They replace the site's texts, except for paths that `metaFromSite`
 * lists
 */
export function metaOf(
  { words, config }: Pick<PageRequest, 'words' | 'config'>,
  input: {
    title: string;
    description?: string | null;
    cms?: Head | null | undefined;
    canonicalPath: string;
    /** The path for the links to other languages. Set only if it differs from the canonical path. */
    linkPath?: string;
    indexable?: boolean;
    ogType?: 'article';
    /**
     * The picture that the CMS names: a URL, a path, or the name of an illustration. An illustration has no URL, so
     * `drawnPicture` is used instead.
     */
    picture?: string | null;
    /** The picture that this site draws for the page. */
    drawnPicture?: { path: string; alt: string };
    feeds?: readonly FeedLink[];
  },
): PageMeta {
  const siteName = words.t('site.name');
  const cms = config.boot.metaFromSite.includes(input.canonicalPath) ? null : input.cms;
  const title = cms?.title || input.title;
  return {
    title: fittingTitle(title, siteName),
    description: cms?.description || input.description || words.t('site.description'),
    indexable: input.indexable ?? true,
    ogType: input.ogType ?? 'website',
    picture:
      input.picture && /^(?:https?:\/)?\//.test(input.picture)
        ? { path: input.picture, alt: title, size: null }
        : input.drawnPicture
          ? { ...input.drawnPicture, size: pictureSize }
          : null,
    canonicalPath: input.canonicalPath,
    linkPath: input.linkPath ?? input.canonicalPath,
    feeds: input.feeds ?? [],
  };
}

/**
 * Returns the configured title of a page (`staticPages`). For languages other than the default, the title comes from
 * the locale files.
 */
export function configuredTitle(
  { words, config }: Pick<PageRequest, 'words' | 'config'>,
  name: string,
): string {
  const { staticPages, defaultLanguage } = config.boot;
  const title = staticPages.find((page) => page.name === name)?.title;
  if (title !== undefined && words.lang === defaultLanguage) return title;
  return words.tOr(`page_title.${name}`, title ?? name);
}
