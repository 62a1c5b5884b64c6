import type { CallRequest, CallResponse } from '../../shared/contract/calls.ts';
import { codes } from '../../shared/contract/codes.ts';
import type { Post, PostGroup } from '../../shared/contract/content-lists.ts';
import type { VerifyResponse } from '../../shared/contract/draw-proof.ts';
import type { DrawStatisticsResponse } from '../../shared/contract/draw-statistics.ts';
import type { Game } from '../../shared/contract/games.ts';
import type { PublishedDrawsResponse } from '../../shared/contract/published-draws.ts';
import type { Result, ResultResponse } from '../../shared/contract/results.ts';
import type { OpenDraw, UpcomingDraw } from '../../shared/contract/upcoming-draws.ts';
import type { WinnersResponse } from '../../shared/contract/winners.ts';
import { drawIdOf } from '../../shared/domain/draw-id.ts';
import { isoDayOfMs } from '../../shared/domain/site-time.ts';
import type { Reads } from '../cache/reads.ts';
import { UpstreamError } from '../upstream/upstream-error.ts';
import type { ContentGroup } from '../upstream/wordpress/groups.ts';
import type { CallReads } from './call-reads.ts';
import type { CleanItem, CleanPage } from './clean-content.ts';
import type { ContentReads } from './content-reads.ts';

/**
 * All reads that a page can use. The page inherits the lifetime and the tags of each read. A read rejects with an
 * UpstreamError if the upstream fails and the cache has no usable response.
 */
export interface Sources {
  /** Returns the next draw of each game. The draw with the earliest start comes first. */
  upcoming(): Promise<UpcomingDraw[]>;
  /** Returns the draws of one game that are on sale. The draw with the latest start comes last. */
  openDraws(gameId: string): Promise<OpenDraw[]>;
  games(): Promise<Game[]>;
  /**
   * Returns whether the platform sells tickets. A page shows a ticket form only if the site's setting `setup.sales` is
   * also true.
   */
  sales(): Promise<boolean>;
  /** Returns the newest result of each game. */
  latest(): Promise<Result[]>;
  results(query: ResultsQuery): Promise<ResultResponse>;
  /** Returns the newest results of one game, newest first. */
  newestOf(gameId: string): Promise<Result[]>;
  /**
   * Returns the newest results of one game, newest first. `pages` limits how many pages of 50 results are read, and
   * `days` restricts the range of days.
   */
  published(
    gameId: string,
    pages: number,
    days?: Required<Pick<ResultsQuery, 'resultFrom' | 'resultTo'>>,
  ): Promise<Result[]>;
  /**
   * Returns one published draw with its proof and with the draw numbers of the previous and the next draw. Returns null
   * if the draw is not published.
   */
  draw(gameId: string, drawNumber: number): Promise<DrawFound | null>;
  /**
   * Returns the record of one draw. The draw may be on sale or closed. Returns null if the game has no such draw, or if
   * the seed of the draw is not committed yet.
   */
  record(gameId: string, drawNumber: number): Promise<VerifyResponse | null>;
  /** Returns how often each number of a game was drawn. */
  statistics(gameId: string): Promise<DrawStatisticsResponse>;
  /** Returns the draw numbers of one game's published draws, in ascending order, beginning at `from`. */
  publishedDraws(gameId: string, from: number, count: number): Promise<PublishedDrawsResponse['draws']>;
  winners(gameId?: string): Promise<WinnersResponse>;
  /** Returns one page of a group's list. The list contains all items of the group, or its items of one month. */
  posts(group: PostGroup, place: PostsPlace): Promise<CallResponse<'news-and-trends'>>;
  /** Returns the newest items of a group. */
  recentPosts(group: PostGroup): Promise<Post[]>;
  /** Returns the months in which a group has items, newest first. */
  postMonths(group: PostGroup): Promise<CallResponse<'monthwisepostscount'>['months']>;
  /**
   * Returns a CMS page in the language of the requested page, or null if the CMS has no such page.
   * @param options.fresh whether to wait for the newest text, no matter how long the CMS takes
   */
  content(name: string, options?: { fresh: boolean }): Promise<CleanPage | null>;
  /** Returns one item of a CMS group in the language of the requested page, or null if the CMS has no such item. */
  item(group: ContentGroup, slug: string): Promise<CleanItem | null>;
  /** Returns the result of a read, or null if the read fails. After a failure, the page is cached only briefly. */
  optional<T>(read: Promise<T>): Promise<T | null>;
}

export interface PostsPlace {
  month: { year: number; month: number } | null;
  /** Page number, counted from 1. */
  page: number;
}

export type ResultsQuery = Omit<CallRequest<'result'>, 'action' | 'showAllResult'>;

export interface DrawFound {
  result: Result;
  previousDrawNumber: number | null;
  nextDrawNumber: number | null;
  /** The data with which anyone can repeat the draw. Null if the proof cannot be read now. */
  proof: VerifyResponse | null;
}

