import type { CallRequest, CallResponse, ReadCallName } from '../../shared/contract/calls.ts';
import type { UpcomingDraw } from '../../shared/contract/upcoming-draws.ts';
import { parseDrawId } from '../../shared/domain/draw-id.ts';
import type { Policy } from '../cache/lifetime.ts';
import { isTag } from '../cache/tags.ts';
import { once } from '../once.ts';

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/**
 * While the platform is down, stale data is returned for a week. A week is longer than an outage over a long weekend.
 */
const staleIfErrorMs = 7 * dayMs;

/** Caching policy for lists and pages of CMS texts. */
const texts: Policy = { freshMs: 5 * minuteMs, staleWhileRevalidateMs: hourMs, staleIfErrorMs };
const results: Policy = { freshMs: minuteMs, staleWhileRevalidateMs: minuteMs, staleIfErrorMs };
const proofs: Policy = { freshMs: minuteMs, staleWhileRevalidateMs: 5 * minuteMs, staleIfErrorMs };
/**
 * Caching policy for a draw that is older than the newest published draw. Only a correction changes such a draw, and
 * each correction purges the tag `draws:{gameId}`.
 */
const settledDraws: Policy = { freshMs: dayMs, staleWhileRevalidateMs: dayMs, staleIfErrorMs };

/**
 * States how one read is cached. The cache key is not part of the rule, because the modules that make the reads build
 * it from the request.
 */
export interface ReadRule<T> {
  policy: Policy;
  /** Cache tags: one tag for each list that the response depends on, never one for each item of a list. */
  tags: readonly string[];
  /**
   * Id of a game. The cached response becomes stale when the next draw of this game begins. Null means the next draw of
   * any game.
   */
  nextDrawOf?: string | null;
  /**
   * Returns the time at which the cached response becomes stale, in ms since 1970, or null if the response has no such
   * time.
   */
  notAfterMs?: (answer: T) => number | null;
  /**
   * The only draw of the response, or the newest draw that the response can contain. Once a later draw of the same game
   * is published, `settledDrawRule` applies instead of this rule.
   */
  draw?: { gameId: string; drawNumber: number };
  /** Replaces `notAfterMs` for a visitor's read to which `settledDrawRule` applies. */
  settledNotAfterMs?: (answer: T) => number | null;
}

/** Returns the earliest start of these draws, in ms since 1970, or null for an empty list. */
export const firstStartMs = once((draws: readonly UpcomingDraw[]): number | null =>
  draws.length > 0 ? Math.min(...draws.map((draw) => Date.parse(draw.drawStartDate))) : null,
);

// Use only one tag. A purge of `results:keno` also purges the tag `results`. If a response about another game also had
// the tag `results`, each draw of keno would purge that response.
const resultTags = (gameId: string | undefined): string[] => [gameId ? `results:${gameId}` : 'results'];

interface PostedDraw {
  drawStartDate: string;
  winnersTotal: number;
  prizesPosted: number | null;
}

/**
 * Returns the start of a draw whose prizes are not all posted to wallets yet, or null if there is no such draw. A
 * response with such a draw is fresh only for seconds, because the platform may send no event for the last posted
 * prize. It sends none for the past draws that it generates at its first start.
 */
function unpostedSinceMs(draws: readonly PostedDraw[]): number | null {
  const unposted = draws.find(
    ({ prizesPosted, winnersTotal }) => (prizesPosted ?? winnersTotal) < winnersTotal,
  );
  return unposted ? Date.parse(unposted.drawStartDate) : null;
}

type ReadRules = { [N in ReadCallName]: (data: CallRequest<N>) => ReadRule<CallResponse<N>> };

/** The rules of all reads, both for pages and for `POST /api`. */
const readRules: ReadRules = {
  upcomingDraw: () => ({
    policy: { freshMs: 30 * secondMs, staleWhileRevalidateMs: 30 * secondMs, staleIfErrorMs },
    tags: ['upcoming'],
    notAfterMs: ({ gameList }) => firstStartMs(gameList),
  }),
  'draws/open': ({ gameId }) => ({
    policy: { freshMs: 30 * secondMs, staleWhileRevalidateMs: 30 * secondMs, staleIfErrorMs },
    tags: [`upcoming:${gameId}`],
    // The draw that closes first is removed from the list when its sales close.
    notAfterMs: ({ draws }) => (draws[0] ? Date.parse(draws[0].salesCloseDate) : null),
  }),
  result: ({ lastestGameId: gameId, drawNumber }) => ({
    policy: results,
    tags: resultTags(gameId),
    nextDrawOf: gameId ?? null,
    ...(gameId === undefined || drawNumber === undefined ? {} : { draw: { gameId, drawNumber } }),
    settledNotAfterMs: ({ result }) => unpostedSinceMs(result),
  }),
  'draws/verify': ({ drawId }) => {
    const draw = parseDrawId(drawId);
    if (!draw) return { policy: proofs, tags: resultTags(undefined) };
    const { gameId } = draw;
    // Proofs have an additional tag. When sales close, the platform publishes the root of the ticket tree, and this
    // change affects only proofs.
    return {
      policy: proofs,
      tags: [...resultTags(gameId), `proofs:${gameId}`],
      nextDrawOf: gameId,
      draw,
    };
  },
  'draws/published': ({ gameId, from, count }) => ({
    policy: results,
    tags: resultTags(gameId),
    nextDrawOf: gameId,
    // When a draw that is later than all draws of the list is published, the list is final. After that, only a
    // correction changes the list.
    draw: { gameId, drawNumber: from + count - 1 },
  }),
  'draws/statistics': ({ gameId }) => ({ policy: results, tags: resultTags(gameId), nextDrawOf: gameId }),
  gameList: () => ({
    policy: { freshMs: 10 * minuteMs, staleWhileRevalidateMs: hourMs, staleIfErrorMs },
    tags: ['games'],
  }),
  winners: () => ({
    policy: { freshMs: 2 * minuteMs, staleWhileRevalidateMs: 5 * minuteMs, staleIfErrorMs },
    tags: ['winners'],
    nextDrawOf: null,
  }),
  'games/listfolders': () => ({ policy: texts, tags: ['cms:games'] }),
  'download/games': () => ({ policy: texts, tags: ['cms:games', 'games'] }),
  'news-and-trends': ({ group = 'blogs' }) => ({ policy: texts, tags: [`cms:${group}`] }),
  'recent-news-and-trends': ({ group = 'blogs' }) => ({ policy: texts, tags: [`cms:${group}`] }),
  monthwisepostscount: ({ group = 'blogs' }) => ({ policy: texts, tags: [`cms:${group}`] }),
};

export function ruleOf<N extends ReadCallName>(name: N, data: CallRequest<N>): ReadRule<CallResponse<N>> {
  return readRules[name](data);
}

/** Returns the rule for a read about one draw. The rule applies after a later draw of the same game was published. */
export function settledDrawRule(gameId: string): ReadRule<unknown> {
  return { policy: settledDraws, tags: [`draws:${gameId}`] };
}

/**
 * Returns the rule for a CMS page. This rule has no entry in `readRules`, because the page is read from the content
 * host and not by a call.
 */
export function contentRule(name: string): ReadRule<unknown> {
  return { policy: texts, tags: [`cms:${name}`] };
}

/**
 * Returns the rule for one item of a CMS group. If the slug contains characters that a tag cannot contain, such as
 * Hindi letters, the tag names only the group.
 */
export function contentItemRule(group: string, slug: string): ReadRule<unknown> {
  const tag = `cms:${group}-${slug}`;
  return { policy: texts, tags: [isTag(tag) ? tag : `cms:${group}`] };
}
