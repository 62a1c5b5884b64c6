import { z } from 'zod';
import { type CallName, calls, type ReadCallName } from '../../shared/contract/calls.ts';
import { codes } from '../../shared/contract/codes.ts';
import { GameId, type UpcomingDrawResponse } from '../../shared/contract/draws.ts';
import type { Answer } from '../../shared/contract/envelope.ts';
import type { ReadSpec } from '../cache/data-cache.ts';
import { policies } from '../cache/policy.ts';
import type { Reads } from '../cache/reads.ts';
import { isFailureCode } from '../upstream/check-answer.ts';
import type { PlatformClient } from '../upstream/platform-client.ts';
import { UpstreamError } from '../upstream/upstream-error.ts';

/** What a read's copy hangs on: tags that purge it, and the draws whose start ends its freshness. */
interface Hold {
  tags: string[];
  /** Undefined: no draw; null: any draw; else that game's. */
  until?: string | null | undefined;
}

/** What of a read's data says which game it is about. */
const Subject = z.object({ lastestGameId: GameId.optional(), drawId: z.string().optional() });
type Subject = z.infer<typeof Subject>;

const gameOfDraw = ({ drawId = '' }: Subject): string | null => {
  const game = GameId.safeParse(drawId.replace(/-\d+$/, ''));
  return game.success ? game.data : null;
};

/** As pages hold the same reads (server/page-data/sources.ts). One that is not here lives by its policy alone. */
const holds: { [N in ReadCallName]?: (subject: Subject) => Hold } = {
  result: ({ lastestGameId: game }) => ({
    tags: [game ? `results:${game}` : 'results'],
    until: game ?? null,
  }),
  // Looked up for its draws, which makes the copy that it is then answered from.
  upcomingDraw: () => ({ tags: ['upcoming'], until: null }),
  gameList: () => ({ tags: ['games'] }),
  // Lists of texts, which the texts' own tags reach.
  'games/listfolders': () => ({ tags: ['cms:games'] }),
  'download/games': () => ({ tags: ['cms:games', 'games'] }),
  'news-and-trends': () => ({ tags: ['cms:blogs'] }),
  'recent-news-and-trends': () => ({ tags: ['cms:blogs'] }),
  monthwisepostscount: () => ({ tags: ['cms:blogs'] }),
  winners: () => ({ tags: ['winners'], until: null }),
  'draws/verify': (subject) => {
    const game = gameOfDraw(subject);
    return game === null
      ? { tags: ['results'] }
      : { tags: [`results:${game}`, `draws:${game}`], until: game };
  },
};

export const isReadCall = (name: CallName): name is ReadCallName => calls[name].read;

const soonestMs = ({ gameList }: UpcomingDrawResponse, game: string | null): number | null => {
  const starts = gameList
    .filter(({ gameId }) => game === null || gameId === game)
    .map(({ drawStartDate }) => Date.parse(drawStartDate));
  return starts.length > 0 ? Math.min(...starts) : null;
};

export type CachedReads = ReturnType<typeof createCachedReads>;

/** Answers of reads out of the same copies as the pages': nothing of who asks reaches them. */
export function createCachedReads(platform: Pick<PlatformClient, 'call' | 'callChecked'>) {
  const upcoming: ReadSpec<UpcomingDrawResponse> = {
    key: { call: 'upcomingDraw', data: { action: 'upcomingDraw' } },
    policy: policies.upcomingDraw,
    tags: ['upcoming'],
    notAfterMs: (value) => soonestMs(value, null),
    load: (signal) => platform.call('upcomingDraw', { action: 'upcomingDraw' }, { signal }),
  };

  return {
    /**
     * A read's answer, from the data cache.
     * @param data already checked against the call's request schema
     * @throws UpstreamError where no copy is left to answer from
     */
    async answer(reads: Reads, name: ReadCallName, data: unknown): Promise<Answer<unknown>> {
      const { tags, until }: Hold = holds[name]?.(Subject.parse(data)) ?? { tags: [] };
      const draws = until === undefined ? null : await reads.aside(upcoming).catch(() => null);
      const notAfterMs = draws && soonestMs(draws, until ?? null);
      try {
        return {
          success: true,
          firstCode: codes.ok,
          data: await reads.read({
            key: { call: name, data: z.json().parse(data) },
            policy: policies[name],
            tags,
            notAfterMs,
            load: (signal) => platform.callChecked(name, data, { signal }),
          }),
        };
      } catch (error) {
        const code = error instanceof UpstreamError && error.kind === 'business' ? error.code : null;
        if (code === null || !isFailureCode(code)) throw error;
        return { success: false, firstCode: code };
      }
    },
  };
}
