import type { Page } from '../../shared/pages/document.ts';
import type { SiteConfig } from '../config/site-config.ts';
import type { Sources } from '../reads/sources.ts';
import type { Cards } from './cards.ts';
import type { Words } from './words.ts';

/** Title and description of a page, for its head. */
export interface PageMeta {
  title: string;
  description: string;
  indexable: boolean;
  ogType: 'website' | 'article';
  /** The page's preferred path with its declared parameters, without the language. */
  canonicalPath: string;
}

export type LoadedPage =
  | { status: 200 | 422; page: Page; meta: PageMeta }
  /** The data has no such page. */
  | { status: 404 }
  /** To a same-site path. */
  | { status: 301 | 302; location: string };

export interface LoadedFile {
  contentType: string;
  text: string;
}

/** The input of a loader: nothing about the person who sent the request. */
export interface PageRequest {
  params: Record<string, string>;
  /** Declared parameters alone. */
  query: Record<string, string>;
  path: string;
  words: Words;
  cards: Cards;
  sources: Sources;
  config: SiteConfig;
  /** The public origin; null where it is not configured. */
  siteUrl: string | null;
  /** The server's clock at the moment of loading. */
  now: Date;
}

/** @throws UpstreamError where a read fails without a cached copy */
export type PageLoader = (request: PageRequest) => Promise<LoadedPage>;

/** @returns null where the data has no such file. @throws UpstreamError as a page's loader does */
export type FileLoader = (request: PageRequest) => Promise<LoadedFile | null>;

export const notFound: LoadedPage = { status: 404 };

interface Head {
  title: string | null;
  description: string | null;
}

/**
 * @param input.title in the site's own words
 * @param input.cms the CMS's words for this page, which are used instead unless `metaFromSite` lists the path
 */
export function metaOf(
  { words, config }: Pick<PageRequest, 'words' | 'config'>,
  input: {
    title: string;
    description?: string | null;
    cms?: Head | null | undefined;
    canonicalPath: string;
    indexable?: boolean;
    ogType?: 'article';
  },
): PageMeta {
  const siteName = words.t('site.name');
  const cms = config.boot.metaFromSite.includes(input.canonicalPath) ? null : input.cms;
  const title = cms?.title || input.title;
  return {
    title: title.includes(siteName) ? title : `${title} · ${siteName}`,
    description: cms?.description || input.description || words.t('site.description'),
    indexable: input.indexable ?? true,
    ogType: input.ogType ?? 'website',
    canonicalPath: input.canonicalPath,
  };
}

/** The configured title of a page (`staticPages`); other languages than the default one have it in their texts. */
export function configuredTitle(
  { words, config }: Pick<PageRequest, 'words' | 'config'>,
  name: string,
): string {
  const { staticPages, defaultLanguage } = config.boot;
  const title = staticPages.find((page) => page.name === name)?.title;
  if (title !== undefined && words.lang === defaultLanguage) return title;
  return words.tOr(`page_title.${name}`, title ?? name);
}
