import { codes } from '../../../shared/contract/codes.ts';
import {
  type SearchCategory,
  type SearchResponse,
  searchCategories,
} from '../../../shared/contract/search.ts';
import type { SearchFound, SearchPage } from '../../../shared/pages/search.ts';
import { resources } from '../../../shared/resources.ts';
import type { CallOutcome } from '../../calls/make-call.ts';
import {
  type ClientsCall,
  configuredTitle,
  type LoadedUnkeptPage,
  metaOf,
  type PageRequest,
  type UnkeptPageLoader,
} from '../loader.ts';
import { contentBlockOf } from './teasers.ts';

/** Maximum number of letters of the search text in a title. With this limit, a title has at most 70 letters. */
const titleLetters = 30;

/** The search that a URL requests. */
interface Search {
  keyword: string;
  category: SearchCategory | null;
  cursor: string | undefined;
}

type Outcome = CallOutcome<SearchResponse>;
type AnsweredPage = Exclude<LoadedUnkeptPage, { status: 302 }>;
type Shown = Pick<SearchPage, 'error' | 'problem' | 'found'>;

/**
 * Loads `/search` (spec §2): the hits, and a tab for each category. Without a search text, the page explains the
 * search.
 */
export const loadSearch: UnkeptPageLoader = async (request, call) => {
  const { query, words, sources } = request;
  const help = await sources.optional(sources.content('search'));
  const typed = query['keyword'];
  const search: Search = {
    keyword: typed?.trim() ?? '',
    category: searchCategories.find((each) => each === query['category']) ?? null,
    cursor: query['cursor'],
  };
  const answer = (status: AnsweredPage['status'], shown: Partial<Shown>): AnsweredPage => ({
    status,
    page: {
      kind: 'search',
      title: help?.page.title ?? configuredTitle(request, 'search'),
      keyword: typed ?? '',
      error: null,
      problem: null,
      found: null,
      help: help && shown.found === undefined ? contentBlockOf(help.page) : null,
      ...shown,
    },
    meta: metaOf(request, {
      ...(shown.found
        ? { title: words.t('search.title_of', { keyword: shortened(search.keyword) }) }
        : { title: configuredTitle(request, 'search'), cms: help?.page.head }),
      description: help?.page.head.description ?? null,
      // The canonical path must contain the search, because the links to the other languages are made from this path.
      canonicalPath: shown.found ? pathOf(search.keyword, search.category) : '/search',
      indexable: false,
    }),
  });

  if (typed === undefined) return answer(200, {});
  if (search.keyword === '') return answer(422, { error: words.t('search.missing') });
  if (search.keyword.length > resources.search.query.keyword)
    return answer(422, {
      error: words.t('search.too_long', { count: resources.search.query.keyword }),
    });
  const first = {
    status: 302,
    location: words.langPrefix + pathOf(search.keyword, search.category),
  } as const;
  if (search.cursor !== undefined && search.category === null) return first;

  const { all, part } = await find(search, words.lang, call);
  if (!all.answer.success) return onFailure(all);
  if (part?.answer.success === false) return onFailure(part);
  return answer(200, { found: foundOf(request, search, all.answer.data, part?.answer.data ?? null) });

  function onFailure({ answer: { firstCode }, retryAfterSeconds }: Outcome): LoadedUnkeptPage {
    if (firstCode === codes.tooManyTries)
      return { ...answer(429, { problem: words.t(`code.${firstCode}`) }), retryAfterSeconds };
    // The platform does not know the cursor, so redirect to the first page of the hits.
    if (firstCode === codes.fieldWrong && search.cursor !== undefined) return first;
    if (firstCode === codes.fieldWrong) return answer(422, { error: words.t('search.wrong') });
    return answer(503, { problem: words.t('search.failed') });
  }
};

/**
 * Sends the platform calls of a search. A later page of hits needs two calls. The response for a cursor contains only
 * the hits of one category. The call without a cursor returns the counts of all categories, which the tabs show.
 */
async function find({ keyword, category, cursor }: Search, lang: string, call: ClientsCall) {
  const data = { keyword, userLanguge: lang };
  const [all, part] = await Promise.all([
    call('common-search', data),
    category !== null && cursor !== undefined ? call('common-search', { ...data, category, cursor }) : null,
  ]);
  return { all, part };
}

/** @param part the response for the cursor; null for the first page of hits */
function foundOf(
  { words }: PageRequest,
  { keyword, category }: Search,
  all: SearchResponse,
  part: SearchResponse | null,
): SearchFound {
  const counts = searchCategories.map((each) => all[each].total_count);
  const total = counts.reduce((sum, count) => sum + count, 0);
  const current = category ?? searchCategories.find((each) => all[each].total_count > 0) ?? 'games';
  const { result, cursor } = (part ?? all)[current];
  const hrefOf = (of: SearchCategory, after?: string) => words.langPrefix + pathOf(keyword, of, after);
  return {
    summary:
      total === 0
        ? words.t('search.none', { keyword })
        : words.t('search.hits', { count: total, number: words.count(total), keyword }),
    tabs:
      total === 0
        ? []
        : searchCategories.map((each) => ({
            category: each,
            count: words.count(all[each].total_count),
            href: hrefOf(each),
            isCurrent: each === current,
          })),
    hits: result.map(({ title, content, featured_image, read_more_path }) => ({
      title,
      text: content,
      picture: featured_image,
      href: `${words.langPrefix}${read_more_path === '/' && words.langPrefix !== '' ? '' : read_more_path}`,
    })),
    moreHref: cursor === null ? null : hrefOf(current, cursor),
    firstHref: part === null ? null : hrefOf(current),
  };
}

function pathOf(keyword: string, category: SearchCategory | null, cursor?: string): string {
  const query = new URLSearchParams({
    keyword,
    ...(category === null ? {} : { category }),
    ...(cursor === undefined ? {} : { cursor }),
  });
  return `${resources.search.path}?${query}`;
}

function shortened(keyword: string): string {
  const letters = Array.from(keyword);
  return letters.length > titleLetters ? `${letters.slice(0, titleLetters).join('')}…` : keyword;
}
