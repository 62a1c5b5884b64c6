import type { CallRequest, CallResponse, ReadCallName } from '../../shared/contract/calls.ts';
import type { Post, PostGroup } from '../../shared/contract/content-lists.ts';
import { monthsOf, postsAt, recentPosts } from '../../shared/domain/post-lists.ts';
import type { Reads } from '../cache/reads.ts';
import type { BootConfig } from '../config/site-config.ts';
import type { CallReads } from './call-reads.ts';
import type { CleanItem } from './clean-content.ts';
import type { ContentReads } from './content-reads.ts';

/** Read calls that this site answers from the lists of the content host instead of sending the call to the platform. */
export type ContentCalls = Partial<{
  [N in ReadCallName]: (reads: Reads, data: CallRequest<N>) => Promise<CallResponse<N>>;
}>;

/** Maximum lengths that the contract allows, in characters. */
const longest = { title: 120, content: 300, path: 300, author: 80 };

/** Name of the illustration for items without a picture. */
const usualPicture = 'balls';

/** Returns the fields of a CMS item for a list entry or a search hit. */
export function listedItem(item: CleanItem, path: string) {
  return {
    title: item.title.slice(0, longest.title),
    content: item.excerpt.slice(0, longest.content),
    featured_image: (item.picture ?? usualPicture).slice(0, longest.path),
    read_more_path: path.slice(0, longest.path),
  };
}

/** Returns the path of an item on this site, without the language. */
export const itemPath = (group: string, slug: string): string => `/${group}/${encodeURIComponent(slug)}`;

function postOf(item: CleanItem & { date: string }, group: PostGroup): Post {
  const { slug, date, modified, meta } = item;
  const { author, reading_minutes: minutes } = meta;
  return {
    slug,
    ...listedItem(item, itemPath(group, slug)),
    date,
    modified: modified ?? date,
    author: typeof author === 'string' ? author.slice(0, longest.author) : '',
    readingMinutes: typeof minutes === 'number' && minutes >= 1 ? Math.round(minutes) : 1,
  };
}

const isDated = (item: CleanItem): item is CleanItem & { date: string } => item.date !== null;
const newestFirst = (one: { date: string }, other: { date: string }) => other.date.localeCompare(one.date);

/**
 * Creates the functions that answer the read calls about content. A site uses them if its content host is not the
 * platform, because the platform then does not know the texts.
 */
export function createContentCalls({
  contentReads,
  callReads,
  boot,
}: {
  contentReads: Pick<ContentReads, 'page'>;
  callReads: Pick<CallReads, 'read'>;
  boot: Pick<BootConfig, 'runtimePages' | 'languages' | 'defaultLanguage'>;
}): ContentCalls {
  // Replace an unknown language by the default language. Otherwise, each invented language code would cause another
  // read of the same texts.
  const langOf = (asked: string | undefined): string =>
    boot.languages.find(({ code }) => code === asked)?.code ?? boot.defaultLanguage;
  const itemsOf = async (reads: Reads, lang: string | undefined, group: PostGroup | 'games') =>
    (await contentReads.page(reads, langOf(lang), boot.runtimePages[group].list))?.items ?? [];
  /**
   * Returns the items of a group that have a date. Blogs are sorted by date. Promotions keep the order of the CMS,
   * because editors can move older promotions to the top.
   */
  const postsOf = async (
    reads: Reads,
    { userLanguge, group = 'blogs' }: { userLanguge?: string | undefined; group?: PostGroup | undefined },
  ) => {
    const posts = (await itemsOf(reads, userLanguge, group)).filter(isDated);
    return group === 'blogs' ? posts.toSorted(newestFirst) : posts;
  };

  return {
    'news-and-trends': async (reads, data) => {
      const { result, ...counts } = postsAt(await postsOf(reads, data), ({ date }) => date, {
        ...data,
        page: data.page ?? 1,
      });
      return { ...counts, result: result.map((item) => postOf(item, data.group ?? 'blogs')) };
    },
    'recent-news-and-trends': async (reads, data) => {
      const posts = (await postsOf(reads, data)).toSorted(newestFirst).slice(0, recentPosts);
      return { result: posts.map((item) => postOf(item, data.group ?? 'blogs')) };
    },
    monthwisepostscount: async (reads, data) => ({
      months: monthsOf((await postsOf(reads, data)).map(({ date }) => date)),
    }),
    'games/listfolders': async (reads, { userLanguge }) => {
      const [items, { gameList }] = await Promise.all([
        itemsOf(reads, userLanguge, 'games'),
        callReads.read(reads, 'gameList', {}),
      ]);
      return {
        folders: gameList.flatMap(({ slug, gameId }) => {
          const item = items.find((each) => each.slug === slug);
          return item ? [{ ...listedItem(item, itemPath('games', slug)), folder: slug, gameId }] : [];
        }),
      };
    },
  };
}

/**
 * Answers some calls from the lists of the content host instead of sending the calls to the platform. These calls cost
 * visitors no points, because pages keep the content host's lists in the cache.
 */
export function withContentCalls(callReads: CallReads, contentCalls: ContentCalls): CallReads {
  return {
    ...callReads,
    read: (reads, name, data) => contentCalls[name]?.(reads, data) ?? callReads.read(reads, name, data),
    readForVisitor: (reads, name, data, charge) =>
      contentCalls[name]?.(reads, data) ?? callReads.readForVisitor(reads, name, data, charge),
  };
}
