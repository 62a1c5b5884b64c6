import type { CallName, CallRequest, CallResponse } from '../../shared/contract/calls.ts';
import type {
  Game,
  Result,
  ResultResponse,
  UpcomingDraw,
  VerifyResponse,
  WinnersResponse,
} from '../../shared/contract/draws.ts';
import { isoDayIn, isoDayOfMs } from '../../shared/domain/site-time.ts';
import type { ReadSpec } from '../cache/data-cache.ts';
import { policies } from '../cache/policy.ts';
import type { Reads } from '../cache/reads.ts';
import type { ContentClient } from '../upstream/content-client.ts';
import type { PlatformClient } from '../upstream/platform-client.ts';
import { type CleanPage, cleanContent } from './content.ts';

/**
 * Everything that a page can be made from. Each read is cached under call and payload, and counts towards the
 * lifetime and the tags of the page that made it. Reads reject with an UpstreamError where no copy is left.
 */
export interface Sources {
  /** The next draw of each game, soonest first. */
  upcoming(): Promise<UpcomingDraw[]>;
  games(): Promise<Game[]>;
  /** The newest result of each game. */
  latest(): Promise<Result[]>;
  results(query: ResultsQuery): Promise<ResultResponse>;
  /** Newest results of one game, newest first. */
  newestOf(gameId: string): Promise<Result[]>;
  /** One published draw with its neighbours, or null. */
  draw(gameId: string, drawNumber: number): Promise<DrawFound | null>;
  /** What anyone needs to repeat a draw. */
  proof(drawId: string, gameId: string): Promise<VerifyResponse>;
  winners(): Promise<WinnersResponse>;
  /** A page of the CMS in the reader's language, or null where there is none. */
  content(name: string): Promise<CleanPage | null>;
  /** Null where a read fails that the page can do without; such a page lives only briefly. */
  optional<T>(read: Promise<T>): Promise<T | null>;
}

export type ResultsQuery = Omit<CallRequest<'result'>, 'action' | 'showAllResult'>;

export interface DrawFound {
  result: Result;
  previousDrawNumber: number | null;
  nextDrawNumber: number | null;
}

interface SourcesDeps {
  reads: Reads;
  platform: PlatformClient;
  content: ContentClient;
  timeZone: string;
  now: Date;
  lang: string;
}

/** Days that a game page looks back for its newest results: the rarest game is drawn weekly. */
const newestDays = 30;
const dayMs = 86_400_000;

// Purging `results` reaches `results:keno` by itself; both here would make every game's draw reach this game.
const resultTags = (gameId?: string) => [gameId ? `results:${gameId}` : 'results'];

const soonestMs = (draws: readonly UpcomingDraw[]): number | null =>
  draws.length > 0 ? Math.min(...draws.map((draw) => Date.parse(draw.drawStartDate))) : null;

/** The sources of one page load, in one language. */
export function createSources({ reads, platform, content, timeZone, now, lang }: SourcesDeps): Sources {
  const today = isoDayIn(timeZone, now);

  const call = <N extends CallName>(
    name: N,
    data: CallRequest<N>,
    tags: string[],
    notAfterMs?: ReadSpec<CallResponse<N>>['notAfterMs'],
  ) =>
    reads.read<CallResponse<N>>({
      key: { call: name, data },
      policy: policies[name],
      tags,
      notAfterMs,
      load: (signal) => platform.call(name, data, { signal }),
    });

  const upcoming = async () =>
    // From its start on the soonest of them is not to come any more.
    (
      await call('upcomingDraw', { action: 'upcomingDraw' }, ['upcoming'], ({ gameList }) =>
        soonestMs(gameList),
      )
    ).gameList;

  /** Results are new when the next draw begins: of the game asked for, or of any. */
  const nextDrawMs = async (gameId?: string): Promise<number | null> => {
    const draws = await upcoming().catch(() => []);
    return soonestMs(gameId === undefined ? draws : draws.filter((draw) => draw.gameId === gameId));
  };
  const results = async (query: ResultsQuery) =>
    call(
      'result',
      { action: 'result', showAllResult: true, ...query },
      resultTags(query.lastestGameId),
      await nextDrawMs(query.lastestGameId),
    );

  return {
    upcoming,
    results,
    games: async () => (await call('gameList', {}, ['games'])).gameList,
    latest: async () =>
      (
        await call(
          'result',
          { action: 'result', showAllResult: false, resultFrom: today, resultTo: today },
          resultTags(),
          await nextDrawMs(),
        )
      ).latestResult,
    newestOf: async (gameId) => {
      const from = isoDayOfMs(Date.parse(today) - newestDays * dayMs);
      return (await results({ lastestGameId: gameId, resultFrom: from, resultTo: today })).result;
    },
    async draw(gameId, drawNumber) {
      const { result, previousDrawNumber, nextDrawNumber } = await results({
        lastestGameId: gameId,
        drawNumber,
        resultFrom: today,
        resultTo: today,
      });
      const [found] = result;
      return found ? { result: found, previousDrawNumber, nextDrawNumber } : null;
    },
    proof: (drawId, gameId) => call('draws/verify', { drawId }, resultTags(gameId)),
    winners: async () => call('winners', {}, ['winners'], await nextDrawMs()),
    content: (name) =>
      reads.read({
        key: { content: name, lang },
        policy: policies.cms,
        tags: [`cms:${name}`],
        load: async (signal) => cleanContent(await content.page(lang, name, { signal })),
      }),
    optional: (read) =>
      read.catch(() => {
        reads.degrade();
        return null;
      }),
  };
}
