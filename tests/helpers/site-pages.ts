import type { LatestCards } from '../../shared/pages/live.ts';

/** One page of the site, for tests that visit all pages. */
export interface SitePage {
  name: string;
  /** Path of the page, or a function that finds the path on a running site. */
  path: string | ((origin: string) => Promise<string>);
  /** The expected status; the default is 200. */
  status?: 404 | 422;
  /** False if no cache stores the page. Each request for such a page needs the platform. */
  isKept?: false;
  /** The name of the page's layout, if other pages have the same layout. */
  layout?: string;
}

/** A page in one language, for tests that visit each layout in each language. */
export interface LocalPage extends SitePage {
  /** The prefix of the paths in the language. */
  prefix: string;
  /**
   * True if another visit checks the same page in English. The visit in this language then checks only the parts that
   * depend on the language.
   */
  isRepeated: boolean;
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
const single = ['games', 'winners', 'developers', 'help-and-support', 'offline'];
const lists = ['blogs', 'promotions'];
const fairness = ['fairness', 'fairness/1'];
const dynamic = ['dynamicpage', 'dynamicpage?dynamicJson=keno-results'];
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
export const newestDraw = (slug: string) => async (origin: string) => {
  const answer = await fetch(`${origin}/results/latest.json`);
  const { cards }: LatestCards = await answer.json();
  const found = cards.find(({ href }) => href.startsWith(`/results/${slug}/`));
  if (!found) throw new Error(`${slug} has no draw yet`);
  return found.href;
};

/** @returns a function that finds the verification page of a game's newest draw */
const verifyNewest = (slug: string) => async (origin: string) =>
  (await newestDraw(slug)(origin)).replace(/.*\/(\d+)$/, `/verify/${slug.replace('golden-', '')}-$1`);

const at = (path: string): SitePage => ({ name: path, path: `/${path}` });
const atWith = (layout: string) => (path: string) => ({ ...at(path), layout });
const sharing = (layout: string, pages: SitePage[]): SitePage[] => pages.map((page) => ({ ...page, layout }));

/**
 * All kinds of pages. Every game, the newest draw of every game, every article and every static page is in the list,
 * because the texts and pictures of these pages differ.
 */
export const sitePages: readonly SitePage[] = [
  { name: 'home', path: '/' },
  ...sharing('results', [
    { name: 'results', path: '/results' },
    { name: 'results of one game', path: '/results?game=keno' },
    { name: 'results of days without a draw', path: '/results?game=raffle&from=2026-11-18&to=2026-11-18' },
    { name: 'results of wrong days', path: '/results?game=none&from=2030-01-01&to=2029', status: 422 },
  ]),
  ...single.map(at),
  ...lists.map(atWith('list')),
  ...fairness.map(atWith('fairness')),
  ...dynamic.map(atWith('dynamic')),
  ...statistics.map(atWith('statistics')),
  ...forms.map(atWith('form')),
  ...texts.map(atWith('text')),
  ...articles.map(atWith('article')),
  ...gameSlugs.map((slug) => `games/${slug}`).map(atWith('game')),
  ...gameSlugs.map((slug) => ({ name: `newest draw of ${slug}`, path: newestDraw(slug), layout: 'draw' })),
  ...sharing('check', [
    { name: 'check of numbers', path: '/check' },
    {
      name: 'check of a jackpot ticket',
      path: '/check?game=jackpot&numbers=1+2+3+4+5+6%0A7+8+9+10+11+12',
      isKept: false,
    },
    { name: 'check of wrong numbers', path: '/check?game=daily&numbers=1+2+99', status: 422 },
  ]),
  ...sharing('search', [
    { name: 'search', path: '/search', isKept: false },
    { name: 'hits of a search', path: '/search?keyword=keno', isKept: false },
    { name: 'search for nothing', path: '/search?keyword=', status: 422 },
  ]),
  { name: 'verification of a draw', path: verifyNewest('golden-keno') },
  { name: 'no such page', path: '/no/such/page', status: 404 },
];

const prefixes = ['', '/hi', '/pt', '/nb'];

/**
 * A list that contains each kind of page, and each layout in each language. The first page of a layout is in English,
 * and the further pages are in the other languages in turn. If a layout has fewer pages than there are languages, its
 * first page is repeated in the languages that are left.
 */
export const localPages: readonly LocalPage[] = Array.from(
  Map.groupBy(sitePages, ({ layout, name }) => layout ?? name).values(),
  localPagesOf,
).flat();

function localPagesOf(pages: readonly SitePage[]): LocalPage[] {
  return Array.from({ length: Math.max(pages.length, prefixes.length) }, (_, index) => {
    const isRepeated = index >= pages.length;
    const page = pages[isRepeated ? 0 : index];
    if (!page) throw new Error('A layout has no page');
    return { ...page, prefix: prefixes[index % prefixes.length] ?? '', isRepeated };
  });
}

/** @returns the URL of the page on the site with this origin */
export const addressOf = async ({ path }: SitePage, origin: string, prefix = ''): Promise<string> =>
  origin + prefix + (typeof path === 'string' ? path : await path(origin));
