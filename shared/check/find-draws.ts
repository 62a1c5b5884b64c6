import type { CallData, CallRequest, ReadCallName } from '../contract/calls.ts';
import { codes } from '../contract/codes.ts';
import type { Result } from '../contract/results.ts';
import type { UpcomingDraw } from '../contract/upcoming-draws.ts';
import { isoDayIn, isoDayMs, isoDayOfMs } from '../domain/site-time.ts';
import { type CheckRange, mostDraws } from './check-request.ts';

/**
 * Makes one of the calls that read draws. On the server, a loader makes the call. In the browser, the function sends a
 * request to `/api`.
 * @throws CheckFailed if the call returns no data
 */
export type CheckCall = <N extends ReadCallName>(name: N, data: CallRequest<N>) => Promise<CallData<N>>;

/** Thrown if a call of the check fails. */
export class CheckFailed extends Error {
  readonly firstCode: string | null;
  readonly retryAfterSeconds: number | undefined;

  /** @param firstCode code of the platform or the site; null if there was no answer */
  constructor(firstCode: string | null, retryAfterSeconds?: number) {
    super(`a call of the check failed with ${firstCode}`);
    this.firstCode = firstCode;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** Whether the client has made too many calls. */
  get isLimit(): boolean {
    return this.firstCode === codes.tooManyTries;
  }
}

/** A draw of the requested range. If `result` is null, the draw is not published yet. */
export interface FoundDraw {
  drawNumber: number;
  result: Result | null;
  /** Start of a draw without a result, if it is known. */
  startsAt: string | null;
  isUpcoming: boolean;
}

export type FoundDraws =
  | {
      kind: 'found';
      /** The draws of the requested range, newest first. */
      draws: FoundDraw[];
      /** Whether the range contains more draws than one request may check. */
      isCut: boolean;
      /** True if `draws` may lack the newest draws that have begun. */
      mayLackNewest: boolean;
    }
  /** The platform has no draw with the requested number yet. */
  | { kind: 'unknown'; newest: number };

export interface FindDrawsOptions {
  gameId: string;
  range: CheckRange;
  now: Date;
  timeZone: string;
  call: CheckCall;
}

/** Maximum number of days that one list of results covers. */
const longestDays = 365;
const dayMs = 86_400_000;
/**
 * A fixed date for requests that select a draw by its number. The platform needs a date, but ignores it in these
 * requests. Because the date is fixed, each draw has only one cache entry.
 */
const anyDay = '2026-01-01';

const held = (result: Result): FoundDraw => ({
  drawNumber: result.drawNumber,
  result,
  startsAt: result.drawStartDate,
  isUpcoming: false,
});

const withoutResult = (
  drawNumber: number,
  startsAt: string | null = null,
  isUpcoming = false,
): FoundDraw => ({
  drawNumber,
  result: null,
  startsAt,
  isUpcoming,
});

const ofDraw = (
  { drawNumber, drawStartDate }: Pick<UpcomingDraw, 'drawNumber' | 'drawStartDate'>,
  now: Date,
) => withoutResult(drawNumber, drawStartDate, Date.parse(drawStartDate) > now.getTime());

/**
 * Returns the draw numbers between two published draws, newest first. The draws with these numbers have no result.
 * Returns at most as many numbers as one request may check.
 */
const between = (after: number, before: number): number[] =>
  Array.from(
    { length: Math.min(mostDraws, Math.max(0, before - after - 1)) },
    (_, index) => before - 1 - index,
  );

/** Adds the draws whose numbers are missing between published draws. @param results newest first */
function withGaps(results: readonly Result[]): FoundDraw[] {
  return results.flatMap((result, index) => {
    const older = results[index + 1];
    const missing = older ? between(older.drawNumber, result.drawNumber) : [];
    return [held(result), ...missing.map((number) => withoutResult(number))];
  });
}

/** Reads published results, newest first. @returns at most `most` results; `isCut` is true if there are more */
async function readResults(
  { gameId, call }: FindDrawsOptions,
  days: { resultFrom: string; resultTo: string },
  most: number,
): Promise<{ results: Result[]; isCut: boolean }> {
  const results: Result[] = [];
  let cursor: string | null = null;
  do {
    const answer: CallData<'result'> = await call('result', {
      action: 'result',
      showAllResult: true,
      lastestGameId: gameId,
      ...days,
      ...(cursor === null ? {} : { cursor }),
    });
    results.push(...answer.result);
    ({ cursor } = answer);
  } while (cursor !== null && results.length < most);
  return { results: results.slice(0, most), isCut: cursor !== null || results.length > most };
}

/** Reads the newest published draw and the next draw of the game. */
async function readEnds({ gameId, call, now, timeZone }: FindDrawsOptions) {
  const today = isoDayIn(timeZone, now);
  const [{ latestResult }, { gameList }] = await Promise.all([
    call('result', { action: 'result', showAllResult: false, resultFrom: today, resultTo: today }),
    call('upcomingDraw', { action: 'upcomingDraw' }),
  ]);
  return {
    newest: latestResult.find((result) => result.gameId === gameId) ?? null,
    upcoming: gameList.find((draw) => draw.gameId === gameId) ?? null,
  };
}

type Ends = Awaited<ReturnType<typeof readEnds>>;

/**
 * Returns the newer of two results. Two different calls return the newest result of a game, and each answer can come
 * from a cache. Either answer can therefore be the older one.
 */
const newer = (one: Result | null, other: Result | null): Result | null =>
  one && other ? (one.drawNumber < other.drawNumber ? other : one) : (one ?? other);

/** Puts the newest published draw first if it is newer than all draws in the list of results. */
const withNewest = (results: readonly Result[], newest: Result | null): readonly Result[] =>
  newest && newest.drawNumber > (results[0]?.drawNumber ?? 0) ? [newest, ...results] : results;

/** Returns the draws that have begun since the newest published result and have no result yet, newest first. */
function overdueOf(latest: Result | null, { upcoming }: Ends, now: Date): FoundDraw[] {
  if (!upcoming || (latest && upcoming.drawNumber <= latest.drawNumber)) return [];
  const next = ofDraw(upcoming, now);
  const passed = latest ? between(latest.drawNumber, next.drawNumber) : [];
  return [...(next.isUpcoming ? [] : [next]), ...passed.map((number) => withoutResult(number))];
}

/**
 * Returns whether the answers of the calls may lack draws that have begun. The list of upcoming draws contains only the
 * next draw of each game. If this draw is missing or has begun, later draws may have begun too.
 */
const mayLackNewest = ({ upcoming }: Ends, now: Date): boolean =>
  !upcoming || !ofDraw(upcoming, now).isUpcoming;

async function newestDraws(options: FindDrawsOptions, count: number): Promise<FoundDraws> {
  const { now } = options;
  const today = isoDayIn(options.timeZone, now);
  const from = isoDayOfMs((isoDayMs(today) ?? 0) - longestDays * dayMs);
  const [{ results: listed }, ends] = await Promise.all([
    readResults(options, { resultFrom: from, resultTo: today }, count),
    readEnds(options),
  ]);
  const results = withNewest(listed, ends.newest).slice(0, count);
  return {
    kind: 'found',
    draws: [...overdueOf(results[0] ?? null, ends, now), ...withGaps(results)],
    isCut: false,
    mayLackNewest: mayLackNewest(ends, now),
  };
}

async function drawsOfDays(
  options: FindDrawsOptions,
  { from, to }: { from: string; to: string },
): Promise<FoundDraws> {
  const [{ results: listed, isCut }, ends] = await Promise.all([
    readResults(options, { resultFrom: from, resultTo: to }, mostDraws),
    readEnds(options),
  ]);
  const { timeZone, now } = options;
  const { newest, upcoming } = ends;
  const dayOf = (at: string) => isoDayIn(timeZone, new Date(at));
  const isWithin = (at: string) => dayOf(at) >= from && dayOf(at) <= to;
  const isNewestWithin = newest !== null && isWithin(newest.drawStartDate);
  const results = withNewest(listed, isNewestWithin ? newest : null).slice(0, mostDraws);
  const latest = newer(results[0] ?? null, newest);
  // The day of a draw without a result is unknown. Such a draw can belong to the requested days only if these days end
  // after the newest result.
  const endsAfterLatest = !latest || dayOf(latest.drawStartDate) <= to;
  const next = upcoming && ofDraw(upcoming, now);
  const isNextWithin =
    upcoming !== null && isWithin(upcoming.drawStartDate) && upcoming.drawNumber > (latest?.drawNumber ?? 0);
  return {
    kind: 'found',
    draws: [
      ...(next?.isUpcoming && isNextWithin ? [next] : []),
      ...(endsAfterLatest ? overdueOf(latest, ends, now) : []),
      ...withGaps(results),
    ],
    isCut,
    mayLackNewest: endsAfterLatest && mayLackNewest(ends, now),
  };
}

const one = (draw: FoundDraw): FoundDraws => ({
  kind: 'found',
  draws: [draw],
  isCut: false,
  mayLackNewest: false,
});

async function oneDraw(options: FindDrawsOptions, drawNumber: number): Promise<FoundDraws> {
  const { gameId, call, now } = options;
  const { newest, upcoming } = await readEnds(options);
  const next = upcoming && ofDraw(upcoming, now);
  if (next?.isUpcoming && drawNumber === next.drawNumber) return one(next);
  // A cached list of coming draws can be outdated, so a draw in the list can already have a result.
  if (!next?.isUpcoming || drawNumber < next.drawNumber) {
    const { result } = await call('result', {
      action: 'result',
      showAllResult: true,
      lastestGameId: gameId,
      drawNumber,
      resultFrom: anyDay,
      resultTo: anyDay,
    });
    if (result[0]) return one(held(result[0]));
    if (!next || drawNumber <= next.drawNumber) return one(withoutResult(drawNumber));
  }
  const { draws } = await call('draws/open', { gameId });
  const open = draws.find((draw) => draw.drawNumber === drawNumber);
  if (open) return one(ofDraw(open, now));
  // Later draws are on sale, but the requested draw is not. The sales of the requested draw have therefore ended, so it
  // exists and has no result yet.
  if (draws.some((draw) => draw.drawNumber > drawNumber)) return one(withoutResult(drawNumber));
  return { kind: 'unknown', newest: newest?.drawNumber ?? next.drawNumber };
}

/**
 * Finds the draws of a range with their results. The draws include those without a result. Otherwise, the page would
 * report a ticket as lost although the ticket may still win.
 * @throws CheckFailed
 */
export function findDraws(options: FindDrawsOptions): Promise<FoundDraws> {
  const { range } = options;
  if (range.by === 'draw') return oneDraw(options, range.drawNumber);
  return range.by === 'days' ? drawsOfDays(options, range) : newestDraws(options, range.count);
}
