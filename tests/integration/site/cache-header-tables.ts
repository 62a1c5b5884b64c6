import { expect } from 'vitest';
import type { ResourceName } from '../../../shared/resources.ts';
import type { Answer } from '../../helpers/http.ts';

export const weekSeconds = 604_800;

/** A public page and the expected values of its cache headers. */
export interface Row {
  route: ResourceName;
  path: string;
  status?: 301 | 302 | 422;
  /** Freshness lifetime and stale-while-revalidate lifetime, in seconds. */
  life: [number, number];
  /**
   * Freshness lifetimes in seconds. `draw` is the lifetime of a page that is loaded ten seconds before the next draw.
   * `midnight` is the lifetime of a page that is loaded ten seconds before midnight in the site's time zone.
   */
  near: [draw: number, midnight: number];
  tags: string;
}

const cms = (...names: string[]) =>
  names.map((name, index) => `cms:${name}${index === 0 ? ',cms:*' : ''}`).join(',');
const keno = 'results:keno,results:*';

/**
 * Every public page with the lifetimes and tags in its cache headers. Private pages are in the table `others`, because
 * they are not cached.
 */
// biome-ignore format: a table
export const pages: Row[] = [
  { route: 'home', path: '/', life: [30, 30], near: [10, 5], tags: `${cms('blogs', 'home', 'promotions')},games,results,upcoming,winners` },
  { route: 'results', path: '/results', life: [60, 60], near: [10, 5], tags: `${cms('results')},games,results` },
  { route: 'results', path: '/results?game=keno', life: [60, 60], near: [60, 5], tags: `${cms('results')},games,${keno}` },
  { route: 'results', path: '/results?from=2026-11-20&to=2026-11-20', life: [60, 60], near: [10, 5], tags: `${cms('results')},games,results` },
  { route: 'results', path: '/results?game=keno&cursor=none', status: 302, life: [300, 3600], near: [300, 10], tags: `${cms('results')},games,${keno}` },
  { route: 'results', path: '/results?from=2199-01-01', status: 422, life: [10, 0], near: [10, 10], tags: `${cms('results')},games` },
  { route: 'results', path: `/results?game=${'9'.repeat(200)}`, status: 422, life: [10, 0], near: [10, 10], tags: `${cms('results')},games` },
  { route: 'latest', path: '/results/latest.json', life: [30, 30], near: [10, 5], tags: 'games,results,upcoming' },
  { route: 'resultsJson', path: '/results/golden-keno.json', life: [60, 60], near: [60, 5], tags: `games,${keno}` },
  { route: 'resultsCsv', path: '/results/golden-keno.csv', life: [60, 60], near: [60, 5], tags: `games,${keno}` },
  { route: 'resultsRss', path: '/results/golden-keno.rss', life: [60, 60], near: [60, 5], tags: `games,${keno}` },
  { route: 'drawsIcs', path: '/results/golden-keno.ics', life: [600, 3600], near: [600, 10], tags: 'games' },
  { route: 'verify', path: '/verify/keno-NEWEST', life: [60, 60], near: [60, 5], tags: `games,proofs:keno,proofs:*,${keno}` },
  { route: 'drawRecord', path: '/verify/keno-NEWEST.json', life: [60, 60], near: [60, 5], tags: `games,proofs:keno,proofs:*,${keno}` },
  { route: 'drawRecord', path: '/verify/keno-SETTLED.json', life: [600, 3600], near: [600, 10], tags: 'draws:keno,draws:*,games' },
  { route: 'drawPicture', path: '/results/golden-keno/NEWEST.png', life: [60, 60], near: [60, 5], tags: `games,proofs:keno,proofs:*,${keno}` },
  { route: 'drawPicture', path: '/results/golden-keno/SETTLED.png', life: [600, 3600], near: [600, 10], tags: 'draws:keno,draws:*,games' },
  { route: 'gamePicture', path: '/games/golden-keno.png', life: [600, 3600], near: [600, 10], tags: 'games' },
  { route: 'blogPicture', path: '/blogs/odds-explained.png', life: [300, 3600], near: [300, 10], tags: cms('blogs') },
  { route: 'promotionPicture', path: '/promotions/welcome-bonus.png', life: [300, 3600], near: [300, 10], tags: cms('promotions') },
  { route: 'sitePicture', path: '/share.png', life: [600, 3600], near: [600, 10], tags: 'games' },
  { route: 'sitemap', path: '/sitemap.xml', life: [60, 60], near: [10, 5], tags: 'draws:daily,draws:*,draws:jackpot,draws:jaldi,draws:keno,draws:pick3,draws:raffle,draws:symbols,results' },
  { route: 'sitemapOfPages', path: '/sitemap-pages.xml', life: [300, 3600], near: [300, 10], tags: `${cms('aboutus', 'blogs', 'faq', 'healthyplay', 'legal', 'media', 'privacypolicy', 'promotions', 'publicnotice', 'termsandconditions', 'winnerstories')},games` },
  { route: 'sitemapOfDraws', path: '/sitemap-golden-keno-3.xml', life: [60, 60], near: [60, 5], tags: `games,${keno}` },
  { route: 'gameResults', path: '/results/golden-keno', status: 301, life: [600, 3600], near: [600, 10], tags: 'games' },
  { route: 'draw', path: '/results/golden-keno/NEWEST', life: [60, 60], near: [60, 5], tags: `games,proofs:keno,proofs:*,${keno}` },
  { route: 'draw', path: '/results/golden-keno/SETTLED', life: [600, 3600], near: [600, 10], tags: 'draws:keno,draws:*,games' },
  { route: 'winners', path: '/winners', life: [120, 300], near: [10, 5], tags: `${cms('winners')},games,winners` },
  { route: 'games', path: '/games', life: [30, 30], near: [10, 5], tags: `${cms('games')},games,upcoming` },
  { route: 'games', path: '/games?game=golden-keno', life: [30, 30], near: [10, 5], tags: `${cms('games', 'games-golden-keno')},games,${keno},upcoming,upcoming:keno,upcoming:*` },
  { route: 'game', path: '/games/golden-keno', life: [30, 30], near: [10, 5], tags: `${cms('games', 'games-golden-keno')},games,${keno},upcoming,upcoming:keno,upcoming:*` },
  { route: 'statistics', path: '/statistics/golden-keno', life: [60, 60], near: [60, 5], tags: `games,${keno}` },
  { route: 'check', path: '/check', life: [600, 3600], near: [600, 10], tags: 'games' },
  { route: 'check', path: '/check?game=keno', life: [600, 3600], near: [600, 10], tags: 'games' },
  { route: 'blogs', path: '/blogs', life: [300, 3600], near: [300, 10], tags: cms('blogs') },
  { route: 'blogs', path: '/blogs?blog=odds-explained', life: [300, 3600], near: [300, 10], tags: cms('blogs', 'blogs-odds-explained') },
  { route: 'blog', path: '/blogs/odds-explained', life: [300, 3600], near: [300, 10], tags: cms('blogs', 'blogs-odds-explained') },
  { route: 'promotions', path: '/promotions', life: [300, 3600], near: [300, 10], tags: cms('promotions') },
  { route: 'promotion', path: '/promotions/welcome-bonus', life: [300, 3600], near: [300, 10], tags: cms('promotions', 'promotions-welcome-bonus') },
  { route: 'offline', path: '/offline', life: [3600, 3600], near: [3600, 10], tags: '' },
  { route: 'manifest', path: '/site.webmanifest', life: [3600, 3600], near: [3600, 3600], tags: '' },
  { route: 'dynamic', path: '/dynamicpage', life: [60, 60], near: [10, 5], tags: 'results' },
  { route: 'dynamic', path: '/dynamicpage?dynamicJson=keno-results', life: [60, 60], near: [60, 5], tags: keno },
  { route: 'login', path: '/login', life: [3600, 3600], near: [3600, 10], tags: '' },
  { route: 'signup', path: '/signup', life: [3600, 3600], near: [3600, 10], tags: '' },
  { route: 'forgot-password', path: '/forgot-password', life: [3600, 3600], near: [3600, 10], tags: '' },
  { route: 'contact', path: '/contactus', life: [300, 3600], near: [300, 10], tags: cms('contactus') },
  { route: 'schedule-demo', path: '/scheduledemo', life: [3600, 3600], near: [3600, 10], tags: '' },
  { route: 'claim-status', path: '/claim-status', life: [3600, 3600], near: [3600, 10], tags: '' },
  { route: 'fairness', path: '/fairness', life: [600, 3600], near: [600, 10], tags: 'games' },
  { route: 'fairnessVersion', path: '/fairness/1', life: [600, 3600], near: [600, 10], tags: 'games' },
  { route: 'developers', path: '/developers', life: [60, 60], near: [60, 5], tags: 'games,results:daily,results:*' },
  { route: 'drawVectors', path: '/fairness/vectors.json', life: [3600, 3600], near: [3600, 3600], tags: '' },
  { route: 'static', path: '/faq', life: [300, 3600], near: [300, 10], tags: cms('faq') },
];

