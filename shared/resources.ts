import { namesOf } from './names-of.ts';
import { accountRoutes } from './pages/account-routes.ts';

/**
 * One page or file of the site. This declaration controls routing, caching, sitemap, metrics and the caches in front
 * of the site.
 */
export interface Resource {
  type: 'document' | 'file' | 'picture';
  /**
   * Path without the language. `:slug` matches one segment without a dot, and `:game.csv` matches one segment that ends
   * with `.csv`. The most specific path wins, regardless of the order.
   */
  path: string;
  /** Query parameters for the cache key and the loader, with the maximum length of each value. */
  query: Readonly<Record<string, number>>;
  /**
   * Name of the query parameter with a text that visitors type. The loader receives the text even if it is empty or too
   * long, so that the page can show a message at the field. Each control character becomes a space. No cache stores the
   * answer to a request with this parameter, because the number of texts is unlimited.
   */
  typedText?: string;
  /** True if the typed text can have several lines. Its line breaks are then kept. */
  typedLines?: true;
  /** True if the answer is cached and equal for all clients. Other answers are sent with `private, no-store`. */
  kept: boolean;
  /** 'player': visitors are redirected to the login page. */
  who: 'anyone' | 'player';
  /**
   * Entries in the sitemap. 'once' adds one address. The name of a list adds one address for each item of the list.
   * 'filtered' adds one address, and one with `?game=` for each game. Null adds no address.
   */
  sitemap: 'once' | 'filtered' | 'games' | 'blogs' | 'promotions' | 'staticPages' | null;
  /**
   * Format of the 404 response, if programs of other sites may read the data. In this case, all responses allow every
   * origin. If null, the 404 response is the not-found page.
   */
  data: 'json' | 'text' | null;
  /** Class of the requests in the metrics. */
  metrics: 'page' | 'account' | 'latest' | 'sitemap';
}

const page = {
  type: 'document',
  query: {},
  kept: true,
  who: 'anyone',
  sitemap: null,
  data: null,
  metrics: 'page',
} as const;
/**
 * Maximum length of the parameter `to` in the links to other languages. These links omit `to` if its path is longer.
 * The form itself reads `to` from the URL of its page, so it also follows a longer path.
 */
const toQuery = { to: 256 };
const file = { ...page, type: 'file' } as const;
const picture = { ...page, type: 'picture' } as const;

/**
 * All pages and files. Query parameters that are not declared here are ignored, so they do not change the answer.
 * Values that are too long are cut to one character over their maximum, so that the loader can still detect them.
 */
export const resources = {
  home: { ...page, path: '/', sitemap: 'once' },
  results: {
    ...page,
    path: '/results',
    query: { game: 64, from: 10, to: 10, cursor: 64 },
    sitemap: 'filtered',
  },
  gameResults: { ...page, path: '/results/:slug' },
  draw: { ...page, path: '/results/:slug/:drawNumber' },
  winners: { ...page, path: '/winners', query: { game: 64 }, sitemap: 'filtered' },
  fairness: { ...page, path: '/fairness', sitemap: 'once' },
  fairnessVersion: { ...page, path: '/fairness/:version' },
  developers: { ...page, path: '/developers', sitemap: 'once' },
  /**
   * The page that repeats a draw is not in the sitemap and not indexed, because the draw's own page contains the same
   * facts.
   */
  verify: { ...page, path: '/verify/:drawId' },
  games: { ...page, path: '/games', query: { game: 64 }, sitemap: 'once' },
  game: { ...page, path: '/games/:slug', sitemap: 'games' },
  statistics: { ...page, path: '/statistics/:slug', sitemap: 'games' },
  blogs: { ...page, path: '/blogs', query: { blog: 128, month: 7, page: 3 }, sitemap: 'once' },
  blog: { ...page, path: '/blogs/:slug', sitemap: 'blogs' },
  promotions: { ...page, path: '/promotions', query: { month: 7, page: 3 }, sitemap: 'once' },
  promotion: { ...page, path: '/promotions/:slug', sitemap: 'promotions' },
  // Pages of the forms in shared/forms/. `to` is the path that opens after the form was sent.
  login: { ...page, path: '/login', query: toQuery },
  signup: { ...page, path: '/signup', query: toQuery, sitemap: 'once' },
  'forgot-password': { ...page, path: '/forgot-password', query: toQuery },
  contact: { ...page, path: '/contactus' },
  'schedule-demo': { ...page, path: '/scheduledemo', sitemap: 'once' },
  'claim-status': { ...page, path: '/claim-status', sitemap: 'once' },
  // No cache stores this page, because the number of search texts is unlimited.
  search: {
    ...page,
    path: '/search',
    query: { keyword: 200, category: 16, cursor: 128 },
    typedText: 'keyword',
    kept: false,
  },
  // No cache stores this page, because the number of values of `until` is unlimited.
  excluded: { ...page, path: '/excluded', query: { until: 24 }, kept: false },
  /** Browsers keep this page, and show it when they have no network. */
  offline: { ...page, path: '/offline' },
  // Caches store this page only if its URL has no parameter `numbers`.
  check: {
    ...page,
    path: '/check',
    query: { game: 64, numbers: 4000, by: 4, last: 3, from: 10, to: 10, draw: 9 },
    typedText: 'numbers',
    typedLines: true,
    sitemap: 'once',
  },
  /** The page of a configured widget. `date` selects one of the newest days that the widget shows. */
  dynamic: { ...page, path: '/dynamicpage', query: { dynamicJson: 64, date: 10 }, sitemap: 'once' },
  static: { ...page, path: '/:slug', sitemap: 'staticPages' },
  /** The newest cards as JSON, for browsers that do not support event streams. */
  latest: { ...file, path: '/results/latest.json', metrics: 'latest' },
  resultsJson: { ...file, path: '/results/:slug.json', data: 'json' },
  resultsCsv: { ...file, path: '/results/:slug.csv', data: 'text' },
  resultsRss: { ...file, path: '/results/:slug.rss', data: 'text' },
  /** The coming draws of a game. */
  drawsIcs: { ...file, path: '/results/:slug.ics', data: 'text' },
  /** The test vectors of the draw methods. */
  drawVectors: { ...file, path: '/fairness/vectors.json', data: 'json' },
  /** The published record of one draw, with all data that are needed to repeat the draw. */
  drawRecord: { ...file, path: '/verify/:drawId.json', data: 'json' },
  /** The pictures of link previews: of one draw, of a game, of a text and of the site. */
  drawPicture: { ...picture, path: '/results/:slug/:drawNumber.png' },
  gamePicture: { ...picture, path: '/games/:slug.png' },
  blogPicture: { ...picture, path: '/blogs/:slug.png' },
  promotionPicture: { ...picture, path: '/promotions/:slug.png' },
  sitePicture: { ...picture, path: '/share.png' },
  /** The web app manifest: names, colours and icons for browsers that install the site as an application. */
  manifest: { ...file, path: '/site.webmanifest' },
  /** The index of sitemaps, which lists all other sitemaps. */
  sitemap: { ...file, path: '/sitemap.xml', metrics: 'sitemap' },
  sitemapOfPages: { ...file, path: '/sitemap-pages.xml', metrics: 'sitemap' },
  /**
   * Sitemap of the draws of one game. The path is at the root, because a sitemap may list only pages below its own
   * folder.
   */
  sitemapOfDraws: { ...file, path: '/:name.xml', metrics: 'sitemap' },
  ...accountRoutes,
} as const satisfies Record<string, Resource>;

