import type { LatestCards } from '../../shared/pages/live.ts';

/** One page of the site, for tests that visit all pages. */
export interface SitePage {
  name: string;
  /** Path of the page, or a function that finds the path on a running site. */
  path: string | ((origin: string) => Promise<string>);
  /** The expected status; the default is 200. */
  status?: 404 | 422;
  /** The name of the page's layout, if other pages have the same layout. */
  layout?: string;
}

const gameSlugs = [
  'golden-daily',
  'golden-jackpot',
  'golden-jaldi',
  'golden-keno',
  'golden-pick-3',
  'golden-raffle',
  'lucky-symbols',
];
const listed = [
  'games',
  'winners',
  'blogs',
  'promotions',
  'fairness',
  'fairness/1',
  'help-and-support',
  'dynamicpage',
  'dynamicpage?dynamicJson=keno-results',
  'offline',
];
const statistics = ['statistics/golden-keno', 'statistics/lucky-symbols'];
const forms = ['login', 'forgot-password', 'scheduledemo', 'claim-status'];
const texts = [
  'aboutus',
  'contactus',
  'faq',
  'healthyplay',
  'legal',
  'maintenance',
  'media',
  'privacypolicy',
  'publicnotice',
  'termsandconditions',
  'winnerstories',
];
const articles = [
  'blogs/check-your-ticket',
  'blogs/choosing-numbers',
  'blogs/how-a-draw-is-made',
  'blogs/keeping-it-a-game',
  'blogs/odds-explained',
  'blogs/where-your-money-goes',
  'promotions/first-deposit-bonus',
  'promotions/loyalty-points',
  'promotions/refer-a-friend',
  'promotions/welcome-bonus',
];

/** @returns a function that finds the page of a game's newest draw */
const newestDraw = (slug: string) => async (origin: string) => {
  const answer = await fetch(`${origin}/results/latest.json`);
  const { cards }: LatestCards = await answer.json();
  const found = cards.find(({ href }) => href.startsWith(`/results/${slug}/`));
  if (!found) throw new Error(`${slug} has no draw yet`);
  return found.href;
};

/** @returns a function that finds the page that repeats a game's newest draw */
const verifyNewest = (slug: string) => async (origin: string) =>
  (await newestDraw(slug)(origin)).replace(/.*\/(\d+)$/, `/verify/${slug.replace('golden-', '')}-$1`);

const at = (path: string): SitePage => ({ name: path, path: `/${path}` });
const atWith = (layout: string) => (path: string) => ({ ...at(path), layout });

/**
 * All kinds of pages. Every game, draw, article and static page is included, because their texts and pictures differ.
 */
export const sitePages: readonly SitePage[] = [
  { name: 'home', path: '/' },
  { name: 'results', path: '/results' },
  { name: 'results of one game', path: '/results?game=keno' },
  { name: 'results of days without a draw', path: '/results?game=raffle&from=2026-11-18&to=2026-11-18' },
  { name: 'results of wrong days', path: '/results?game=none&from=2030-01-01&to=2029', status: 422 },
  ...listed.map(at),
  ...statistics.map(atWith('statistics')),
  ...forms.map(at),
  ...texts.map(atWith('text')),
  ...articles.map(atWith('article')),
  ...gameSlugs.map((slug) => `games/${slug}`).map(atWith('game')),
  ...gameSlugs.map((slug) => ({ name: `newest draw of ${slug}`, path: newestDraw(slug), layout: 'draw' })),
  { name: 'check of numbers', path: '/check' },
  { name: 'check of a jackpot ticket', path: '/check?game=jackpot&numbers=1+2+3+4+5+6%0A7+8+9+10+11+12' },
  { name: 'check of wrong numbers', path: '/check?game=daily&numbers=1+2+99', status: 422 },
  { name: 'search', path: '/search' },
  { name: 'hits of a search', path: '/search?keyword=keno' },
  { name: 'verification of a draw', path: verifyNewest('golden-keno') },
  { name: 'no such page', path: '/no/such/page', status: 404 },
];

/** @returns the URL of the page on the site with this origin */
export const addressOf = async ({ path }: SitePage, origin: string): Promise<string> =>
  origin + (typeof path === 'string' ? path : await path(origin));