interface SourcesDeps {
  reads: Reads;
  callReads: CallReads;
  contentReads: ContentReads;
  lang: string;
}

/** Number of days whose results a game page shows. It is large enough for several results of a weekly draw. */
const newestDays = 30;
const dayMs = 86_400_000;
const firstDay = '2026-01-01';

/** Creates the sources of one page load, in one language. */
export function createSources({ reads, callReads, contentReads, lang }: SourcesDeps): Sources {
  const results = (query: ResultsQuery) =>
    callReads.read(reads, 'result', { action: 'result', showAllResult: true, ...query });

  const optional = <T>(read: Promise<T>): Promise<T | null> =>
    read.catch(() => {
      reads.degrade();
      return null;
    });

  // Omit the parameter `group` for blogs. Blogs are the default group, and some platforms know only this group.
  const postsOf = (group: PostGroup) => ({
    userLanguge: lang,
    ...(group === 'blogs' ? {} : { group }),
  });

  /**
   * Returns whether a draw number is higher than the number of every known draw. Such a draw has no page. The check is
   * made first, so that invented draw numbers cause no upstream requests.
   */
  const isFuture = async (gameId: string, drawNumber: number): Promise<boolean> => {
    const upcoming = await callReads.peekUpcoming(reads);
    const next = upcoming.find((draw) => draw.gameId === gameId)?.drawNumber;
    const newest = next ?? (await callReads.peekNewestDraw(reads, gameId));
    return newest !== null && drawNumber > newest;
  };

  return {
    results,
    upcoming: async () => (await callReads.read(reads, 'upcomingDraw', { action: 'upcomingDraw' })).gameList,
    openDraws: async (gameId) => (await callReads.read(reads, 'draws/open', { gameId })).draws,
    games: async () => (await callReads.read(reads, 'gameList', {})).gameList,
    sales: async () => (await callReads.read(reads, 'gameList', {})).sales,
    latest: async () => (await callReads.read(reads, 'result', callReads.latestRequest())).latestResult,
    newestOf: async (gameId) => {
      const { resultTo } = callReads.latestRequest();
      const resultFrom = isoDayOfMs(Date.parse(resultTo) - newestDays * dayMs);
      return (await results({ lastestGameId: gameId, resultFrom, resultTo })).result;
    },
    async published(gameId, pages, days) {
      const { resultTo } = callReads.latestRequest();
      const found: Result[] = [];
      let cursor: string | null = null;
      for (let page = 0; page < pages && (page === 0 || cursor !== null); page += 1) {
        const answer: ResultResponse = await results({
          lastestGameId: gameId,
          ...(days ?? { resultFrom: firstDay, resultTo }),
          ...(cursor === null ? {} : { cursor }),
        });
        found.push(...answer.result);
        ({ cursor } = answer);
      }
      return found;
    },
    async draw(gameId, drawNumber) {
      if (await isFuture(gameId, drawNumber)) return null;
      // The platform ignores the range of days if the request contains a draw number. The range is fixed, so that each
      // draw has only one cache entry.
      const days = { resultFrom: firstDay, resultTo: firstDay };
      const { result, previousDrawNumber, nextDrawNumber } = await results({
        lastestGameId: gameId,
        drawNumber,
        ...days,
      });
      const [found] = result;
      if (!found) return null;
      const proof = callReads.read(reads, 'draws/verify', { drawId: found.drawId });
      return { result: found, previousDrawNumber, nextDrawNumber, proof: await optional(proof) };
    },
    async record(gameId, drawNumber) {
      const drawId = drawIdOf(gameId, drawNumber);
      if (await isFuture(gameId, drawNumber)) {
        const { draws } = await callReads.read(reads, 'draws/open', { gameId });
        if (!draws.some((draw) => draw.drawId === drawId)) return null;
      }
      try {
        return await callReads.read(reads, 'draws/verify', { drawId });
      } catch (error) {
        if (error instanceof UpstreamError && error.code === codes.drawNotFound) return null;
        throw error;
      }
    },
    statistics: (gameId) => callReads.read(reads, 'draws/statistics', { gameId }),
    async publishedDraws(gameId, from, count) {
      if (await isFuture(gameId, from)) return [];
      return (await callReads.read(reads, 'draws/published', { gameId, from, count })).draws;
    },
    winners: (gameId) =>
      callReads.read(reads, 'winners', gameId === undefined ? {} : { lastestGameId: gameId }),
    posts: (group, { month, page }) =>
      callReads.read(reads, 'news-and-trends', { ...postsOf(group), ...month, page }),
    recentPosts: async (group) =>
      (await callReads.read(reads, 'recent-news-and-trends', postsOf(group))).result,
    postMonths: async (group) => (await callReads.read(reads, 'monthwisepostscount', postsOf(group))).months,
    content: (name, options) => contentReads.page(reads, lang, name, options),
    item: (group, slug) => contentReads.item(reads, lang, group, slug),
    optional,
  };
}