export type ResourceName = keyof typeof resources;
type NamesOf<Shape> = {
  [Name in ResourceName]: (typeof resources)[Name] extends Shape ? Name : never;
}[ResourceName];

/** Names of the documents that are cached and equal for all clients. Each of these documents has a loader. */
export type PublicPageName = NamesOf<{ type: 'document'; who: 'anyone'; kept: true }>;
/** Names of the public documents that are never cached, or are not cached if the request has a typed text. */
export type UnkeptPageName = NamesOf<
  { type: 'document'; who: 'anyone'; kept: false } | { type: 'document'; typedText: string }
>;
export type FileName = NamesOf<{ type: 'file' }>;
export type PictureName = NamesOf<{ type: 'picture' }>;
export type PlayersPageName = NamesOf<{ who: 'player' }>;

export const isFile = (name: ResourceName): name is FileName => resources[name].type === 'file';
export const isPicture = (name: ResourceName): name is PictureName => resources[name].type === 'picture';
export const isPlayersPage = (name: ResourceName): name is PlayersPageName =>
  resources[name].who === 'player';

export const isUnkeptPage = (name: ResourceName): name is Exclude<UnkeptPageName, PublicPageName> =>
  resources[name].who === 'anyone' && !resources[name].kept;

/** Returns whether the page has a form for a typed text. A request with this text is never answered from a cache. */
export const hasTypedText = (name: ResourceName): name is UnkeptPageName => 'typedText' in resources[name];

export type ResourceClass = Resource['metrics'];
/** Metrics classes of cached answers. The page cache counts its hits for each of these classes. */
export type KeptClass = (typeof resources)[NamesOf<{ kept: true }>]['metrics'];

/** All resources with their names. All entries have one common type, for code that treats all resources alike. */
export const resourceEntries: readonly (readonly [ResourceName, Resource])[] = typedEntries(resources);

function typedEntries<Name extends string>(table: Record<Name, Resource>): (readonly [Name, Resource])[] {
  return namesOf(table).map((name) => [name, table[name]] as const);
}

/**
 * First path segments of private addresses that are not in `resources`. They belong to calls, payment pages, webhooks,
 * `/logout`, and the forms that links in mails open.
 */
const reservedAreas = ['account', 'api', 'logout', 'sandbox', 'wallet', 'webhooks'];

/**
 * First path segments, after the language, of all private pages. No cache in the site or in front of it may store an
 * answer under these segments. docker/varnish.vcl has the same list.
 */
export const privateAreas: readonly string[] = [
  ...new Set([
    ...reservedAreas,
    ...resourceEntries.filter(([, { kept }]) => !kept).map(([, { path }]) => path.split('/')[1] ?? ''),
  ]),
].toSorted();
