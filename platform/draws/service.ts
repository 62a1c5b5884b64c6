import { codes } from '../../shared/contract/codes.ts';
import type { TicketProofResponse, VerifyResponse } from '../../shared/contract/draw-proof.ts';
import type { PublishedDrawsResponse } from '../../shared/contract/published-draws.ts';
import type { ResultRequest, ResultResponse } from '../../shared/contract/results.ts';
import type { OpenDrawsResponse, UpcomingDrawResponse } from '../../shared/contract/upcoming-draws.ts';
import { parseDrawId } from '../../shared/domain/draw-id.ts';
import { nextMidnight, startOfDay } from '../../shared/domain/site-time.ts';
import type { Db } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Cursors } from '../http/cursors.ts';
import { Refusal } from '../http/refusal.ts';
import { publishedDrawsOf } from './published-draws.ts';
import { findDraw, neighbours, prepareNewest, publishedDraw } from './repository.ts';
import { type PublishedDraw, resultOf } from './result-view.ts';
import { proveTicket } from './ticket-proof.ts';
import { openDrawsOf, upcomingDraws } from './upcoming-draws.ts';
import { proofOf } from './verify-draw.ts';

const pageSize = 50;
const newestPerGame = 20;

export interface DrawService {
  /**
   * Answers `result` (spec §7). Days are in the site's time zone. Without `showAllResult`, the answer contains the
   * newest result of each game until `resultTo`. With `showAllResult`, the answer also contains results of the range of
   * days. For a request of all games, it contains the newest 20 results of each game. For a request of one game, it
   * contains a page of 50 results and a cursor. With `drawNumber`, the answer contains the result of that draw, or an
   * empty list if the draw is not published.
   * @throws Refusal for wrong fields
   */
  result(request: ResultRequest): Promise<ResultResponse>;
  /** Answers `upcomingDraw`: returns the next draw of each game, soonest first. */
  upcoming(): Promise<UpcomingDrawResponse>;
  /**
   * Answers `draws/open`: returns the draws of one game that are on sale, soonest first.
   * @throws Refusal for an unknown game
   */
  open(gameId: string): Promise<OpenDrawsResponse>;
  /**
   * Answers `draws/published`: returns the published draws of one game from a number on, lowest first.
   * @throws Refusal for an unknown game
   */
  published(gameId: string, from: number, count: number): Promise<PublishedDrawsResponse>;
  /**
   * Answers `draws/ticketProof`.
   * @throws Refusal 10710 for an unknown draw, 10711 for a receipt number that the draw does not have
   */
  ticketProof(drawId: string, receiptNumber: string): Promise<TicketProofResponse>;
  /**
   * Answers `draws/verify`: returns the data for repeating a draw, and whether repeating the draw gives the published
   * result. Returns null for an unknown draw.
   */
  verify(drawId: string): Promise<VerifyResponse | null>;
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

/** @param rows the rows of each game are consecutive, newest first */
function firstOfEach(rows: readonly PublishedDraw[]): PublishedDraw[] {
  return rows.filter(({ gameId }, index) => rows[index - 1]?.gameId !== gameId);
}

function isSince(from: Date): (row: PublishedDraw) => boolean {
  return ({ drawAt }) => drawAt >= from;
}

export function createDrawService({
  db,
  catalogue,
  clock,
  timeZone,
  cursors,
}: {
  db: Db;
  catalogue: readonly GameDefinition[];
  clock: { now(): Date };
  timeZone: string;
  cursors: Cursors;
}): DrawService {
  const games = new Map(catalogue.map((game) => [game.gameId, game]));
  const view = (row: PublishedDraw) => {
    const game = games.get(row.gameId);
    return game ? [resultOf(game, row, timeZone)] : [];
  };

  const readNewest = prepareNewest(db, 1);
  const readLists = prepareNewest(db, newestPerGame);
  const readPage = prepareNewest(db, pageSize + 1);

  const oneDraw = async (gameId: string, drawNumber: number): Promise<ResultResponse> => {
    const found = drawNumber > 2_147_483_647 ? null : await publishedDraw(db, gameId, drawNumber);
    if (!found) return empty();
    const { previous, next } = await neighbours(db, gameId, drawNumber);
    return { ...empty(), result: view(found), previousDrawNumber: previous, nextDrawNumber: next };
  };

  const result = async (request: ResultRequest): Promise<ResultResponse> => {
    const { lastestGameId: gameId, drawNumber, cursor } = request;
    if (gameId !== undefined && !games.has(gameId))
      throw Refusal.ofFields({ lastestGameId: 'results.error_game' });
    if (drawNumber !== undefined) {
      if (gameId === undefined) throw Refusal.ofFields({ lastestGameId: 'field.wrong' });
      return oneDraw(gameId, drawNumber);
    }
    if (request.resultFrom > request.resultTo) throw Refusal.ofFields({ resultTo: 'results.error_order' });
    const from = startOfDay(timeZone, request.resultFrom);
    const before = nextMidnight(timeZone, startOfDay(timeZone, request.resultTo));
    const wanted = gameId === undefined ? catalogue.map((game) => game.gameId) : [gameId];
    const newest = async () => firstOfEach(await readNewest({ gameIds: wanted, from: before, before }));
    if (!request.showAllResult) return { ...empty(), latestResult: (await newest()).flatMap(view) };
    if (gameId === undefined) {
      if (cursor !== undefined) throw Refusal.ofFields({ cursor: 'field.wrong' });
      const read = await readLists({ gameIds: wanted, from, before });
      return {
        ...empty(),
        latestResult: firstOfEach(read).flatMap(view),
        result: read.filter(isSince(from)).sort(newestFirst).flatMap(view),
      };
    }
    const scope = ['result', gameId];
    const position = cursor === undefined ? null : cursors.read(scope, cursor);
    if (cursor !== undefined && position === null) throw Refusal.ofFields({ cursor: 'field.wrong' });
    // Read only draws before the last draw of the previous page. The index scan begins at that draw, so later pages are
    // as fast as the first page.
    const reached = position === null ? before : new Date(position.place.atMs);
    const read = readPage({ gameIds: wanted, from, before: reached < before ? reached : before });
    // On the first page, the newest result is the first row of the page, so no separate query for the newest result is
    // necessary.
    const [latest, found] = await Promise.all([reached < before ? newest() : read.then(firstOfEach), read]);
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

  return {
    result,
    upcoming: () => upcomingDraws(db, catalogue, clock.now(), timeZone),
    open: async (gameId) => {
      const game = games.get(gameId);
      if (!game) throw Refusal.ofFields({ gameId: 'results.error_game' });
      return openDrawsOf(db, game, clock.now(), timeZone);
    },
    published: async (gameId, from, count) => {
      if (!games.has(gameId)) throw Refusal.ofFields({ gameId: 'results.error_game' });
      return publishedDrawsOf(db, gameId, from, count);
    },
    ticketProof: async (drawId, receiptNumber) => {
      const row = parseDrawId(drawId) === null ? null : await findDraw(db, drawId);
      const game = row ? games.get(row.gameId) : undefined;
      if (!row || !game) throw new Refusal(codes.drawNotFound);
      const proof = await proveTicket(db, game, row, receiptNumber);
      if (!proof) throw new Refusal(codes.notFound);
      return proof;
    },
    verify: async (drawId) => {
      const row = await findDraw(db, drawId);
      const game = row ? games.get(row.gameId) : undefined;
      return row && game ? proofOf(game, row) : null;
    },
  };
}
