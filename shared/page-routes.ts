/** One public page, or file of data: which paths it has and which query parameters may reach its key and its loader. */
export interface PageRoute {
  name: PageName;
  /** ':slug' is one segment, whatever it holds. */
  path: string;
  query: readonly string[];
}

export type PageName =
  | 'home'
  | 'results'
  | 'gameResults'
  | 'draw'
  | 'winners'
  | 'games'
  | 'game'
  | 'blogs'
  | 'blog'
  | 'promotions'
  | 'promotion'
  | 'static'
  /** Newest cards as JSON, for browsers that cannot stream. */
  | 'latest'
  | 'sitemap';

/**
 * Every public page. A parameter that stands nowhere in this table never reaches a cache key nor a page:
 * whoever adds it gets the same bytes as everyone.
 */
export const pageRoutes: readonly PageRoute[] = [
  { name: 'home', path: '/', query: [] },
  { name: 'results', path: '/results', query: ['game', 'from', 'to', 'cursor'] },
  { name: 'latest', path: '/results/latest.json', query: [] },
  { name: 'sitemap', path: '/sitemap.xml', query: [] },
  { name: 'gameResults', path: '/results/:slug', query: [] },
  { name: 'draw', path: '/results/:slug/:drawNumber', query: [] },
  { name: 'winners', path: '/winners', query: [] },
  { name: 'games', path: '/games', query: ['game'] },
  { name: 'game', path: '/games/:slug', query: [] },
  { name: 'blogs', path: '/blogs', query: ['blog'] },
  { name: 'blog', path: '/blogs/:slug', query: [] },
  { name: 'promotions', path: '/promotions', query: [] },
  { name: 'promotion', path: '/promotions/:slug', query: [] },
  { name: 'static', path: '/:slug', query: [] },
];

/**
 * First segments, after the language, of what belongs to one player: nothing under them is ever kept for others, by
 * this site or by a cache before it (docker/varnish.vcl says the same), whatever answers there.
 */
export const privateAreas: readonly string[] = [
  'account',
  'api',
  'bonus',
  'deposit',
  'logout',
  'loyalty-shop',
  'my-accounts',
  // The sandbox's page of a payment, and what payment providers tell: no player's, and as little for others.
  'sandbox',
  'wallet',
  'webhooks',
];
