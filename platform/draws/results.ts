import type { ResultRequest, ResultResponse } from '../../shared/contract/results.ts';
import { nextMidnight, startOfDay } from '../../shared/domain/site-time.ts';
import type { Db } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Cursors } from '../http/cursors.ts';
import { Refusal } from '../http/refusal.ts';
import { neighbours, prepareNewest, publishedDraw } from './repository.ts';
import { type PublishedDraw, resultOf } from './result-view.ts';

const pageSize = 50;
const newestPerGame = 20;

/** A range of draw times, from `from` (inclusive) to `before` (exclusive). */
interface Range {
  from: Date;
  before: Date;
}

function empty(): ResultResponse {
  return {
    latestResult: [],
    result: [],
    cursor: null,
    previousDrawNumber: null,
    nextDrawNumber: null,
    error: null,
  };
}

function newestFirst(a: PublishedDraw, b: PublishedDraw): number {
  return b.drawAt.getTime() - a.drawAt.getTime();
}

/**
 * Returns the newest row of each game.
 * @param rows the rows of each game are consecutive, newest first
 */
function firstOfEach(rows: readonly PublishedDraw[]): PublishedDraw[] {
  return rows.filter(({ gameId }, index) => rows[index - 1]?.gameId !== gameId);
}

function isSince(from: Date): (row: PublishedDraw) => boolean {
  return ({ drawAt }) => drawAt >= from;
}

/** Creates the function that answers `result` (spec §7). */
export function createResults({
  db,
  catalogue,
  timeZone,
  cursors,
}: {
  db: Db;
  catalogue: readonly GameDefinition[];
  timeZone: string;
  cursors: Cursors;
}): (request: ResultRequest) => Promise<ResultResponse> {
  const games = new Map(catalogue.map((game) => [game.gameId, game]));
  const view = (row: PublishedDraw) => {
    const game = games.get(row.gameId);
    return game ? [resultOf(game, row, timeZone)] : [];
  };

  const readNewest = prepareNewest(db, 1);
  const readLists = prepareNewest(db, newestPerGame);
  const readPage = prepareNewest(db, pageSize + 1);

  const ofNumber = async (gameId: string, drawNumber: number): Promise<ResultResponse> => {
    const found = drawNumber > 2_147_483_647 ? null : await publishedDraw(db, gameId, drawNumber);
    if (!found) return empty();
    const { previous, next } = await neighbours(db, gameId, drawNumber);
    return { ...empty(), result: view(found), previousDrawNumber: previous, nextDrawNumber: next };
  };

  const newestBefore = async (gameIds: readonly string[], before: Date): Promise<PublishedDraw[]> =>
    firstOfEach(await readNewest({ gameIds, from: before, before }));

  const ofAllGames = async (gameIds: readonly string[], { from, before }: Range): Promise<ResultResponse> => {
    const read = await readLists({ gameIds, from, before });
    // The newest draw of a game is often in both `latestResult` and `result`, so create each view once.
    const views = new Map(read.map((row) => [row, view(row)]));
    const known = (row: PublishedDraw) => views.get(row) ?? [];
    return {
      ...empty(),
      latestResult: firstOfEach(read).flatMap(known),
      result: read.filter(isSince(from)).sort(newestFirst).flatMap(known),
    };
  };

  const pageOfGame = async (
    gameId: string,
    { from, before }: Range,
    cursor: string | undefined,
  ): Promise<ResultResponse> => {
    const scope = ['result', gameId];
    const position = cursor === undefined ? null : cursors.read(scope, cursor);
    if (cursor !== undefined && position === null) throw Refusal.ofFields({ cursor: 'field.wrong' });
    // Read only draws before the last draw of the previous page. The index scan begins at that draw, so later pages are
    // as fast as the first page.
    const reached = position === null ? before : new Date(position.place.atMs);
    const isLater = reached < before;
    const read = readPage({ gameIds: [gameId], from, before: isLater ? reached : before });
    // On the first page, the newest result is the first row of the page, so no separate query for the newest result is
    // necessary.
    const newest = isLater ? newestBefore([gameId], before) : read.then(firstOfEach);
    const [latest, found] = await Promise.all([newest, read]);
    const rows = found.filter(isSince(from));
    const page = rows.slice(0, pageSize);
    const last = page.at(-1);
    return {
      ...empty(),
      latestResult: latest.flatMap(view),
      result: page.flatMap(view),
      cursor:
        rows.length > pageSize && last
          ? cursors.write(scope, { place: { atMs: last.drawAt.getTime(), id: String(last.drawNumber) } })
          : null,
    };
  };

  return async (request) => {
    const { lastestGameId: gameId, drawNumber, cursor } = request;
    if (gameId !== undefined && !games.has(gameId))
      throw Refusal.ofFields({ lastestGameId: 'results.error_game' });
    if (drawNumber !== undefined) {
      if (gameId === undefined) throw Refusal.ofFields({ lastestGameId: 'field.wrong' });
      return ofNumber(gameId, drawNumber);
    }
    if (request.resultFrom > request.resultTo) throw Refusal.ofFields({ resultTo: 'results.error_order' });
    const from = startOfDay(timeZone, request.resultFrom);
    const before = nextMidnight(timeZone, startOfDay(timeZone, request.resultTo));
    const wanted = gameId === undefined ? catalogue.map((game) => game.gameId) : [gameId];
    if (!request.showAllResult)
      return { ...empty(), latestResult: (await newestBefore(wanted, before)).flatMap(view) };
    if (gameId !== undefined) return pageOfGame(gameId, { from, before }, cursor);
    if (cursor !== undefined) throw Refusal.ofFields({ cursor: 'field.wrong' });
    return ofAllGames(wanted, { from, before });
  };
}
