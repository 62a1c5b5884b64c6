import type { Winner, WinnersResponse } from '../../shared/contract/winners.ts';
import { isoDayIn } from '../../shared/domain/site-time.ts';
import type { PlatformConfig } from '../config/config.ts';
import type { Db } from '../db/database.ts';
import type { GameDefinition } from '../games/catalogue.ts';
import { Refusal } from '../http/refusal.ts';
import { largestFirst, topWinsKept } from './hold-draw.ts';
import { daysSince, type GameWin, recentTopWins } from './repository.ts';
import { agreedAccounts, aliasOf } from './shown-winners.ts';

const dayMs = 86_400_000;
const topDays = 30;
/**
 * The list of newest wins contains at most this many wins of each game. Otherwise a game with a draw every 5 minutes
 * would fill the list.
 */
const recentPerGame = 5;
/** The list of newest wins omits prizes below this multiple of the ticket price, because they would fill the list. */
const smallestRecentMultiple = 5;

export interface WinnersService {
  /**
   * Answers `winners`, for one game or for all games. Returns the largest wins of the last 30 days and the best win of
   * each of the newest draws. Also returns the sums of all wins in the current year and in the current month of the
   * site's time zone. Players are shown under masked aliases.
   */
  winners(gameId: string | null): Promise<WinnersResponse>;
}

export function createWinnersService({
  db,
  catalogue,
  clock,
  timeZone,
  config,
}: {
  db: Db;
  catalogue: readonly GameDefinition[];
  clock: { now(): Date };
  timeZone: string;
  config: Pick<PlatformConfig, 'seedPlayers'>;
}): WinnersService {
  const games = new Map(catalogue.map((game) => [game.gameId, game]));

  const view = (win: GameWin, agreed: ReadonlyMap<string, string>): Winner[] => {
    const game = games.get(win.gameId);
    const tier = game?.tiers.find(({ prizeNo }) => prizeNo === win.prizeNo);
    const alias = aliasOf(win, agreed);
    if (!game || !tier || alias === null) return [];
    return [
      {
        alias,
        gameId: game.gameId,
        gameName: game.name,
        gameSlug: game.slug,
        iconName: game.iconName,
        colorCode: game.colorCode,
        drawNumber: win.drawNumber,
        drawStartDate: new Date(win.drawAtMs).toISOString(),
        prizeNo: tier.prizeNo,
        prizeName: tier.prizeName,
        prizeAmount: win.amountMinor,
        currencyCode: game.currencyCode,
      },
    ];
  };

  const winners = async (gameId: string | null): Promise<WinnersResponse> => {
    if (gameId !== null && !games.has(gameId))
      throw Refusal.ofFields({ lastestGameId: 'results.error_game' });
    const now = clock.now();
    const today = isoDayIn(timeZone, now);
    const yearStart = `${today.slice(0, 4)}-01-01`;
    const monthStart = `${today.slice(0, 7)}-01`;
    const topSinceMs = now.getTime() - topDays * dayMs;
    const topStart = isoDayIn(timeZone, new Date(topSinceMs));
    const ids = gameId === null ? catalogue.map((game) => game.gameId) : [gameId];
    const recentLimit = gameId === null ? recentPerGame : topWinsKept;
    const [days, recent] = await Promise.all([
      daysSince(db, yearStart < topStart ? yearStart : topStart, gameId),
      Promise.all(ids.map((id) => recentTopWins(db, id, recentLimit))),
    ]);
    const thisYear = days.filter(({ day }) => day >= yearStart);
    const sum = (rows: typeof days, of: (row: (typeof days)[number]) => number) =>
      rows.reduce((total, row) => total + of(row), 0);
    const top = days
      .flatMap((row) => row.topWins.map((win) => ({ ...win, gameId: row.gameId })))
      .filter((win) => win.drawAtMs > topSinceMs)
      .sort(largestFirst);
    const newest = recent
      .flat()
      .filter(
        (win) => win.amountMinor >= smallestRecentMultiple * (games.get(win.gameId)?.ticketPriceMinor ?? 0),
      )
      .sort((a, b) => b.drawAtMs - a.drawAtMs || b.amountMinor - a.amountMinor);
    const agreed = await agreedAccounts(db, [...top, ...newest]);
    const views = (wins: readonly GameWin[]) =>
      wins.flatMap((win) => view(win, agreed)).slice(0, topWinsKept);
    return {
      topWinners: views(top),
      recentWinners: views(newest),
      totals: {
        paidThisYear: sum(thisYear, (row) => row.paidMinor),
        winningTicketsThisMonth: sum(
          days.filter(({ day }) => day >= monthStart),
          (row) => row.winningTickets,
        ),
        drawsHeld: sum(thisYear, (row) => row.drawsHeld),
        drawsCommitted: sum(thisYear, (row) => row.drawsCommitted),
        largestPrize: Math.max(0, ...thisYear.map((row) => row.topWins[0]?.amountMinor ?? 0)),
        currencyCode: catalogue[0]?.currencyCode ?? 'INR',
        isSample: config.seedPlayers || [...top, ...newest].some(({ playerNo }) => playerNo !== null),
      },
    };
  };

  return { winners };
}
