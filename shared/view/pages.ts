import type { DrawnMark, GameMark, ResultCard, UpcomingCard } from './cards.ts';

/** A link of a menu. Without `href` it only opens its children. */
export interface MenuLink {
  label: string;
  href: string | null;
  /** The page being shown, or one of its children. */
  current: boolean;
  children: MenuLink[];
}

/** What every page has around its own content. */
export interface Frame {
  lang: string;
  dir: 'ltr' | 'rtl';
  /** '' for the default language, else '/hi'. */
  langPrefix: string;
  /** Path of this page without the language prefix. */
  path: string;
  title: string;
  description: string;
  /** Absolute where the site's URL is configured, else null. */
  canonical: string | null;
  alternates: { lang: string; href: string }[];
  indexable: boolean;
  ogType: 'website' | 'article';
  menus: {
    main: MenuLink[];
    footer: { title: string; links: MenuLink[] }[];
  };
  timeZone: string;
  /** Year of the copyright line, that of the page's freshest data. */
  year: number;
}

/** CMS HTML that the server has sanitised: the only HTML a component may set. */
export interface SafeHtml {
  __html: string;
}

/** A piece of CMS content inside a page. */
export interface Block {
  slug: string;
  title: string;
  html: SafeHtml;
}

/** A blog, promotion, game or page in a list. */
export interface Teaser {
  title: string;
  text: string;
  href: string;
  /** Name of an illustration. */
  picture: string;
  /** "20 November 2026", or null. */
  dateText: string | null;
  date: string | null;
}

export interface WinnerRow extends GameMark {
  alias: string;
  prizeName: string;
  prizeText: string;
  dateText: string;
  drawnAt: string;
  drawText: string;
  drawHref: string;
}

export interface Figure {
  text: string;
  label: string;
}

export interface HomePage {
  kind: 'home';
  /** The next draw of the jackpot game and its latest result; null where the platform has none. */
  hero: {
    upcoming: UpcomingCard;
    title: string;
    text: string;
    latest: { card: ResultCard; rows: { label: string; text: string }[] } | null;
  } | null;
  upcoming: UpcomingCard[];
  results: ResultCard[];
  winners: WinnerRow[];
  figures: Figure[];
  promotions: Teaser[];
  blogs: Teaser[];
  blocks: Block[];
}

export interface ResultsFilter {
  /** Value and name of each game; '' means all. */
  games: { value: string; label: string }[];
  game: string;
  /** ISO days. */
  from: string;
  to: string;
  /** Today in the site's time zone: no later day may be chosen. */
  max: string;
  /** What is wrong with the dates or the game, ready to read. */
  errors: { field: 'game' | 'from' | 'to'; text: string }[];
}

export interface ResultsPage {
  kind: 'results';
  intro: Block | null;
  filter: ResultsFilter;
  /** One group a game; one group alone where a game is chosen. */
  groups: { game: GameMark; cards: ResultCard[]; moreHref: string | null }[];
  /** Older results of the chosen game. */
  nextHref: string | null;
  /** Back to the newest page of the chosen game. */
  firstHref: string | null;
}

export interface PrizeRow {
  name: string;
  match: string;
  winners: string;
  amount: string;
  /** Numbers that won this tier, where the game draws several. */
  numbers: { text: string; colorKey: string }[];
}

export interface DrawPage {
  kind: 'draw';
  card: ResultCard;
  /** Chunks of 13 rows for the keno-style card, else one chunk. */
  prizes: PrizeRow[][];
  facts: { label: string; text: string }[];
  /** What anyone needs to repeat the draw: commitment, seed, tickets' root, function; null where it is not known. */
  proof: { text: string; facts: { label: string; text: string }[] } | null;
  previousHref: string | null;
  nextHref: string | null;
  gameResultsHref: string;
}

export interface GamesPage {
  kind: 'games';
  intro: Block | null;
  games: (GameMark & { description: string; scheduleText: string; upcoming: UpcomingCard | null })[];
}

export interface GamePage {
  kind: 'game';
  game: GameMark & { description: string };
  /** The selector of the games page. */
  games: GameMark[];
  html: SafeHtml;
  upcoming: UpcomingCard | null;
  /** When and for how much, when sales close, and the commitment of the next draw. */
  facts: { label: string; text: string }[];
  results: ResultCard[];
  resultsHref: string;
  /** Chunks of 13 rows for the keno-style game. */
  prizes: { name: string; match: string; amount: string; odds: string }[][];
}

export interface WinnersPage {
  kind: 'winners';
  intro: Block | null;
  figures: Figure[];
  top: WinnerRow[];
  recent: WinnerRow[];
}

/** A list of teasers: blogs, promotions. */
export interface ListPage {
  kind: 'list';
  group: 'blogs' | 'promotions';
  intro: Block | null;
  items: Teaser[];
}

/** One article: a blog, a promotion or a static page of the CMS. */
export interface ArticlePage {
  kind: 'article';
  group: 'blogs' | 'promotions' | null;
  title: string;
  html: SafeHtml;
  picture: string | null;
  date: string | null;
  dateText: string | null;
  facts: { label: string; text: string }[];
  /** Where the list is, for items of a group. */
  backHref: string | null;
  more: Teaser[];
}

/** 404, 5xx and maintenance. The message keys are the page's own. */
export interface ErrorPage {
  kind: 'error';
  reason: 'not-found' | 'unavailable' | 'bad-request' | 'maintenance' | 'busy';
  html: SafeHtml | null;
}

export type Page =
  | HomePage
  | ResultsPage
  | DrawPage
  | GamesPage
  | GamePage
  | WinnersPage
  | ListPage
  | ArticlePage
  | ErrorPage;

export type { DrawnMark };

/** Words of config/locale/{lang}: `t('home.upcoming')`, `t('results.count', {count: 3})`. */
export type Translate = (key: string, values?: Record<string, string | number>) => string;

/** Addresses of the built client, from Vite's manifest. */
export interface ClientAssets {
  start: string;
  styles: string[];
  /** Fonts that the first paint needs. */
  fonts: string[];
}

/** All that a document is made from. Equal input gives equal bytes. */
export interface DocumentProps {
  frame: Frame;
  page: Page;
  t: Translate;
  assets: ClientAssets;
}