/** All response headers that influence a cache. */
const caching = [
  'cache-control',
  'cdn-cache-control',
  'surrogate-control',
  'cache-tag',
  'cache-status',
  'etag',
  'last-modified',
  'expires',
  'pragma',
  'age',
  'vary',
  'set-cookie',
  'retry-after',
];
/** Returns the status of a response, and the response headers that influence a cache. */
export const cachingOf = ({ status, headers }: Answer) => ({
  status,
  ...Object.fromEntries(caching.flatMap((name) => (headers[name] ? [[name, headers[name]]] : []))),
});
const strong = expect.stringMatching(/^"[\w-]{22}(?:-br|-gz)?"$/);

/** Returns the expected result of `cachingOf` for a cached page with these remaining lifetimes in seconds. */
export const kept = (row: Row, status: string, [fresh, stale, onError]: [number, number, number]) => {
  const old =
    (stale > 0 ? `, stale-while-revalidate=${stale}` : '') +
    (onError > 0 ? `, stale-if-error=${onError}` : '');
  return {
    status: row.status ?? 200,
    'cache-control': `public, max-age=0, s-maxage=${fresh}${old}`,
    'cdn-cache-control': `max-age=${fresh}${old}`,
    ...(row.tags ? { 'cache-tag': row.tags } : {}),
    'cache-status': `golden-lotto; ${status}`,
    vary: 'Accept-Encoding',
    ...(row.status ? {} : { etag: strong }),
  };
};
/** Returns the stale-if-error lifetime in seconds. The lifetime is 0 for a 422, because a 422 is never served stale. */
export const onErrorOf = ({ status }: Row) => (status === 422 ? 0 : weekSeconds);
const isPicture = ({ route }: Row): boolean => route.endsWith('Picture');
/** All pages, but only one of the pictures, because drawing a picture takes as long as rendering ten pages. */
export const quick = pages.filter((row) => !isPicture(row) || row.route === 'sitePicture');
/** The pages with data from an upstream. The other pages, mostly forms, contain no such data. */
export const loaded = quick.filter(({ tags }) => tags !== '');
/** The pages that contain data from an upstream and may be served stale. */
export const lasting = loaded.filter(({ status }) => status !== 422);

