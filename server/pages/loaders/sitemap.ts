import { type Resource, resourceEntries } from '../../../shared/resources.ts';
import type { CleanPage } from '../../reads/clean-content.ts';
import type { FileLoader, PageRequest } from '../loader.ts';
import { menuGroups } from '../menu-groups.ts';
import { type SitemapEntry, sitemapFile } from './sitemap-xml.ts';

type List = Exclude<Resource['sitemap'], 'once' | null>;
type Item = { slug: string; changedAt?: string | null };

/**
 * Loads `/sitemap-pages.xml`: every page that search engines should index except the draws, in every language. The file
 * exists only if the site's public address is configured.
 */
export const loadSitemapOfPages: FileLoader = async (request) => {
  if (!request.siteUrl) return null;
  const items = await itemsOf(request);
  const pages = resourceEntries.flatMap(([, { path, sitemap }]): SitemapEntry[] => {
    if (sitemap === null) return [];
    if (sitemap === 'once') return [{ path }];
    return items[sitemap].map(({ slug, changedAt = null }) => ({
      path: path.replace(/:[^/]+/, slug),
      changedAt,
    }));
  });
  return sitemapFile(request, pages);
};

async function itemsOf({ sources, config }: PageRequest): Promise<Record<List, Item[]>> {
  const [games, blogs, promotions] = await Promise.all([
    sources.games(),
    sources.optional(sources.content(config.boot.runtimePages.blogs.list)),
    sources.optional(sources.content(config.boot.runtimePages.promotions.list)),
  ]);
  return {
    games: games.map(({ slug }) => ({ slug })),
    blogs: datedItems(blogs),
    promotions: datedItems(promotions),
    staticPages: config.boot.staticPages
      .filter((page) => page.static && page.name !== 'maintenance')
      .map(({ name }) => ({ slug: name }))
      .concat(menuGroups(config).map(({ path }) => ({ slug: path.slice(1) }))),
  };
}

const datedItems = (list: CleanPage | null): Item[] =>
  (list?.items ?? [])
    .filter(({ head }) => head.indexable)
    .map(({ slug, date, modified }) => ({ slug: encodeURIComponent(slug), changedAt: modified ?? date }));
