import { type Resource, resourceEntries } from '../../../shared/resources.ts';
import type { FileLoader, PageRequest } from '../loader.ts';

type List = Exclude<Resource['sitemap'], 'once' | null>;

/**
 * Loads `/sitemap.xml`: every page that search engines should index, in every language. The file exists only if the
 * site's public address is configured.
 */
export const loadSitemap: FileLoader = async (request) => {
  const { config, siteUrl } = request;
  if (!siteUrl) return null;
  const slugs = await slugsOf(request);
  const paths = resourceEntries.flatMap(([, { path, sitemap }]) => {
    if (sitemap === null) return [];
    return sitemap === 'once' ? [path] : slugs[sitemap].map((slug) => path.replace(/:[^/]+/, slug));
  });
  const { languages, defaultLanguage } = config.boot;
  const prefixes = languages.map(({ code }) => (code === defaultLanguage ? '' : `/${code}`));
  const entries = prefixes.flatMap((prefix) =>
    paths.map((path) => `<url><loc>${siteUrl}${path === '/' && prefix ? prefix : prefix + path}</loc></url>`),
  );
  return {
    contentType: 'application/xml; charset=utf-8',
    text: `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`,
  };
};

async function slugsOf({ sources, config }: PageRequest): Promise<Record<List, string[]>> {
  const [games, blogs, promotions] = await Promise.all([
    sources.games(),
    sources.optional(sources.content(config.boot.runtimePages.blogs.list)),
    sources.optional(sources.content(config.boot.runtimePages.promotions.list)),
  ]);
  return {
    games: games.map(({ slug }) => slug),
    blogs: (blogs?.items ?? []).map(({ slug }) => slug),
    promotions: (promotions?.items ?? []).map(({ slug }) => slug),
    staticPages: config.boot.staticPages
      .filter((page) => page.static && page.name !== 'maintenance')
      .map(({ name }) => name),
  };
}
