import { type Answer, ask } from '../../helpers/http.ts';
import { byTag, elementsOf, type MarkupElement, parseMarkup } from '../../helpers/markup.ts';
import type { TestPlatform } from '../../helpers/platform.ts';
import type { TestSite } from '../../helpers/site.ts';

export interface CrawledPage {
  path: string;
  answer: Answer;
  root: MarkupElement;
}

export interface Crawl {
  pages: Map<string, CrawledPage>;
  /**
   * Maps the path of each referenced file, such as a style, script, font or picture, to a page that contains the
   * reference.
   */
  files: Map<string, string>;
  /**
   * Maps the target of each language link to a page that contains the link. A language link leads to the same page in
   * another language.
   */
  translations: Map<string, string>;
  /** Maps each link target with a fragment (`#…`) to a page that contains the link. */
  fragments: Map<string, string>;
}

/** A site whose pages the crawl has visited. */
export interface CrawledSite {
  platform: TestPlatform;
  site: TestSite;
  /** The origin in the links of the site. */
  siteUrl: string;
  crawled: Crawl;
  /** Returns the path prefix of each language of the site. */
  languages: () => string[];
}

/**
 * The number of pages that the crawl visits in each group of similar pages: draws of a game, older results of a game,
 * or days of widgets, each in one language. Without this limit, the crawl would visit all draw pages, because they link
 * to each other.
 */
const perGame = 1;

const groupOf = (path: string): string | null => {
  const draw = /^((?:\/[a-z]{2})?\/results\/[^/?]+)\/\d+$/.exec(path);
  if (draw) return `draw ${draw[1]}`;
  // A widget has the same links on every day, so the page of one day is enough.
  const day = /^((?:\/[a-z]{2})?\/dynamicpage)\?.*date=/.exec(path);
  if (day) return `day ${day[1]}`;
  const list = /^((?:\/[a-z]{2})?\/results)\?.*(game=[^&]+).*cursor=/.exec(path);
  return list ? `list ${list[1]} ${list[2]}` : null;
};

const fileAttributes: [string, string][] = [
  ['script', 'src'],
  ['img', 'src'],
  ['use', 'href'],
  ['image', 'href'],
  ['source', 'src'],
];

/**
 * Visits every page that can be reached by links from the given pages. The crawl does not follow links to the same page
 * in another language, so that each page must have a link in its own language.
 */
export const crawl = async (origin: string, siteUrl: string, starts: string[]): Promise<Crawl> => {
  const found: Crawl = { pages: new Map(), files: new Map(), translations: new Map(), fragments: new Map() };
  const seen = new Map<string, number>();
  const waiting = [...starts];
  const queued = new Set(waiting);

  const follow = (href: string, from: string): void => {
    const url = new URL(href, `${siteUrl}${from}`);
    if (url.origin !== siteUrl) return;
    const path = url.pathname + url.search;
    if (url.hash) found.fragments.set(path + decodeURIComponent(url.hash), from);
    if (queued.has(path)) return;
    const group = groupOf(path);
    if (group) {
      const count = seen.get(group) ?? 0;
      if (count >= perGame) return;
      seen.set(group, count + 1);
    }
    queued.add(path);
    waiting.push(path);
  };
  const addTranslation = (href: string, from: string): void => {
    const { pathname, search } = new URL(href, `${siteUrl}${from}`);
    found.translations.set(pathname + search, from);
  };
  const needFile = (href: string, from: string): void => {
    const url = new URL(href, `${siteUrl}${from}`);
    if (url.origin === siteUrl && url.protocol !== 'data:') found.files.set(url.pathname + url.search, from);
  };

  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const answer = await ask(origin, path, { headers: { 'accept-encoding': 'gzip' } });
    const { location } = answer.headers;
    if (location !== undefined) {
      follow(location, path);
      continue;
    }
    const root = parseMarkup(answer.text);
    found.pages.set(path, { path, answer, root });
    for (const element of elementsOf(root)) {
      const { tag, attributes } = element;
      // A link with `download` points to a file, not to a page.
      const fileOrPage = 'download' in attributes ? needFile : follow;
      const visit = attributes['rel'] === 'alternate' ? addTranslation : fileOrPage;
      if (tag === 'a' && attributes['href']) visit(attributes['href'], path);
      const isFile = 'type' in attributes || !/canonical|alternate/.test(attributes['rel'] ?? '');
      if (tag === 'link' && attributes['href'] && isFile) needFile(attributes['href'], path);
      for (const [name, attribute] of fileAttributes) {
        const href = tag === name ? attributes[attribute] : undefined;
        if (href && !href.startsWith('#')) needFile(href, path);
      }
    }
  }
  return found;
};

/** Returns the prefix of the language in a path. */
export const languageOf = (path: string): string => /^\/(?:hi|pt|nb)(?=\/|$)/.exec(path)?.[0] ?? '';
export const only = (page: CrawledPage, tag: string) => byTag(page.root, tag);
export const metaContent = (page: CrawledPage, name: string): string =>
  only(page, 'meta').find(({ attributes }) => attributes['name'] === name)?.attributes['content'] ?? '';
export const isIndexed = (page: CrawledPage): boolean => !metaContent(page, 'robots').includes('noindex');
export const canonicalOf = (page: CrawledPage) =>
  only(page, 'link').find(({ attributes }) => attributes['rel'] === 'canonical')?.attributes['href'];

/** Returns one path for each kind of page. */
export const kindsOf = (crawled: Crawl): string[] => {
  const draw = [...crawled.pages.keys()].find((path) => /^\/results\/golden-keno\/\d+$/.test(path));
  const lists = ['/', '/results', '/results?game=keno', '/winners', '/games', '/blogs', '/promotions'];
  const items = [draw ?? '/no-draw-is-linked', '/games/golden-keno', '/faq'];
  return [...lists, ...items, '/results/latest.json', '/sitemap.xml'];
};
