import type { OpenDrawsResponse, UpcomingDrawResponse } from '../../shared/contract/upcoming-draws.ts';
import type { Db } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { onSale, type UpcomingRow, upcomingOfEach } from './repository.ts';
import { drawNameOf } from './result-view.ts';

/** @param carryMinor the pot that the newest published draw carried over; null if no draw is published */
function viewOf(
  game: GameDefinition,
  { draw, carryMinor }: UpcomingRow,
  timeZone: string,
): UpcomingDrawResponse['gameList'][number] {
  const firstPrize = game.tiers[0]?.prizeAmount ?? 0;
  return {
    gameId: game.gameId,
    gameName: game.name,
    gameSlug: game.slug,
    iconName: game.iconName,
    colorCode: game.colorCode,
    drawId: draw.drawId,
    drawNumber: draw.drawNumber,
    drawName: drawNameOf(game, draw.drawAt, timeZone),
    jackpotAmount: game.jackpot ? (carryMinor ?? game.jackpot.startMinor) : firstPrize,
    ticketPrice: draw.ticketPriceMinor,
    currencyCode: game.currencyCode,
    drawStartDate: draw.drawAt.toISOString(),
    salesCloseDate: draw.salesCloseAt.toISOString(),
    commitment: draw.commitment,
  };
}

export async function upcomingDraws(
  db: Db,
  catalogue: readonly GameDefinition[],
  now: Date,
  timeZone: string,
): Promise<UpcomingDrawResponse> {
  const games = new Map(catalogue.map((game) => [game.gameId, game]));
  const rows = await upcomingOfEach(db, [...games.keys()], now);
  const gameList = rows
    .sort((a, b) => a.draw.drawAt.getTime() - b.draw.drawAt.getTime())
    .flatMap((row) => {
      const game = games.get(row.draw.gameId);
      return game ? [viewOf(game, row, timeZone)] : [];
    });
  return { gameList, error: null };
}

/** Maximum number of draws in an answer of `draws/open`. */
const mostOpenDraws = 10;

export async function openDrawsOf(
  db: Db,
  game: GameDefinition,
  now: Date,
  timeZone: string,
): Promise<OpenDrawsResponse> {
  const rows = await onSale(db, game.gameId, now, mostOpenDraws);
  return {
    draws: rows.flatMap((row) =>
      row.openedAt === null
        ? []
        : [
            {
              drawId: row.drawId,
              drawNumber: row.drawNumber,
              drawName: drawNameOf(game, row.drawAt, timeZone),
              ticketPrice: row.ticketPriceMinor,
              drawStartDate: row.drawAt.toISOString(),
              salesCloseDate: row.salesCloseAt.toISOString(),
              commitment: row.commitment,
              committedAt: row.committedAt.toISOString(),
              openedAt: row.openedAt.toISOString(),
              drawFunction: row.method,
            },
          ],
    ),
  };
}
