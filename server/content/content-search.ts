import { codes } from '../../shared/contract/codes.ts';
import type { Answer } from '../../shared/contract/envelope.ts';
import {
  type SearchCategory,
  type SearchHit,
  SearchRequest,
  SearchResponse,
} from '../../shared/contract/search.ts';
import type { Reads } from '../cache/reads.ts';
import type { BootConfig } from '../config/site-config.ts';
import type { Log } from '../log.ts';
import type { CleanItem } from '../reads/clean-content.ts';
import { itemPath, listedItem } from '../reads/content-calls.ts';
import type { ContentReads } from '../reads/content-reads.ts';
import type { ContentClient } from '../upstream/content-client.ts';
import type { SendCall } from '../upstream/send-call.ts';
import { UpstreamError } from '../upstream/upstream-error.ts';
import type { ContentHit } from '../upstream/wordpress/search.ts';

type ContentCategory = Extract<SearchCategory, 'promotions' | 'blogs' | 'pages'>;
type Found = Record<ContentCategory, SearchHit[]>;

const contentCategories: readonly ContentCategory[] = ['promotions', 'blogs', 'pages'];
const isContentCategory = (category: SearchCategory | undefined): category is ContentCategory =>
  contentCategories.some((each) => each === category);

/** Number of hits on one page of an answer. */
const pageSize = 20;
/**
 * The maximum number of words of a keyword. More words hardly change the hits, and each word makes WordPress slower.
 */
const mostWords = 8;
const maintenancePage = 'maintenance';

export interface ContentSearchOptions {
  content: Pick<ContentClient, 'search'>;
  contentReads: ContentReads;
  createReads: (clientGone: AbortSignal | undefined) => Reads;
  boot: Pick<BootConfig, 'runtimePages' | 'languages' | 'defaultLanguage' | 'staticPages'>;
  log: Log;
}

/**
 * Splits a keyword into words of letters and digits. All other characters are dropped, because WordPress would
 * interpret some of them, such as a hyphen before a word.
 */
const wordsOf = (keyword: string): string[] =>
  keyword
    .toLowerCase()
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, mostWords);

/** Whether search may show an item. Search omits pages that search engines must not index. */
const isShown = ({ head }: CleanItem): boolean => head.indexable;

/** Returns a hit with the smallest size of its picture, because a hit shows its picture only as a thumbnail. */
const hitOf = (item: CleanItem, path: string): SearchHit =>
  listedItem({ ...item, picture: item.pictureSet?.split(' ', 1)[0] ?? item.picture }, path);

/**
 * Creates a function that adds matching texts of WordPress to the answers of the site's search. The platform finds
 * games and draws, but does not know the texts of WordPress.
 */
export function createContentSearch(options: ContentSearchOptions): (sendCall: SendCall) => SendCall {
  const { content, contentReads, boot, log } = options;
  const pageNames = new Set(boot.staticPages.map(({ name }) => name));
  pageNames.delete(maintenancePage);

  const slugsOf = async (
    lang: string,
    words: string[],
    lists: CleanItem[],
    signal: AbortSignal | undefined,
  ) => {
    try {
      return await content.search(lang, words.join(' '), { signal });
    } catch (error) {
      if (!(error instanceof UpstreamError) || error.kind === 'aborted') throw error;
      log.warn({ err: error }, 'search in titles and excerpts only, because WordPress gave no answer');
      return lists
        .filter(({ title, excerpt }) => {
          const text = `${title} ${excerpt}`.toLowerCase();
          return words.every((word) => text.includes(word));
        })
        .map(({ slug }): ContentHit => ({ slug, isTopPage: false }));
    }
  };

  /** Returns the hits that have a page on this site. */
  const find = async (
    keyword: string,
    asked: string | undefined,
    signal: AbortSignal | undefined,
  ): Promise<Found> => {
    const found: Found = { promotions: [], blogs: [], pages: [] };
    const words = wordsOf(keyword);
    if (words.length === 0) return found;
    const reads = options.createReads(signal);
    const lang = boot.languages.find(({ code }) => code === asked)?.code ?? boot.defaultLanguage;
    const itemsOf = async (group: 'promotions' | 'blogs') =>
      (await contentReads.page(reads, lang, boot.runtimePages[group].list))?.items ?? [];
    const [promotions, blogs] = await Promise.all([itemsOf('promotions'), itemsOf('blogs')]);
    const slugs = await slugsOf(lang, words, [...promotions, ...blogs], signal);
    for (const { slug, isTopPage } of slugs) {
      if (isTopPage) {
        const page = pageNames.has(slug) ? await contentReads.page(reads, lang, slug) : null;
        if (page && isShown(page.page))
          found.pages.push(hitOf(page.page, slug === 'home' ? '/' : `/${slug}`));
        continue;
      }
      const promotion = promotions.find((item) => item.slug === slug && isShown(item));
      if (promotion) found.promotions.push(hitOf(promotion, itemPath('promotions', slug)));
      const blog = blogs.find((item) => item.slug === slug && isShown(item));
      if (blog) found.blogs.push(hitOf(blog, itemPath('blogs', slug)));
    }
    return found;
  };

  return (sendCall) => async (call) => {
    if (call.name !== 'common-search') return sendCall(call);
    const { keyword, userLanguge, category, cursor } = SearchRequest.parse(call.data);
    if (!isContentCategory(category)) {
      if (category !== undefined) return sendCall(call);
      const [answered, found] = await Promise.all([sendCall(call), find(keyword, userLanguge, call.signal)]);
      if (!answered.answer.success) return answered;
      const { games, results } = SearchResponse.parse(answered.answer.data);
      const firsts = hitsOfAll(found, (hits) => hitsAt(hits, 0));
      return { ...answered, answer: answerOf({ games, results, ...firsts }) };
    }
    const hits = (await find(keyword, userLanguge, call.signal))[category];
    const offset = cursor === undefined ? 0 : offsetAt(cursor, hits.length);
    if (offset === null) return { status: 200, answer: wrongCursor };
    return { status: 200, answer: answerOf({ ...nothing, [category]: hitsAt(hits, offset) }) };
  };
}

const hitsAt = (hits: readonly SearchHit[], offset: number): SearchResponse['blogs'] => ({
  total_count: hits.length,
  result: hits.slice(offset, offset + pageSize),
  cursor: offset + pageSize < hits.length ? String(offset + pageSize) : null,
});

const none = { total_count: 0, result: [], cursor: null };
const nothing: SearchResponse = { games: none, results: none, promotions: none, blogs: none, pages: none };

const hitsOfAll = <T>(found: Found, of: (hits: SearchHit[]) => T): Record<ContentCategory, T> => ({
  promotions: of(found.promotions),
  blogs: of(found.blogs),
  pages: of(found.pages),
});

const wrongCursor: Answer<never> = {
  success: false,
  firstCode: codes.fieldWrong,
  data: { fields: { cursor: 'field.wrong' } },
};

const answerOf = (data: SearchResponse): Answer<unknown> => ({ success: true, firstCode: codes.ok, data });

/** Parses a cursor, which is the number of hits before the requested page. Returns null for an invalid cursor. */
function offsetAt(cursor: string, total: number): number | null {
  const offset = /^[1-9]\d{0,3}$/.test(cursor) ? Number(cursor) : Number.NaN;
  return offset % pageSize === 0 && offset < total ? offset : null;
}
