import type { Page } from '../../shared/pages/document.ts';
import type { SiteConfig } from '../config/site-config.ts';
import type { Sources } from '../reads/sources.ts';
import type { Cards } from './cards.ts';
import type { Words } from './words.ts';

/** What a page is about, for its head. */
export interface PageMeta {
  title: string;
  description: string;
  indexable: boolean;
  ogType: 'website' | 'article';
  /** Path that this page wants to be known by, with its named parameters, without the language. */
  canonicalPath: string;
}

export type LoadedPage =
  | { status: 200 | 404 | 422; page: Page; meta: PageMeta }
  /** To a same-site path. */
  | { status: 301 | 302; location: string };

/** What a loader is given: nothing of the person who asks. */
export interface PageRequest {
  params: Record<string, string>;
  /** Only parameters that the route names. */
  query: Record<string, string>;
  path: string;
  words: Words;
  cards: Cards;
  sources: Sources;
  config: SiteConfig;
  /** The server's clock at the moment of loading. */
  now: Date;
}

export type PageLoader = (request: PageRequest) => Promise<LoadedPage>;

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

/** The page for a path that leads nowhere: the same bytes for every such path. */
export function notFound({ words }: Pick<PageRequest, 'words'>): LoadedPage {
  return {
    status: 404,
    page: { kind: 'error', reason: 'not-found', html: null },
    meta: {
      title: `${words.t('error.not_found_title')} · ${words.t('site.name')}`,
      description: words.t('site.description'),
      indexable: false,
      ogType: 'website',
      canonicalPath: '/',
    },
  };
}
