import type { CallRequest, CallResponse, ReadCallName } from '../../shared/contract/calls.ts';
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
import { type Policy, policies } from '../cache/policy.ts';
import type { Reads } from '../cache/reads.ts';
import { type CleanPage, cleanContent } from '../reads/clean-content.ts';
import type { ContentClient } from '../upstream/content-client.ts';
import type { PlatformClient } from '../upstream/platform-client.ts';

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
  /** One published draw with its neighbours and its record, or null. */
  draw(gameId: string, drawNumber: number): Promise<DrawFound | null>;
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
  /** What anyone needs to repeat it; null where that cannot be had just now. */
  proof: VerifyResponse | null;
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
const firstDay = '2026-01-01';

// Purging `results` reaches `results:keno` by itself; both here would make every game's draw reach this game.
const resultTags = (gameId?: string) => [gameId ? `results:${gameId}` : 'results'];

const soonestMs = (draws: readonly UpcomingDraw[]): number | null =>
  draws.length > 0 ? Math.min(...draws.map((draw) => Date.parse(draw.drawStartDate))) : null;

/** The sources of one page load, in one language. */
export function createSources({ reads, platform, content, timeZone, now, lang }: SourcesDeps): Sources {
  const today = isoDayIn(timeZone, now);

  const callSpec = <N extends ReadCallName>(
    name: N,
    data: CallRequest<N>,
    tags: string[],
    {
      notAfterMs,
      policy = policies[name],
    }: Pick<ReadSpec<CallResponse<N>>, 'notAfterMs'> & { policy?: Policy } = {},
  ): ReadSpec<CallResponse<N>> => ({
    key: { call: name, data },
    policy,
    tags,
    notAfterMs,
    load: (signal) => platform.call(name, data, { signal }),
  });

  const upcomingSpec = callSpec('upcomingDraw', { action: 'upcomingDraw' }, ['upcoming'], {
    // From its start on the soonest of them is not to come any more.
    notAfterMs: ({ gameList }) => soonestMs(gameList),
  });
  /** The next draws, for what depends on their times and numbers without showing them. */
  const coming = (): Promise<UpcomingDraw[]> =>
    reads.aside(upcomingSpec).then(
      ({ gameList }) => gameList,
      () => [],
    );
  /** Results are new when the next draw begins: of the game asked for, or of any. */
  const nextDrawMs = async (gameId?: string): Promise<number | null> => {
    const draws = await coming();
    return soonestMs(gameId === undefined ? draws : draws.filter((draw) => draw.gameId === gameId));
  };
  const results = async (query: ResultsQuery) =>
    reads.read(
      callSpec(
        'result',
        { action: 'result', showAllResult: true, ...query },
        resultTags(query.lastestGameId),
        {
          notAfterMs: await nextDrawMs(query.lastestGameId),
        },
      ),
    );
  const latestSpec = async () =>
    callSpec(
      'result',
      { action: 'result', showAllResult: false, resultFrom: today, resultTo: today },
      resultTags(),
      {
        notAfterMs: await nextDrawMs(),
      },
    );

  const optional = <T>(read: Promise<T>): Promise<T | null> =>
    read.catch(() => {
      reads.degrade();
      return null;
    });

  /** Number of a game's newest published draw; null where it is not known. */
  const publishedNumber = async (gameId: string): Promise<number | null> => {
    const latest = await reads.aside(await latestSpec()).catch(() => null);
    return latest?.latestResult.find((draw) => draw.gameId === gameId)?.drawNumber ?? null;
  };

  return {
    results,
    upcoming: async () => (await reads.read(upcomingSpec)).gameList,
    games: async () => (await reads.read(callSpec('gameList', {}, ['games']))).gameList,
    latest: async () => (await reads.read(await latestSpec())).latestResult,
    newestOf: async (gameId) => {
      const from = isoDayOfMs(Date.parse(today) - newestDays * dayMs);
      return (await results({ lastestGameId: gameId, resultFrom: from, resultTo: today })).result;
    },
    async draw(gameId, drawNumber) {
      const next = (await coming()).find((draw) => draw.gameId === gameId);
      const published = await publishedNumber(gameId);
      const newest = next?.drawNumber ?? published;
      // A draw that is still to come has no page: known here, so nobody can make us ask for it.
      if (newest !== null && drawNumber > newest) return null;
      // Judged by what is published: a draw that is late is not to come any more, and has not followed yet.
      const isSettled = published !== null && drawNumber < published;
      const life = isSettled ? { policy: policies.settledDraw } : { notAfterMs: await nextDrawMs(gameId) };
      const tags = isSettled ? [`draws:${gameId}`] : resultTags(gameId);
      // The days are not looked at beside a number; fixed ones keep one copy a draw.
      const day = { resultFrom: firstDay, resultTo: firstDay };
      const data = {
        action: 'result',
        showAllResult: true,
        lastestGameId: gameId,
        drawNumber,
        ...day,
      } as const;
      const { result, previousDrawNumber, nextDrawNumber } = await reads.read(
        callSpec('result', data, tags, life),
      );
      const [found] = result;
      if (!found) return null;
      const proof = reads.read(callSpec('draws/verify', { drawId: found.drawId }, tags, life));
      return { result: found, previousDrawNumber, nextDrawNumber, proof: await optional(proof) };
    },
    winners: async () => reads.read(callSpec('winners', {}, ['winners'], { notAfterMs: await nextDrawMs() })),
    content: (name) =>
      reads.read({
        key: { content: name, lang },
        policy: policies.cms,
        tags: [`cms:${name}`],
        load: async (signal) => cleanContent(await content.page(lang, name, { signal })),
      }),
    optional,
  };
}