const weak = expect.stringMatching(/^W\/"[\w-]+"$/);
const day = { 'cache-control': 'public, max-age=86400', etag: weak, 'last-modified': expect.any(String) };
const file = { ...day, vary: 'accept-encoding' };
const year = { ...file, 'cache-control': 'public, max-age=31536000, immutable' };
const revalidated = { 'cache-control': 'no-cache', etag: strong };
export const notKept = { 'cache-control': 'no-store' };
const playersOwn = { 'cache-control': 'private, no-store' };
const moved = { 'cache-control': 'public, max-age=3600', 'cdn-cache-control': 'max-age=3600' };
const nowhere = {
  'cache-control': 'public, max-age=0, s-maxage=10',
  'cdn-cache-control': 'max-age=10',
  'cache-status': 'golden-lotto; hit; ttl=10',
  vary: 'Accept-Encoding',
};

/** Responses that are not cached pages. The path SCRIPT is replaced by the path of a hashed file of the client. */
// biome-ignore format: a table
export const others: [what: string, path: string, status: number, headers: Record<string, unknown>][] = [
  ['a hashed file', 'SCRIPT', 200, year],
  ['a file with a fixed name', '/favicon.svg', 200, file],
  ['the service worker', '/sw.js', 200, { ...file, 'cache-control': 'no-cache' }],
  ['public configuration', '/environment/boot_config.json', 200, revalidated],
  ['public configuration', '/environment/site_setup.json', 200, revalidated],
  ['public configuration', '/config/countries.json', 200, revalidated],
  ['words', '/locale/en.json', 200, revalidated],
  ['words', '/locale/hi.json', 200, revalidated],
  ['texts of a namespace', '/locale/hi/codes.json', 200, revalidated],
  ['rules for robots', '/robots.txt', 200, { 'cache-control': 'public, max-age=3600' }],
  ['speculation rules', '/speculation-rules.json', 200, { 'cache-control': 'public, max-age=86400' }],
  ['health', '/healthz', 200, notKept],
  ['readiness', '/readyz', 200, notKept],
  ['an unknown path', '/nowhere', 404, nowhere],
  ['an unknown nested path', '/nowhere/at/all', 404, nowhere],
  ['an unknown game', '/games/none', 404, nowhere],
  ['an unknown game', '/games?game=none', 404, nowhere],
  ['an unknown game’s results', '/results/none', 404, nowhere],
  ['the data of an unknown game', '/results/none.json', 404, nowhere],
  ['the table of an unknown game', '/results/none.csv', 404, nowhere],
  ['the feed of an unknown game', '/results/none.rss', 404, nowhere],
  ['the calendar of an unknown game', '/results/none.ics', 404, nowhere],
  ['the picture of an unknown game’s draw', '/results/none/1.png', 404, nowhere],
  ['the picture of a future draw', '/results/golden-keno/99000000.png', 404, nowhere],
  ['a future draw', '/results/golden-keno/99000000', 404, nowhere],
  ['an invalid draw number', '/results/golden-keno/1e3', 404, nowhere],
  ['the verification of an unknown draw', '/verify/keno-99000000', 404, nowhere],
  ['the verification of a malformed draw id', '/verify/keno', 404, nowhere],
  ['the record of an unknown draw', '/verify/none-1.json', 404, nowhere],
  ['the record of a malformed draw id', '/verify/keno.json', 404, nowhere],
  ['an unknown article', '/blogs/none', 404, nowhere],
  ['an unknown article', '/blogs?blog=none', 404, nowhere],
  ['an unknown offer', '/promotions/none', 404, nowhere],
  ['a missing file', '/assets/none.js', 404, nowhere],
  ['a missing language', '/locale/no.json', 404, nowhere],
  ['another spelling of a path', '/faq/', 301, moved],
  ['another spelling of a path', '//games///golden-keno?a=b', 301, moved],
  ['the default language’s prefix', '/en/faq', 301, moved],
  ['a private path', '/account', 404, notKept],
  ['a private path, as a file', '/account/wallet.css', 404, notKept],
  ['a private path, by name of a page', '/hi/account/results', 404, notKept],
  ['another spelling of a private path', '/account//x?token=1', 301, playersOwn],
  ['a malformed path', '/%zz', 400, notKept],
  ['a malformed path', '/games/..%2fx', 400, notKept],
  ['an over-long path', `/${'a'.repeat(5000)}`, 414, notKept],
];
