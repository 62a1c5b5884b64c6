import { nextMidnight } from '../../shared/domain/site-time.ts';
import type { DocumentProps, Page } from '../../shared/pages/document.ts';
import type { PublicPageName } from '../../shared/resources.ts';
import type { Reads } from '../cache/reads.ts';
import type { Deps } from '../deps.ts';
import { createSources, type Sources } from '../reads/sources.ts';
import type { ResourceAddress } from './address.ts';
import { frameOf } from './frame.ts';
import { metaOf, type PageMeta, type PageRequest } from './loader.ts';
import { pageLoaderOf } from './loaders/registry.ts';

/** The data of a document before React renders it. */
export type DocumentContent = Omit<DocumentProps, 'assets'>;

export type LoadedDocument =
  | { status: 200 | 422; document: DocumentContent }
  /**
   * The URL has a valid form, but the data contains no such page, for example no draw with this number. The client
   * receives the not-found page in the language of the URL.
   */
  | { status: 404 }
  | { status: 301 | 302; location: string };

export function sourcesOf({ callReads, contentReads }: Deps, lang: string, reads: Reads): Sources {
  return createSources({ reads, callReads, contentReads, lang });
}

/** Creates the input of a resource's loader. */
export function pageRequest(
  deps: Deps,
  { lang, path, params, query }: Omit<ResourceAddress, 'name'>,
  reads: Reads,
): PageRequest {
  return {
    params,
    query,
    path,
    words: deps.wordsOf(lang),
    cards: deps.cardsOf(lang),
    sources: sourcesOf(deps, lang, reads),
    config: deps.menuTexts.shown(),
    draw: (picture) => deps.pictures.draw(picture),
    siteUrl: deps.env.siteUrl,
    now: deps.clock.now(),
  };
}

/**
 * Loads all data of a page, so that its status, tags and lifetime are known before its first byte is sent.
 * @param reads records all data that the page reads. This data determines the page's lifetime and cache tags
 * @throws UpstreamError if an upstream fails and no cached copy of its response is left
 */
export async function loadDocument(
  deps: Deps,
  address: ResourceAddress & { name: PublicPageName },
  reads: Reads = deps.createReads(),
): Promise<LoadedDocument> {
  const request = pageRequest(deps, address, reads);
  const loaded = await pageLoaderOf(address.name)(request);
  if (!('page' in loaded)) return loaded;
  const { config, now } = request;
  // The footer shows the current year, so even a page without data must expire at midnight.
  reads.notAfter(nextMidnight(config.boot.timeZone, now).getTime());
  return { status: loaded.status, document: documentOf(request, loaded) };
}

/** Adds head, menus and footer to a loaded page. */
export function documentOf(
  { path, words, config, siteUrl, now }: PageRequest,
  { page, meta }: { page: Page; meta: PageMeta },
): DocumentContent {
  return { frame: frameOf(path, meta, words, config, siteUrl, now), page, t: words.t };
}

/** Creates the not-found document of a language. It is the same for every path that has no page. */
export function notFoundDocument(deps: Deps, lang: string): DocumentContent {
  const words = deps.wordsOf(lang);
  const config = deps.menuTexts.shown();
  const meta = metaOf(
    { words, config },
    { title: words.t('error.not_found_title'), canonicalPath: '/', indexable: false },
  );
  return {
    frame: frameOf('', meta, words, config, deps.env.siteUrl, deps.clock.now()),
    page: { kind: 'error', reason: 'not-found' },
    t: words.t,
  };
}
