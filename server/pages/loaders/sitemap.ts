import { type Resource, resourceEntries } from '../../../shared/resources.ts';
import type { CleanPage } from '../../reads/clean-content.ts';
import { type FileLoader, type PageRequest, pathWith } from '../loader.ts';
import { matchPath } from '../match-path.ts';
import { menuGroups } from '../menu-groups.ts';
import { type SitemapEntry, sitemapFile } from './sitemap-xml.ts';

type List = Exclude<Resource['sitemap'], 'once' | 'filtered' | null>;
type Item = { slug: string; changedAt?: string | null };

/**
 * Loads `/sitemap-pages.xml`: every page that search engines should index, in every language. The pages of draws have
 * other sitemaps. The file exists only if the site's public address is configured.
 */
export const loadSitemapOfPages: FileLoader = async (request) => {
  if (!request.siteUrl) return null;
  const [items, games] = await Promise.all([itemsOf(request), request.sources.games()]);
  const pages = resourceEntries.flatMap(([, { path, sitemap }]): SitemapEntry[] => {
    if (sitemap === null) return [];
    if (sitemap === 'once') return [{ path }];
    if (sitemap === 'filtered')
      return [{ path }].concat(games.map(({ gameId }) => ({ path: pathWith(path, { game: gameId }) })));
    return items[sitemap].map(({ slug, changedAt = null }) => ({
      path: path.replace(/:[^/]+/, slug),
      changedAt,
    }));
  });
  return sitemapFile(request, pages);
};

async function itemsOf(request: PageRequest): Promise<Record<List, Item[]>> {
  const { sources, config } = request;
  const [games, blogs, promotions, texts] = await Promise.all([
    sources.games(),
    sources.optional(sources.content(config.boot.runtimePages.blogs.list)),
    sources.optional(sources.content(config.boot.runtimePages.promotions.list)),
    indexableTexts(request),
  ]);
  return {
    games: games.map(({ slug }) => ({ slug })),
    blogs: datedItems(blogs),
    promotions: datedItems(promotions),
    staticPages: [...texts, ...menuGroups(config).map(({ path }) => ({ slug: path.slice(1) }))],
  };
}

/**
 * Returns the configured pages of the CMS, without those that do not exist or must not be indexed. A page that cannot
 * be read at the moment stays in the sitemap. Pages of forms, such as `/contactus`, also stay, because they exist
 * without a text of the CMS.
 */
async function indexableTexts({ sources, config }: PageRequest): Promise<Item[]> {
  const configured = config.boot.staticPages.filter((page) => page.static && page.name !== 'maintenance');
  const texts = await Promise.all(
    configured.map(async ({ name }) => {
      if (matchPath([name])?.name !== 'static') return [{ slug: name }];
      const isListed = sources.content(name).then((text) => text?.page.head.indexable ?? false);
      return (await sources.optional(isListed)) === false ? [] : [{ slug: name }];
    }),
  );
  return texts.flat();
}

const datedItems = (list: CleanPage | null): Item[] =>
  (list?.items ?? [])
    .filter(({ head }) => head.indexable)
    .map(({ slug, date, modified }) => ({ slug: encodeURIComponent(slug), changedAt: modified ?? date }));
