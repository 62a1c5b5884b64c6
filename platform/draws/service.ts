import type { VerifyResponse } from '../../shared/contract/draw-proof.ts';
import type { ResultRequest, ResultResponse } from '../../shared/contract/results.ts';
import type { UpcomingDrawResponse } from '../../shared/contract/upcoming-draws.ts';
import { commitmentOf, DRAW_FUNCTION, draw } from '../../shared/domain/draw-function.ts';
import { nextMidnight, startOfDay } from '../../shared/domain/site-time.ts';
import type { Db } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Cursors } from '../http/cursors.ts';
import { Refusal } from '../http/refusal.ts';
import {
  type DrawRow,
  findDraw,
  neighbours,
  newestOfEach,
  publishedDraw,
  upcomingOfEach,
} from './repository.ts';
import { correctionOf, drawNameOf, type PublishedDraw, resultOf } from './result-view.ts';

const pageSize = 50;
const newestPerGame = 20;

export interface DrawService {
  /**
   * Call `result` (spec §7). Days are days of the site's time zone. `showAllResult` false: the newest result of each
   * game on or before resultTo. True: the newest 20 of each game in the range, or of one game a page of 50 with the
   * cursor of the next. With `drawNumber` that one draw, or an empty list where it is not published.
   */
  result(request: ResultRequest): Promise<ResultResponse>;
  /** Call `upcomingDraw`: the next draw of each game, soonest first. */
  upcoming(): Promise<UpcomingDrawResponse>;
  /** Call `draws/verify`: all that anyone needs to repeat a draw, and whether repeating it here agrees; null: none. */
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

/**
 * Repeats a published draw: what seed, draw and tickets give, and whether commitment and numbers tell the same story.
 * A result that was corrected to something else does not.
 */
function repeat(game: GameDefinition, row: DrawRow): Pick<VerifyResponse, 'drawnBySeed' | 'verified'> {
  if (row.status !== 'published' || row.seed === null || row.ticketsRoot === null)
    return { drawnBySeed: [], verified: null };
  if (!/^[0-9a-f]{64}$/.test(row.seed)) return { drawnBySeed: [], verified: false };
  const drawnBySeed = draw(game.kind, {
    seedHex: row.seed,
    drawId: row.drawId,
    ticketsRoot: row.ticketsRoot,
  });
  const isSame =
    drawnBySeed.length === row.drawn?.length && drawnBySeed.every((one, index) => one === row.drawn?.[index]);
  return { drawnBySeed, verified: isSame && commitmentOf(row.seed) === row.commitment };
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
    if (!request.showAllResult) {
      const rows = await newestOfEach(db, wanted, { from: null, before, limit: 1 });
      return { ...empty(), latestResult: rows.flatMap(view) };
    }
    if (gameId === undefined) {
      if (cursor !== undefined) throw Refusal.ofFields({ cursor: 'field.wrong' });
      const rows = await newestOfEach(db, wanted, { from, before, limit: newestPerGame });
      return { ...empty(), result: rows.sort(newestFirst).flatMap(view) };
    }
    const scope = ['result', gameId];
    const position = cursor === undefined ? null : cursors.read(scope, cursor);
    if (cursor !== undefined && position === null) throw Refusal.ofFields({ cursor: 'field.wrong' });
    // The next page ends before the last draw of this one: an index leads there, however deep it lies.
    const reached = position === null ? before : new Date(position.place.atMs);
    const rows = await newestOfEach(db, wanted, {
      from,
      before: reached < before ? reached : before,
      limit: pageSize + 1,
    });
    const page = rows.slice(0, pageSize);
    const last = page.at(-1);
    return {
      ...empty(),
      result: page.flatMap(view),
      cursor:
        rows.length > pageSize && last
          ? cursors.write(scope, { place: { atMs: last.drawAt.getTime(), id: String(last.drawNumber) } })
          : null,
    };
  };

  const upcoming = async (): Promise<UpcomingDrawResponse> => {
    const rows = await upcomingOfEach(
      db,
      catalogue.map((game) => game.gameId),
      clock.now(),
    );
    const gameList = rows
      .sort((a, b) => a.draw.drawAt.getTime() - b.draw.drawAt.getTime())
      .flatMap(({ draw: row, carryMinor }) => {
        const game = games.get(row.gameId);
        if (!game) return [];
        const firstPrize = game.tiers[0]?.prizeAmount ?? 0;
        return [
          {
            gameId: game.gameId,
            gameName: game.name,
            gameSlug: game.slug,
            iconName: game.iconName,
            colorCode: game.colorCode,
            drawId: row.drawId,
            drawNumber: row.drawNumber,
            drawName: drawNameOf(game, row.drawAt, timeZone),
            jackpotAmount: game.jackpot ? (carryMinor ?? game.jackpot.startMinor) : firstPrize,
            ticketPrice: row.ticketPriceMinor,
            currencyCode: game.currencyCode,
            drawStartDate: row.drawAt.toISOString(),
            salesCloseDate: row.salesCloseAt.toISOString(),
            commitment: row.commitment,
          },
        ];
      });
    return { gameList, error: null };
  };

  const verify = async (drawId: string): Promise<VerifyResponse | null> => {
    const row = await findDraw(db, drawId);
    const game = row ? games.get(row.gameId) : undefined;
    if (!row || !game) return null;
    return {
      drawId: row.drawId,
      gameId: game.gameId,
      gameName: game.name,
      gameSlug: game.slug,
      drawNumber: row.drawNumber,
      drawStartDate: row.drawAt.toISOString(),
      commitment: row.commitment,
      committedAt: row.committedAt.toISOString(),
      ticketsRoot: row.ticketsRoot,
      ticketsTotal: row.ticketsTotal,
      closedAt: row.closedAt?.toISOString() ?? null,
      seed: row.status === 'published' ? row.seed : null,
      publishedAt: row.publishedAt?.toISOString() ?? null,
      drawFunction: DRAW_FUNCTION,
      drawParameters: { ...game.kind },
      drawn: row.status === 'published' ? (row.drawn ?? []) : [],
      ...repeat(game, row),
      correction: correctionOf(game, row.correction),
    };
  };

  return { result, upcoming, verify };
}
