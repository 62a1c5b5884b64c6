import { codes } from '../../shared/contract/codes.ts';
import type { Result, ResultRequest, ResultResponse } from '../../shared/contract/results.ts';
import { commitmentOf, DRAW_FUNCTION, draw } from '../../shared/domain/draw-function.ts';
import { readDrawKind } from '../../shared/domain/draw-parameters.ts';
import { refusalProblems } from '../answers.ts';
import { type Run, Untested } from '../run.ts';
import { type Scenarios, unless } from './scenario.ts';

const dayMs = 86_400_000;
/** A draw that is being held at this very moment may still be named. */
const holdingMs = 5 * 60_000;
const mostPages = 3;

const isoDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
/** Wide enough for whatever time zone the site has. */
export const lastDays = () =>
  ({ action: 'result', resultFrom: isoDay(Date.now() - 8 * dayMs), resultTo: isoDay(Date.now()) }) as const;

const isOrdered = <T>(list: readonly T[], isBefore: (one: T, next: T) => boolean): boolean =>
  list.every((one, index) => index === 0 || isBefore(list[index - 1] ?? one, one));
const newestFirst = (one: Result, next: Result): boolean => one.drawStartDate >= next.drawStartDate;
const named = ({ gameId, drawNumber }: { gameId: string; drawNumber: number }) => `${gameId} ${drawNumber}`;

/** One game's results page by page: newest first, none twice, and none left out where a page ends. */
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
        ...unless(
          isNext,
          `the cursor of ${named(last)} leads to ${first.drawNumber}, the draw before it is ${one.previousDrawNumber}`,
        ),
      );
    }
    results.push(...answer.result);
    ({ cursor } = answer);
    if (cursor === null) break;
  }
  const isOwn = results.every(({ gameId }) => gameId === lastestGameId);
  const times = new Set(results.map(named));
  return {
    results,
    problems: [
      ...problems,
      ...unless(isOwn, `results of other games where ${lastestGameId} was asked for`),
      ...unless(isOrdered(results, newestFirst), `results of ${lastestGameId} are not newest first`),
      ...unless(
        times.size === results.length,
        `results of ${lastestGameId} come twice when they are read page by page`,
      ),
    ],
  };
}

/** A published draw anew, from what `draws/verify` says of it. */
const repeatProblems = async (run: Run, drawId: string): Promise<string[]> => {
  const told = await run.need('draws/verify', { drawId });
  if (told.seed === null || told.ticketsRoot === null)
    return [`${drawId} is published without seed or tickets root`];
  if (told.drawFunction !== DRAW_FUNCTION)
    throw new Untested(`${drawId} was drawn by ${told.drawFunction}, which is not known here`);
  const kind = readDrawKind(told.drawParameters);
  if (!kind) return [`${drawId}: drawParameters are no draw`];
  // What was corrected since was drawn as the seed says all the same.
  const fromSeed = told.correction === null ? told.drawn : told.drawnBySeed;
  const drawn = draw(kind, { seedHex: told.seed, drawId, ticketsRoot: told.ticketsRoot });
  return [
    ...unless(
      commitmentOf(told.seed) === told.commitment,
      `${drawId}: the seed is not the one that was committed to`,
    ),
    ...unless(
      drawn.join() === fromSeed.join(),
      `${drawId}: seed and tickets give ${drawn.join(' ')}, not ${fromSeed.join(' ')}`,
    ),
    ...unless(told.verified === true || told.correction !== null, `${drawId}: verified is ${told.verified}`),
  ];
};

const oneOfEachGame = async (run: Run): Promise<Result[]> =>
  (await run.need('result', { ...lastDays(), showAllResult: false })).latestResult;

export const drawScenarios: Scenarios = {
  result: {
    request: () => ({ ...lastDays(), showAllResult: true }),
    async means({ result }, { run }) {
      const latest = await oneOfEachGame(run);
      const games = new Set(latest.map(({ gameId }) => gameId));
      const problems = [
        ...unless(isOrdered(result, newestFirst), 'results are not newest first'),
        ...unless(games.size === latest.length, 'showAllResult false answers several results of one game'),
        ...unless(latest.length > 0, 'there is no result at all'),
      ];
      for (const gameId of games) problems.push(...(await pagesOf(run, gameId)).problems);
      return problems;
    },
  },
  upcomingDraw: {
    request: () => ({ action: 'upcomingDraw' }),
    means({ gameList }) {
      const earliest = new Date(Date.now() - holdingMs).toISOString();
      const soonestFirst = isOrdered(gameList, (one, next) => one.drawStartDate <= next.drawStartDate);
      return [
        ...unless(gameList.length > 0, 'no draw is to come'),
        ...unless(soonestFirst, 'draws to come are not soonest first'),
        ...unless(
          gameList.every(({ drawStartDate }) => drawStartDate > earliest),
          'a draw to come is past',
        ),
        ...unless(
          gameList.every((one) => one.salesCloseDate <= one.drawStartDate),
          'sales close after the draw',
        ),
        ...unless(
          new Set(gameList.map(({ gameId }) => gameId)).size === gameList.length,
          'a game comes twice',
        ),
      ];
    },
  },
  gameList: {
    request: () => ({}),
    means: ({ gameList }) => [
      ...unless(gameList.length > 0, 'there is no game'),
      ...unless(
        new Set(gameList.map(({ gameId }) => gameId)).size === gameList.length,
        'a gameId comes twice',
      ),
      ...unless(new Set(gameList.map(({ slug }) => slug)).size === gameList.length, 'a slug comes twice'),
    ],
  },
  winners: {
    request: () => ({}),
    means: ({ topWinners, recentWinners }) => [
      ...unless(
        isOrdered(topWinners, (one, next) => one.prizeAmount >= next.prizeAmount),
        'topWinners are not largest first',
      ),
      ...unless(
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
    async means(_answer, { run }) {
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
