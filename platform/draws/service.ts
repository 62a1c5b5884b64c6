import { codes } from '../../shared/contract/codes.ts';
import type { TicketProofResponse, VerifyResponse } from '../../shared/contract/draw-proof.ts';
import type { PublishedDrawsResponse } from '../../shared/contract/published-draws.ts';
import type { ResultRequest, ResultResponse } from '../../shared/contract/results.ts';
import type { OpenDrawsResponse, UpcomingDrawResponse } from '../../shared/contract/upcoming-draws.ts';
import { parseDrawId } from '../../shared/domain/draw-id.ts';
import type { Db } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import type { Cursors } from '../http/cursors.ts';
import { Refusal } from '../http/refusal.ts';
import { publishedDrawsOf } from './published-draws.ts';
import { findDraw } from './repository.ts';
import { createResults } from './results.ts';
import { proveTicket } from './ticket-proof.ts';
import { openDrawsOf, upcomingDraws } from './upcoming-draws.ts';
import { proofOf } from './verify-draw.ts';

export interface DrawService {
  /**
   * Answers `result` (spec §7). Days are in the site's time zone. Without `showAllResult`, the answer contains the
   * newest result of each game until `resultTo`. With `showAllResult`, the answer also contains results from
   * `resultFrom` to `resultTo`: for all games, the newest 20 results of each game; for one game, a page of 50 results
   * and a cursor. With `drawNumber`, the answer contains the result of that draw, or an empty list if the draw is not
   * published.
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
   * Answers `draws/published`: returns published draws of one game, lowest number first, beginning with the draw number
   * `from`.
   * @throws Refusal for an unknown game
   */
  published(gameId: string, from: number, count: number): Promise<PublishedDrawsResponse>;
  /**
   * Answers `draws/ticketProof`.
   * @throws Refusal 10710 for an unknown draw, 10711 for a receipt number that the draw does not have
   */
  ticketProof(drawId: string, receiptNumber: string): Promise<TicketProofResponse>;
  /**
   * Answers `draws/verify`: returns the data for repeating a draw, and whether the repeated draw gives the published
   * result. Returns null for an unknown draw.
   */
  verify(drawId: string): Promise<VerifyResponse | null>;
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
  return {
    result: createResults({ db, catalogue, timeZone, cursors }),
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
