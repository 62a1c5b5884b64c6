import type { CallRequest, CallResponse, ReadCallName } from '../../shared/contract/calls.ts';
import type { UpcomingDraw } from '../../shared/contract/upcoming-draws.ts';
import { isoDayIn } from '../../shared/domain/site-time.ts';
import { keyOf, type ReadSpec } from '../cache/data-cache.ts';
import type { Reads } from '../cache/reads.ts';
import type { PlatformClient } from '../upstream/platform-client.ts';
import { costOf, TooManyReads } from './read-costs.ts';
import { firstStartMs, type ReadRule, ruleOf, settledDrawRule } from './read-rules.ts';

/** Makes the platform's read calls through the data cache. The rules in read-rules.ts state how each is cached. */
export interface CallReads {
  /**
   * Makes a read call for a page.
   * @throws UpstreamError if the platform fails and the cache has no usable response; an error of kind 'business'
   * contains the response's code
   */
  read<N extends ReadCallName>(reads: Reads, name: N, data: CallRequest<N>): Promise<CallResponse<N>>;
  /**
   * Makes a read call for a visitor's request. If a page to which the menus link needs the same read, both share one
   * entry of the data cache. Visitors' other reads are stored apart and use their own connections, so that no visitor
   * can delay a page. A read that is not cached costs points of the visitor's rate limit.
   * @param charge takes points from the visitor. It returns 0, or the seconds until the visitor has enough points
   * @throws the same errors as `read`, and TooManyReads if the visitor has no points left
   */
  readForVisitor<N extends ReadCallName>(
    reads: Reads,
    name: N,
    data: CallRequest<N>,
    charge: (points: number) => Promise<number>,
  ): Promise<CallResponse<N>>;
  /**
   * Returns the next draw of each game, or an empty list if the read fails. This read does not affect the lifetime of
   * the page.
   */
  peekUpcoming(reads: Reads): Promise<readonly UpcomingDraw[]>;
  /**
   * Returns the number of a game's newest published draw, or null if it is unknown. This read does not affect the
   * lifetime of the page.
   */
  peekNewestDraw(reads: Reads, gameId: string): Promise<number | null>;
  /** Returns the request data with which pages read the newest result of each game. */
  latestRequest(): CallRequest<'result'>;
}

type Caller = Pick<PlatformClient, 'call'>;

export interface CallReadsOptions {
  /** Platform client for the reads that the site makes while it loads a page. */
  platform: Caller;
  /** Platform client for the read calls of visitors. */
  visitors: Caller;
  /** IANA time zone of the site. */
  timeZone: string;
  nowMs: () => number;
}

export function createCallReads({ platform, visitors, timeZone, nowMs }: CallReadsOptions): CallReads {
  const latestRequest = (): CallRequest<'result'> => {
    const today = isoDayIn(timeZone, new Date(nowMs()));
    return { action: 'result', showAllResult: false, resultFrom: today, resultTo: today };
  };

  async function specOf<N extends ReadCallName>(
    reads: Reads,
    name: N,
    data: CallRequest<N>,
    isOwn = false,
  ): Promise<ReadSpec<CallResponse<N>>> {
    const usual = ruleOf(name, data);
    const { draw } = usual;
    const newest = draw ? await peekNewestDraw(reads, draw.gameId) : null;
    // Compare with the newest published draw instead of the clock, because a draw can be past its start and still have
    // no result.
    const isSettled = draw !== undefined && newest !== null && draw.drawNumber < newest;
    const rule: ReadRule<CallResponse<N>> = isSettled ? settledDrawRule(draw.gameId) : usual;
    const { policy, tags, nextDrawOf } = rule;
    const notAfterMs = isSettled && isOwn ? usual.settledNotAfterMs : rule.notAfterMs;
    return {
      key: isOwn ? { call: name, data, for: 'visitors' } : { call: name, data },
      policy,
      tags,
      notAfterMs: nextDrawOf === undefined ? notAfterMs : await nextDrawMs(reads, nextDrawOf),
      load: (signal) => (isOwn ? visitors : platform).call(name, data, { signal }),
    };
  }

  async function peekUpcoming(reads: Reads): Promise<readonly UpcomingDraw[]> {
    const spec = await specOf(reads, 'upcomingDraw', { action: 'upcomingDraw' });
    return reads.peek(spec).then(
      ({ gameList }) => gameList,
      () => [],
    );
  }

  /**
   * Returns the start of a game's next draw. If `gameId` is null, returns the earliest start of any game's next draw.
   * Cached results become outdated at this time.
   */
  async function nextDrawMs(reads: Reads, gameId: string | null): Promise<number | null> {
    const draws = await peekUpcoming(reads);
    return firstStartMs(gameId === null ? draws : draws.filter((draw) => draw.gameId === gameId));
  }

  async function peekNewestDraw(reads: Reads, gameId: string): Promise<number | null> {
    const spec = await specOf(reads, 'result', latestRequest());
    const latest = await reads.peek(spec).catch(() => null);
    return latest?.latestResult.find((draw) => draw.gameId === gameId)?.drawNumber ?? null;
  }

  /**
   * Returns whether a page to which the menus link makes the same read. The cache entries of such reads are nearly
   * always in memory, so these reads cost a visitor no points.
   */
  const isOfPages = (name: ReadCallName, data: CallRequest<ReadCallName>): boolean => {
    const asked = keyOf({ call: name, data });
    const common = [
      { call: 'upcomingDraw', data: { action: 'upcomingDraw' } },
      { call: 'gameList', data: {} },
      { call: 'winners', data: {} },
      { call: 'result', data: latestRequest() },
    ];
    return common.some((read) => keyOf(read) === asked);
  };

  return {
    read: async (reads, name, data) => reads.read(await specOf(reads, name, data)),
    readForVisitor: async (reads, name, data, charge) => {
      if (isOfPages(name, data)) return reads.read(await specOf(reads, name, data));
      const spec = await specOf(reads, name, data, true);
      const waitSeconds = reads.isStored(spec) ? 0 : await charge(costOf(name, data));
      if (waitSeconds > 0) throw new TooManyReads(waitSeconds);
      return reads.read(spec);
    },
    peekUpcoming,
    peekNewestDraw,
    latestRequest,
  };
}
