import type { Deps } from '../../deps.ts';
import type { Sources } from '../../reads/sources.ts';

const groups = ['blogs', 'promotions'] as const;

/**
 * Every page that a search engine should know, in every language.
 * @returns null where the site's public address is not configured: a sitemap needs whole addresses
 */
export async function sitemap({ env, config }: Deps, sources: Sources): Promise<string | null> {
  if (!env.siteUrl) return null;
  const [games, ...lists] = await Promise.all([
    sources.games(),
    ...groups.map((group) => sources.optional(sources.content(config.boot.runtimePages[group].list))),
  ]);
  const paths = [
    '',
    '/results',
    '/winners',
    '/games',
    '/blogs',
    '/promotions',
    ...config.boot.staticPages
      .filter((page) => page.static && page.name !== 'maintenance')
      .map((page) => `/${page.name}`),
    ...games.map((game) => `/games/${game.slug}`),
    ...lists.flatMap((list, index) => (list?.items ?? []).map((item) => `/${groups[index]}/${item.slug}`)),
  ];
  const prefixes = config.boot.languages.map(({ code }) =>
    code === config.boot.defaultLanguage ? '' : `/${code}`,
  );
  const urls = prefixes.flatMap((prefix) =>
    paths.map((path) => `${env.siteUrl}${prefix}${path || (prefix ? '' : '/')}`),
  );
  const entries = urls.map((url) => `<url><loc>${url.replaceAll('&', '&amp;')}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries.join('\n')}\n</urlset>\n`;
}
