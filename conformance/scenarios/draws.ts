import { codes } from '../../shared/contract/codes.ts';
import type { Result, ResultRequest, ResultResponse } from '../../shared/contract/results.ts';
import type { OpenDrawsResponse } from '../../shared/contract/upcoming-draws.ts';
import { commitmentOf, draw } from '../../shared/domain/draw-function.ts';
import { isDrawMethod } from '../../shared/domain/draw-methods.ts';
import { readDrawKind } from '../../shared/domain/draw-parameters.ts';
import { refusalProblems } from '../answers.ts';
import { type Run, Untested } from '../run.ts';
import { problemUnless, type Scenarios } from './scenario.ts';

const dayMs = 86_400_000;
/**
 * The platform may list a draw as upcoming for this long after the draw's start, because the draw may still be taking
 * place.
 */
const holdingMs = 5 * 60_000;
const mostPages = 3;

const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
/** Returns a range of days that covers the last week in any time zone. */
export const lastDays = () =>
  ({ action: 'result', resultFrom: isoDay(Date.now() - 8 * dayMs), resultTo: isoDay(Date.now()) }) as const;

const isOrdered = <T>(list: readonly T[], isBefore: (one: T, next: T) => boolean): boolean =>
  list.every((one, index) => index === 0 || isBefore(list[index - 1] ?? one, one));
const newestFirst = (one: Result, next: Result): boolean => one.drawStartDate >= next.drawStartDate;
const named = ({ gameId, drawNumber }: { gameId: string; drawNumber: number }) => `${gameId} ${drawNumber}`;

/**
 * Reads up to three pages of a game's results. Checks the order of the results, and that no result is missing or
 * repeated.
 */
async function pagesOf(run: Run, lastestGameId: string): Promise<{ results: Result[]; problems: string[] }> {
  const results: Result[] = [];
  const problems: string[] = [];
  let cursor: string | null = null;
  for (let page = 0; page < mostPages; page++) {
    const asked: ResultRequest = {
      ...lastDays(),
      showAllResult: true,
      lastestGameId,
      ...(cursor ? { cursor } : {}),
    };
    const answer: ResultResponse = await run.need('result', asked);
    const last = results.at(-1);
    const first = answer.result[0];
    if (last && first) {
      const one = await run.need('result', {
        ...lastDays(),
        showAllResult: true,
        lastestGameId,
        drawNumber: last.drawNumber,
      });
      const isNext = one.previousDrawNumber === first.drawNumber;
      problems.push(
        ...problemUnless(
          isNext,
          `the page after ${named(last)} starts at ${first.drawNumber}, not at ${one.previousDrawNumber}`,
        ),
      );
    }
    results.push(...answer.result);
    ({ cursor } = answer);
    if (cursor === null) break;
  }
  const isOwn = results.every(({ gameId }) => gameId === lastestGameId);
  const distinct = new Set(results.map(named));
  return {
    results,
    problems: [
      ...problems,
      ...problemUnless(isOwn, `results of other games for ${lastestGameId}`),
      ...problemUnless(isOrdered(results, newestFirst), `results of ${lastestGameId} are not newest first`),
      ...problemUnless(distinct.size === results.length, `pages of ${lastestGameId} contain a result twice`),
    ],
  };
}

/** Recomputes a published draw from the answer of `draws/verify`. @returns a problem for each difference */
const repeatProblems = async (run: Run, drawId: string): Promise<string[]> => {
  const proof = await run.need('draws/verify', { drawId });
  if (proof.seed === null || proof.ticketsRoot === null)
    return [`${drawId} is published without seed or tickets root`];
  if (!isDrawMethod(proof.drawFunction))
    throw new Untested(`${drawId} was drawn by ${proof.drawFunction}, which is not supported`);
  const kind = readDrawKind(proof.drawParameters);
  if (!kind) return [`${drawId}: drawParameters are invalid`];
  // An operator's correction changes `drawn`. `drawnBySeed` still contains the numbers that follow from the seed.
  const fromSeed = proof.correction === null ? proof.drawn : proof.drawnBySeed;
  const drawn = draw(kind, {
    method: proof.drawFunction,
    seedHex: proof.seed,
    drawId,
    ticketsRoot: proof.ticketsRoot,
  });
  return [
    ...problemUnless(
      commitmentOf(proof.seed) === proof.commitment,
      `${drawId}: the seed does not match its commitment`,
    ),
    ...problemUnless(
      drawn.join() === fromSeed.join(),
      `${drawId}: seed and tickets yield ${drawn.join(' ')}, not ${fromSeed.join(' ')}`,
    ),
    ...problemUnless(
      proof.verified === true || proof.correction !== null,
      `${drawId}: verified is ${proof.verified}`,
    ),
  ];
};

/** For each of the given draws, checks that `draws/verify` returns the commitment that the draw has in the list. */
const commitmentProblems = async (run: Run, draws: OpenDrawsResponse['draws']): Promise<string[]> => {
  const problems: string[] = [];
  for (const { drawId, commitment } of draws) {
    const proof = await run.need('draws/verify', { drawId });
    problems.push(
      ...problemUnless(proof.commitment === commitment, `${drawId} has two different commitments`),
    );
  }
  return problems;
};

const oneOfEachGame = async (run: Run): Promise<Result[]> =>
  (await run.need('result', { ...lastDays(), showAllResult: false })).latestResult;

