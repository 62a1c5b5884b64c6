/** One page or file of the site. Routing, caching, sitemap, metrics and the caches in front all follow from it. */
export interface Resource {
  type: 'document' | 'file';
  /**
   * Path without the language. `:slug` is one segment without a dot; `:game.csv` is one segment with that ending. The
   * most specific path wins, whatever the order of the table.
   */
  path: string;
  /** The query parameters that reach cache key and loader, each with the length of its longest value. */
  query: Readonly<Record<string, number>>;
  /** Cached and the same for everyone. False: answered with `private, no-store`. */
  kept: boolean;
  /** 'player': visitors are sent to the login page. */
  who: 'anyone' | 'player';
  /** One address in the sitemap, or one for each item of a list that fills the path's parameter; null: none. */
  sitemap: 'once' | 'games' | 'blogs' | 'promotions' | 'staticPages' | null;
  /** Class of its requests in the metrics. */
  metrics: 'page' | 'account' | 'latest' | 'sitemap';
}

const page = {
  type: 'document',
  query: {},
  kept: true,
  who: 'anyone',
  sitemap: null,
  metrics: 'page',
} as const;
const file = { ...page, type: 'file' } as const;
const playersPage = { ...page, kept: false, who: 'player', metrics: 'account' } as const;

/**
 * Every page and file. Query parameters that a row does not name are ignored: adding one to an address gives the same
 * bytes. Values over their length are cut to one character more, so that the loader sees that they are too long.
 */
export const resources = {
  home: { ...page, path: '/', sitemap: 'once' },
  results: {
    ...page,
    path: '/results',
    query: { game: 64, from: 10, to: 10, cursor: 64 },
    sitemap: 'once',
  },
  gameResults: { ...page, path: '/results/:slug' },
  draw: { ...page, path: '/results/:slug/:drawNumber' },
  winners: { ...page, path: '/winners', sitemap: 'once' },
  games: { ...page, path: '/games', query: { game: 64 }, sitemap: 'once' },
  game: { ...page, path: '/games/:slug', sitemap: 'games' },
  blogs: { ...page, path: '/blogs', query: { blog: 128 }, sitemap: 'once' },
  blog: { ...page, path: '/blogs/:slug', sitemap: 'blogs' },
  promotions: { ...page, path: '/promotions', sitemap: 'once' },
  promotion: { ...page, path: '/promotions/:slug', sitemap: 'promotions' },
  // Around the forms of shared/forms/. Their own parameters (`to`) are read where a form is submitted.
  login: { ...page, path: '/login' },
  'forgot-password': { ...page, path: '/forgot-password' },
  contact: { ...page, path: '/contactus' },
  'schedule-demo': { ...page, path: '/scheduledemo', sitemap: 'once' },
  'claim-status': { ...page, path: '/claim-status', sitemap: 'once' },
  static: { ...page, path: '/:slug', sitemap: 'staticPages' },
  /** Newest cards as JSON, for browsers that cannot stream. */
  latest: { ...file, path: '/results/latest.json', metrics: 'latest' },
  sitemap: { ...file, path: '/sitemap.xml', metrics: 'sitemap' },
  account: { ...playersPage, path: '/my-accounts', query: { whole: 1 } },
} as const satisfies Record<string, Resource>;

export type ResourceName = keyof typeof resources;
type NamesOf<Shape> = {
  [Name in ResourceName]: (typeof resources)[Name] extends Shape ? Name : never;
}[ResourceName];

/** Documents for everyone: each has a loader. */
export type PublicPageName = NamesOf<{ type: 'document'; who: 'anyone' }>;
export type FileName = NamesOf<{ type: 'file' }>;
export type PlayersPageName = NamesOf<{ who: 'player' }>;

export const isFile = (name: ResourceName): name is FileName => resources[name].type === 'file';
export const isPlayersPage = (name: ResourceName): name is PlayersPageName =>
  resources[name].who === 'player';

export type ResourceClass = Resource['metrics'];
/** Classes of cached answers, by which the page cache counts its hits. */
export type KeptClass = (typeof resources)[NamesOf<{ kept: true }>]['metrics'];

/** Names with rows typed alike, for code that treats every resource the same. */
export const resourceEntries: readonly (readonly [ResourceName, Resource])[] = typedEntries(resources);

function typedEntries<Name extends string>(table: Record<Name, Resource>): (readonly [Name, Resource])[] {
  const names = Object.keys(table).filter((name): name is Name => Object.hasOwn(table, name));
  return names.map((name) => [name, table[name]] as const);
}

/**
 * First segments without a page yet that are private all the same: calls, payment pages and webhooks, and paths of
 * the account area.
 */
const reservedAreas = [
  'account',
  'api',
  'bonus',
  'deposit',
  'logout',
  'loyalty-shop',
  'sandbox',
  'wallet',
  'webhooks',
];

/**
 * First segments, after the language, of everything private: no cache may store an answer under them, neither this
 * site's nor one in front of it (docker/varnish.vcl has the same list).
 */
export const privateAreas: readonly string[] = [
  ...new Set([
    ...reservedAreas,
    ...resourceEntries.filter(([, { kept }]) => !kept).map(([, { path }]) => path.split('/')[1] ?? ''),
  ]),
].toSorted();