export const drawScenarios: Scenarios = {
  result: {
    request: () => ({ ...lastDays(), showAllResult: true }),
    async problems({ result, latestResult }, { run }) {
      const latest = await oneOfEachGame(run);
      const games = new Set(latest.map(({ gameId }) => gameId));
      const problems = [
        ...problemUnless(isOrdered(result, newestFirst), 'results are not newest first'),
        ...problemUnless(
          games.size === latest.length,
          'showAllResult false answers several results of a game',
        ),
        ...problemUnless(latest.length > 0, 'there is no result'),
        ...problemUnless(
          games.size === new Set(latestResult.map(({ gameId }) => gameId)).size,
          'latestResult lacks the newest result of a game with showAllResult true',
        ),
      ];
      for (const gameId of games) problems.push(...(await pagesOf(run, gameId)).problems);
      return problems;
    },
  },
  upcomingDraw: {
    request: () => ({ action: 'upcomingDraw' }),
    problems({ gameList }) {
      const earliest = new Date(Date.now() - holdingMs).toISOString();
      const soonestFirst = isOrdered(gameList, (one, next) => one.drawStartDate <= next.drawStartDate);
      return [
        ...problemUnless(gameList.length > 0, 'there is no future draw'),
        ...problemUnless(soonestFirst, 'draws are not soonest first'),
        ...problemUnless(
          gameList.every(({ drawStartDate }) => drawStartDate > earliest),
          'a listed draw is in the past',
        ),
        ...problemUnless(
          gameList.every((one) => one.salesCloseDate <= one.drawStartDate),
          'sales close after the draw',
        ),
        ...problemUnless(
          new Set(gameList.map(({ gameId }) => gameId)).size === gameList.length,
          'a game is listed twice',
        ),
      ];
    },
  },
  'draws/open': {
    async request(run) {
      const [next] = (await run.need('upcomingDraw', { action: 'upcomingDraw' })).gameList;
      if (!next) throw new Untested('needs a game with a future draw, and there is none');
      return { gameId: next.gameId };
    },
    async problems(_answer, { run }) {
      const problems: string[] = [];
      const { gameList } = await run.need('upcomingDraw', { action: 'upcomingDraw' });
      for (const { gameId } of gameList) {
        const { draws } = await run.need('draws/open', { gameId });
        problems.push(
          ...problemUnless(
            isOrdered(draws, (one, next) => one.drawStartDate < next.drawStartDate),
            `draws on sale of ${gameId} are not newest last`,
          ),
          ...problemUnless(
            draws.every(({ committedAt, openedAt }) => committedAt <= openedAt),
            `a draw of ${gameId} was on sale before its commitment`,
          ),
          ...(await commitmentProblems(run, draws)),
        );
      }
      return problems;
    },
  },
  'draws/published': {
    async request(run) {
      const [any] = await oneOfEachGame(run);
      if (!any) throw new Untested('needs a published draw, and there is none');
      return { gameId: any.gameId, from: any.drawNumber, count: 2 };
    },
    async problems({ draws }, { run }) {
      const [any] = await oneOfEachGame(run);
      return [
        ...problemUnless(draws.length > 0, `the list lacks the newest draw of ${any?.gameId}`),
        ...problemUnless(
          isOrdered(draws, (one, next) => one.drawNumber < next.drawNumber),
          'published draws are not lowest first',
        ),
      ];
    },
  },
  'draws/statistics': {
    async request(run) {
      const [any] = await oneOfEachGame(run);
      if (!any) throw new Untested('needs a published draw, and there is none');
      return { gameId: any.gameId };
    },
    problems: ({ gameId, draws, recentDraws, parts }) =>
      parts.flatMap(({ part, place, perDraw, values }) => {
        const where = `${gameId}, ${part} ${place ?? ''}`;
        const total = values.reduce((sum, { times }) => sum + times, 0);
        const recent = values.reduce((sum, { recentTimes }) => sum + recentTimes, 0);
        return [
          ...problemUnless(
            total <= perDraw * draws && recent <= perDraw * recentDraws,
            `${where} was drawn more often than there are draws`,
          ),
          ...problemUnless(
            values.every(
              ({ times, recentTimes, drawsAgo }) =>
                recentTimes <= times && (drawsAgo === null) === (times === 0),
            ),
            `${where} has a value whose counts contradict each other`,
          ),
        ];
      }),
  },
  gameList: {
    request: () => ({}),
    problems: ({ gameList }) => [
      ...problemUnless(gameList.length > 0, 'there is no game'),
      ...problemUnless(
        new Set(gameList.map(({ gameId }) => gameId)).size === gameList.length,
        'a gameId is listed twice',
      ),
      ...problemUnless(
        new Set(gameList.map(({ slug }) => slug)).size === gameList.length,
        'a slug is listed twice',
      ),
      ...gameList.flatMap(({ gameId, drawParameters }) =>
        problemUnless(readDrawKind(drawParameters) !== null, `drawParameters of ${gameId} are invalid`),
      ),
    ],
  },
  winners: {
    request: () => ({}),
    problems: ({ topWinners, recentWinners }) => [
      ...problemUnless(
        isOrdered(topWinners, (one, next) => one.prizeAmount >= next.prizeAmount),
        'topWinners are not largest first',
      ),
      ...problemUnless(
        isOrdered(recentWinners, (one, next) => one.drawStartDate >= next.drawStartDate),
        'recentWinners are not newest first',
      ),
    ],
  },
  'draws/verify': {
    async request(run) {
      const [any] = await oneOfEachGame(run);
      if (!any) throw new Untested('needs a published draw, and there is none');
      return { drawId: any.drawId };
    },
    async problems(_answer, { run }) {
      const problems = refusalProblems(
        await run.ask('draws/verify', { drawId: 'conformance-1' }),
        codes.drawNotFound,
      );
      for (const { drawId } of await oneOfEachGame(run))
        problems.push(...(await repeatProblems(run, drawId)));
      return problems;
    },
  },
};
